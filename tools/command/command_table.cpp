// SPDX-License-Identifier: Apache-2.0
// allways table: distances between lists of points or nodes; networks are solved without the table of all pairs.
#include <algorithm>
#include <cmath>
#include <optional>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve.h"
#include "allways/export/json.h"
#include "allways/points/hour_options.h"
#include "allways/points/pair_lists.h"
#include "allways/points/point_list.h"
#include "allways/points/point_table.h"
#include "allways/result/distance_table.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace table_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    OutputArguments output;
    SideArguments sides;
    std::string pairs;
    PointOptions read_points;
    SnapChoice snap;
    HourChoice hours;
    std::vector<std::string> costs;  // empty: the one of `solve`
    bool drop_unsnapped = false;
    bool json = false;
};

void check(const Arguments& arguments) {
    const std::string& path = arguments.output.path;
    const SideArguments& sides = arguments.sides;
    const bool pairs = !arguments.pairs.empty();
    if (!sides.points.empty() ? sides.any_side() : sides.any_side() ? !sides.both_sides() : !pairs) {
        throw InvalidArgument(
            "give --origins and --destinations, or --points for both; or --pairs, alone or with the points that they "
            "name");
    }
    check_sides(arguments.sides);
    ExportOptions write = arguments.output.write;
    if (!arguments.pairs.empty()) write.picked.emplace();
    check_table_output(path, write);
    if (arguments.costs.size() > 1) {
        check_costs_output(path, write);
        if (!arguments.input.read.cost_unit.empty())
            throw InvalidArgument("`cost_unit` is that of one `cost`, but there are several");
        if (!arguments.hours.hourly.empty())
            throw InvalidArgument("`hourly` is that of one `cost`, but there are several");
    }
    if (!arguments.hours.hours.empty()) check_hours_output(path, write, parse_hours(arguments.hours.hours).size());
}

PairLists read_asked_pairs(const Arguments& arguments, Console& console) {
    PointOptions options = arguments.read_points;
    options.log = console.log();
    if (arguments.sides.points.empty() && arguments.sides.origins.empty()) {
        check_pair_options(options);
        return read_pair_lists(arguments.pairs, options);
    }
    const PointSides points = read_sides(arguments.sides, arguments.read_points, console);
    return read_pair_lists(arguments.pairs, {}, &points);
}

// Reads the costs by hour. They are costs of the network's arcs, so the network of a factor becomes the input.
std::optional<HourlyCosts> read_hourly(Arguments& arguments, Input& input) {
    const HourChoice& choice = arguments.hours;
    if (choice.hourly.empty() && choice.hours.empty() && choice.depart.empty()) return {};
    const RoadNetwork& network = hourly_network(input, arguments.input.path, arguments.solve.cost);
    std::optional<HourlyCosts> hourly =
        hourly_costs(network, arguments.solve.cost, arguments.hours, arguments.input.read);
    if (arguments.hours.depart.empty())
        check_hours_output(arguments.output.path, arguments.output.write, hourly->hours.size());
    arguments.solve.cost = cost_beside(*hourly, network, arguments.solve.cost);
    return hourly;
}

// Adds the columns of costs after the first, which the input has.
void add_costs(const Arguments& arguments, Input& input, Console& console) {
    auto* network = std::get_if<RoadNetwork>(&input);
    if (network == nullptr) return;
    for (const std::string& cost : arguments.costs) {
        add_cost(*network, cost);
        require_costs(cost, arguments.input.read, input, console.log());
    }
}

// The provenance key for points that were not snapped.
const char* word_for_unsnapped(const Arguments& arguments) {
    return arguments.drop_unsnapped ? "left_out" : "unsnapped";
}

std::string departure_text(const Arguments& arguments) {
    return clock_text(parse_clock_time(arguments.hours.depart));
}

// A solved table keeps its own provenance.
TableProvenance provenance_of(const FoundTable& found, const Arguments& arguments) {
    if (!found.report) return {};
    TableProvenance own{
        {"source", arguments.input.path}, {"schedule", found.report->schedule}, {"device", found.report->device}};
    if (!found.unsnapped.empty())
        own.emplace_back(word_for_unsnapped(arguments), json_text(nlohmann::ordered_json(found.unsnapped)));
    if (!arguments.hours.depart.empty()) own.emplace_back("departure", departure_text(arguments));
    if (!arguments.costs.empty()) own.emplace_back("costs", json_text(nlohmann::ordered_json(arguments.costs)));
    if (!found.hours.empty()) own.emplace_back("hours", json_text(nlohmann::ordered_json(found.hours.hours)));
    return made_by(std::move(own), found.table.provenance());
}

