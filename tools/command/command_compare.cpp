// SPDX-License-Identifier: Apache-2.0
// allways compare: what changed costs of a network do to a table, without a second network.
#include <iostream>
#include <memory>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/cost_updates.h"
#include "allways/engine/factorize.h"
#include "allways/export/json.h"
#include "allways/importers/closed_roads.h"
#include "allways/importers/cost_updates.h"
#include "allways/points/point_table.h"
#include "allways/result/network_factor.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "command/command.h"
#include "command/difference_report.h"
#include "command/input.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/solve_options.h"

namespace allways::command {

namespace compare_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string changes;
    SideArguments sides;
    PointOptions read_points;
    SnapChoice snap;
    OutputArguments output;  // of the differences; no path: none
    bool json = false;
};

void check(const Arguments& arguments) {
    const SideArguments& sides = arguments.sides;
    if (sides.points.empty() ? !sides.both_sides() : sides.any_side())
        throw InvalidArgument("give --origins and --destinations, or --points for both");
    check_sides(sides);
    if (!arguments.output.path.empty()) check_table_output(arguments.output.path, arguments.output.write);
}

// Rows of costs, and options that close roads.
struct Changes {
    CostUpdates rows;
    ReadOptions closures;  // only `avoid`, `exclude`, `encoding` and `log`
    std::string text;      // "works.csv, closed.gpkg"
};

// Takes the closures out of the options by which the network is read, which has all its roads.
Changes read_changes(Arguments& arguments, Console& console) {
    ReadOptions& read = arguments.input.read;
    Changes changes;
    changes.rows.of = CostUpdates::Of::arcs;
    changes.rows.values = CostUpdates::Values::costs;
    changes.closures.log = console.log();
    changes.closures.encoding = read.encoding;
    if (!arguments.changes.empty()) changes.rows = read_cost_updates(arguments.changes, changes.closures);
    std::vector<std::string> names;
    for (const std::string& name : {arguments.changes, read.avoid, read.exclude}) {
        if (!name.empty()) names.push_back(name);
    }
    if (names.empty()) throw InvalidArgument("nothing changes: give --set, `avoid` or `exclude`");
    changes.text = joined(names);
    changes.closures.avoid = std::exchange(read.avoid, {});
    changes.closures.exclude = std::exchange(read.exclude, {});
    return changes;
}

// A change that names no road would make an answer to another question.
ArcColumn changed_cost(const RoadNetwork& network, const std::string& cost, const Changes& all,
                       CostUpdateReport& report) {
    const CostUpdates& changes = all.rows;
    UpdatedCosts updated = CostUpdater(network, cost).apply(changes);
    if (updated.report.not_found > 0) {
        const CostUpdateReport::Example& first = updated.report.examples.front();
        throw InputError(changes.source, first.line, format("{}: {}", first.row, first.why));
    }
    const std::vector<std::uint8_t> closed = closed_arcs(network, all.closures);
    const ArcColumn* before = network.column(updated.cost.name);
    for (std::size_t arc = 0; arc < closed.size(); ++arc) {
        Decimal& value = updated.cost.values[arc];
        if (closed[arc] == 0 || value.is_missing()) continue;
        updated.report.arcs += before == nullptr || value == before->values[arc];
        ++updated.report.closed;
        value = Decimal::missing();
    }
    report = std::move(updated.report);
    return std::move(updated.cost);
}

// The same table by the costs before and after the changes.
using BothTables = std::pair<OriginDestinationTable, OriginDestinationTable>;

// Both costs are solved in one order; positions snap once, to roads as they were.
BothTables tables_of(RoadNetwork network, const Changes& changes, TableRequest request, CostUpdateReport& report) {
    ArcColumn after = changed_cost(network, request.solve.cost, changes, report);
    const std::string cost = after.name;
    after.name = cost + " after " + changes.text;
    request.costs = {cost, after.name};
    network.columns.push_back(std::move(after));
    const FoundTable found = find_table(network, request);
    const auto of_cost = [&](const CellNumbers& cells, CostScale scale) {
        scale.name = cost;
        return found.table.with_cells(cells, std::move(scale));
    };
    return {of_cost(found.table.cells(), found.table.scale()),
            of_cost(found.table.skims().front().values, found.table.skims().front().scale)};
}

// A factor keeps its order, and makes a second one in a fraction of the time.
BothTables tables_of(NetworkFactor read, const Changes& changes, const TableRequest& request, CostUpdateReport& report,
                     const LogCallback& log) {
    const auto before = std::make_shared<const NetworkFactor>(std::move(read));
    ArcColumn cost = changed_cost(extract_network(*before), before->scale.name, changes, report);
    OriginDestinationTable table = find_table(Input(*before), request).table;
    return {std::move(table), find_table(Input(Refactorizer(before).with_costs(std::move(cost), log)), request).table};
}

BothTables tables_of(Input input, const Arguments& arguments, const Changes& changes, const TableRequest& request,
                     CostUpdateReport& report, Console& console) {
    const bool positions = !request.origins.places.empty() || !request.columns().places.empty();
    if (auto* factor = std::get_if<NetworkFactor>(&input)) {
        if (!positions) return tables_of(std::move(*factor), changes, request, report, console.log());
        input = extract_network(*factor);
    }
    if (auto* network = std::get_if<RoadNetwork>(&input))
        return tables_of(std::move(*network), changes, request, report);
    throw InputError(arguments.input.path, 0, "expected a network or a factor");
}

DifferenceReport differences_of(const ComparedTable& before, const ComparedTable& after, const Arguments& arguments,
                                const std::string& changes, bool square, Console& console) {
    DifferenceReport report{.a = {arguments.input.path, before, {}},
                            .b = {format("{} with {}", arguments.input.path, changes), after, {}},
                            .rows = same_positions(before.rows.size()),
                            .columns = same_positions(before.columns.size()),
                            .square = square,
                            .fields = {}};
    report.fields.push_back(
        difference({before, before.fields.front(), after, after.fields.front(), report.rows, report.columns},
                   {.progress = console.progress()}));
    return report;
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch total;
    check(arguments);
    const PointSides sides = read_sides(arguments.sides, arguments.read_points, console);
    check_point_options(arguments.read_points, {&sides.origins, &sides.columns()});
    const Changes changes = read_changes(arguments, console);
    Input input = read(for_solving(arguments.input, arguments.solve), console);
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    const double read_seconds = total.seconds();
    CostUpdateReport applied;
    const auto [table_before, table_after] = tables_of(std::move(input), arguments, changes,
                                                       {.origins = sides.origins,
                                                        .destinations = sides.destinations,
                                                        .solve = arguments.solve.options(console),
                                                        .snap = arguments.snap,
                                                        .name = arguments.input.path},
                                                       applied, console);
    const double solve_seconds = total.seconds() - read_seconds;
    const ComparedTable before = compared(table_before);
    const ComparedTable after = compared(table_after);
    const DifferenceReport report =
        differences_of(before, after, arguments, changes.text, !sides.destinations.has_value(), console);
    if (!arguments.output.path.empty()) write_differences(report, arguments.output, console);
    console.stop();
    console.info(format("{} of {} changed, {} closed; read {}, solve {}, in all {}", counted(applied.arcs, "arc"),
                        arguments.changes.empty() ? changes.text : counted(applied.rows, "row"),
                        count_text(applied.closed), seconds_text(read_seconds), seconds_text(solve_seconds),
                        seconds_text(total.seconds())));
    if (arguments.json)
        std::cout << json_text(to_json(report), 2) << "\n";
    else
        std::cout << to_text(report);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, or a factor");
    add_flag(app, arguments->changes,
             {"--set", "FILE",
              "The changes: CSV of rows arc[,reversed],cost or arc[,reversed],speed_kmh, from,to,speed_kmh, or "
              "class,speed_factor, with this line as the first. Speed 0 and cost inf close a road; a row that "
              "names no road is an error; --avoid and --without close further roads, or these alone"});
    add_side_options(app, arguments->sides);
    add_flag(app, arguments->output.path,
             {"-o,--output", "FILE", "Write the differences, after - before, as a table; unreachable where either is"});
    add_format_options(app, arguments->output);
    app.add_flag("--json", arguments->json, "Print JSON");
    add_solve_options(app, arguments->solve, named({"cost", "cost_type", "memory_limit_bytes"}));
    add_point_options(app, arguments->read_points);
    add_snap_options(app, arguments->snap);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace compare_verb

Command compare_command() {
    return {"compare", "Compare a table before and after changes of costs: closed roads, new speeds",
            "  printf 'arc,cost\\n17,inf\\n' > closed.csv && allways compare city.gpkg --set closed.csv --points "
            "zones.csv\n"
            "  allways compare city.factor --set works.csv --points 1-500 -o change.omx --json",
            compare_verb::declare};
}

}  // namespace allways::command