// The format's name if it cannot express unreachable and --unreachable is not given; else empty.
std::string format_without_unreachable(const OutputArguments& output) {
    const OutputFormat& format = table_format(output.path, output.write);
    return format.has(FormatTrait::whole_numbers) && !output.write.unreachable ? format.name : "";
}

// Counts those of all hours or costs.
std::uint64_t unreachable_pairs(const FoundTable& found, const std::vector<std::string>& costs) {
    std::uint64_t pairs = 0;
    if (found.hours.empty()) {
        pairs = found.table.unreachable_pairs();
        for (std::size_t i = 1; i < costs.size(); ++i) {
            const CellNumbers& cells = find_skim(found.table.skims(), costs[i]).values;
            for (std::size_t cell = 0; cell < cells.size(); ++cell) pairs += std::isinf(cells.raw(cell)) ? 1 : 0;
        }
        return pairs;
    }
    for (const OriginDestinationTable& table : found.hours.tables) pairs += table.unreachable_pairs();
    return pairs;
}

// `found_seconds`: of finding the table; what its report does not count (points are snapped) belongs to "prepare".
nlohmann::ordered_json json_of(const FoundTable& found, const Arguments& arguments, std::uint64_t unreachable,
                               double found_seconds, const std::map<std::string, double>& seconds) {
    SolveReport report = found.report.value_or(SolveReport{});
    double counted_seconds = 0;
    for (const auto& [stage, stage_seconds] : report.seconds) counted_seconds += stage_seconds;
    report.seconds["prepare"] += found_seconds - counted_seconds;
    report.seconds.insert(seconds.begin(), seconds.end());
    report.scale = found.table.scale();
    report.cost_type = found.table.type();
    auto json = to_json(report);
    if (!found.report) json = {{"cost", json["cost"]}, {"seconds", json["seconds"]}};
    json["origins"] = found.table.origin_count();
    json["destinations"] = found.table.destination_count();
    if (!arguments.hours.depart.empty()) json["departure"] = departure_text(arguments);
    if (!arguments.costs.empty()) json["costs"] = arguments.costs;
    if (!found.hours.empty()) json["hours"] = found.hours.hours;
    json["unreachable"] = unreachable;
    if (!found.positions.empty()) {
        json["points"] = found.positions.size();
        json["positions"] = to_json(found.positions);
    }
    if (!found.unsnapped.empty()) json[word_for_unsnapped(arguments)] = found.unsnapped;
    return json;
}

// Says what was found and how long it took.
std::string summary(const FoundTable& found, const Arguments& arguments, std::uint64_t unreachable,
                    const std::map<std::string, double>& seconds) {
    const std::string several = !found.hours.empty()      ? ", " + counted(found.hours.hours.size(), "hour")
                                : arguments.costs.empty() ? ""
                                                          : ", " + counted(arguments.costs.size(), "cost");
    return format("{}, {}{}, {} unreachable; read {}, solve {}, write {}; {}",
                  counted(found.table.origin_count(), "origin"),
                  counted(found.table.destination_count(), "destination"), several, counted(unreachable, "pair"),
                  seconds_text(seconds.at("read")), seconds_text(seconds.at("solve")),
                  seconds_text(seconds.at("write")), arguments.output.path);
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch total;
    check(arguments);
    arguments.input.read.log = console.log();
    std::optional<PairLists> pairs;
    if (!arguments.pairs.empty()) pairs = read_asked_pairs(arguments, console);
    const PointSides lists = pairs ? PointSides{pairs->origins, pairs->destinations}
                                   : read_sides(arguments.sides, arguments.read_points, console);
    if (!pairs) check_point_options(arguments.read_points, {&lists.origins, &lists.columns()});
    ImportReport read_report;
    Input input = read(for_solving(arguments.input, arguments.solve), console, &read_report);
    add_costs(arguments, input, console);
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    const std::optional<HourlyCosts> hourly = read_hourly(arguments, input);
    require_costs(arguments.solve.cost, arguments.input.read, input, console.log());
    const auto check_content = [&](const TableOutline& table) {
        check_table_content(table, arguments.output.path, arguments.output.write);
    };
    std::optional<ClockTime> depart;
    if (!arguments.hours.depart.empty()) depart = parse_clock_time(arguments.hours.depart);
    const double read_seconds = total.seconds();
    const FoundTable found = find_table(input, {.origins = lists.origins,
                                                .destinations = lists.destinations,
                                                .solve = arguments.solve.options(console),
                                                .snap = arguments.snap,
                                                .drop_unsnapped = arguments.drop_unsnapped,
                                                .unit = arguments.output.write.unit,
                                                .name = arguments.input.path,
                                                .check = check_content,
                                                .no_unreachable = format_without_unreachable(arguments.output),
                                                .costs = arguments.costs,
                                                .hourly = hourly ? &*hourly : nullptr,
                                                .depart = depart});
    const double found_seconds = total.seconds() - read_seconds;
    ExportOptions options = arguments.output.options(console);
    options.provenance = provenance_of(found, arguments);
    if (pairs) pick(picked_cells(*pairs, found), options);
    if (!found.hours.empty())
        write_table(found.hours, arguments.output.path, options);
    else
        write_table(found.table, arguments.output.path, options);
    const std::uint64_t unreachable = unreachable_pairs(found, arguments.costs);
    const double total_seconds = total.seconds();
    const double write_seconds = total_seconds - read_seconds - found_seconds;
    console.stop();

    console.info(summary(found, arguments, unreachable,
                         {{"read", read_seconds}, {"solve", found_seconds}, {"write", write_seconds}}));
    if (arguments.json) {
        auto json = json_of(found, arguments, unreachable, found_seconds,
                            {{"read", read_seconds}, {"write", write_seconds}, {"total", total_seconds}});
        json["input"] = {{"file", arguments.input.path}, {"format", read_report.format}};
        json["outputs"] = {arguments.output.path};
        report_stream(arguments.output.path) << json_text(json, 2) << "\n";
    }
    return console.end(unreachable == 0 && found.unsnapped.empty(),
                       format("{} unreachable, {} not snapped", counted(unreachable, "pair"),
                              counted(found.unsnapped.size(), "point")));
}

// --cost, several times.
void add_costs_option(CLI::App& app, std::vector<std::string>& costs) {
    const SolveOptionRow& row = *std::ranges::find(solve_options(), std::string("cost"), &SolveOptionRow::name);
    Flag flag = flag_of_row(row, false, "Options");
    flag.help += "; repeatable, for the distances of each cost in one table";
    add_flag(app, costs, flag);
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix or a solved table");
    add_side_options(app, arguments->sides);
    add_flag(app, arguments->pairs,
             {"--pairs", "FILE",
              "Compute some pairs only: a file with 'from,to' on each line (node ids or positions), or with "
              "columns from_lon, from_lat, to_lon, to_lat; - reads standard input. With --points, or with "
              "--origins and --destinations, they name these points by their ids. Needs an output format with "
              "one row for each pair"});
    add_flag(app, arguments->output.path,
             {"-o,--output", "TABLE", "Table to write; - writes to standard output (text formats)"})
        ->required();
    add_format_options(app, arguments->output);
    add_point_options(app, arguments->read_points);
    add_snap_options(app, arguments->snap);
    add_access_option(app, arguments->snap);
    add_costs_option(app, arguments->costs);
    add_solve_options(app, arguments->solve, named({"cost_type"}));
    add_options(app, hour_options(), arguments->hours, "Costs by hour");
    add_solve_options(app, arguments->solve, named({"skims", "device", "memory_limit_bytes"}));
    app.add_flag("--drop-unsnapped", arguments->drop_unsnapped,
                 "Leave out points that could not be snapped, and list them")
        ->group("Positions");
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    add_table_options(app, arguments->output);
    add_snap_distance_option(app, arguments->output.write);
    return [arguments, &console] {
        if (!arguments->costs.empty()) arguments->solve.cost = arguments->costs.front();
        if (arguments->costs.size() == 1) arguments->costs.clear();
        return run(*arguments, console);
    };
}

}  // namespace
}  // namespace table_verb

Command table_command() {
    return {"table", "Compute distances between lists of points or nodes",
            "  allways table city.osm.pbf --points customers.csv -o customers.omx --skim length\n"
            "  allways table roads.gpkg --origins depots.gpkg --destinations shops.geojson -o depots_to_shops.csv\n"
            "  allways table roads.gpkg --origins depots.csv --destinations shops.csv -o depots_to_shops.csv\n"
            "  allways table big.gr.gz --points @places.txt -o places.omx --json\n"
            "  allways table city.gpkg --points zones.csv --cost time --cost 'time + 0.055 * toll' -o costs.omx\n"
            "  allways table city.gpkg --points zones.csv --hourly speeds.csv --hours 0-23 -o day.omx\n"
            "  allways table city.gpkg --points zones.csv --hourly speeds.csv --depart 07:45 -o commute.omx\n"
            "  allways table table.omx --origins 1,2 --destinations 10,11,12 -o - -f csv --unit min",
            table_verb::declare};
}

}  // namespace allways::command
