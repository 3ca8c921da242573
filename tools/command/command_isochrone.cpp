// SPDX-License-Identifier: Apache-2.0
// allways isochrone: what can be reached within given cost limits.
#include <algorithm>
#include <functional>
#include <map>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/areas/isochrones.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/export/features.h"
#include "allways/query/isochrone.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace isochrone_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    PointOptions points;
    std::vector<std::string> from;
    std::vector<std::string> to;
    std::vector<std::string> cutoffs;
    IsochroneRequest request;
    IsochroneOutput output;
    bool json = false;

    bool forward() const { return to.empty(); }
};

void check(const Arguments& arguments, const std::vector<PointSet>& starts) {
    check_file_output(arguments.output.path, arguments.output.overwrite);
    std::vector<const PointSet*> lists;
    for (const PointSet& list : starts) lists.push_back(&list);
    check_point_options(arguments.points, lists);
}

// One line for each start and cutoff; with many starts, one for each cutoff.
void tell(const Isochrones& found, bool metres, Console& console) {
    constexpr std::size_t most_lines = 30;
    const std::string unit = found.unit.empty() ? "" : " " + found.unit;
    std::map<double, std::pair<std::uint64_t, std::uint64_t>> by_cutoff;  // fewest and most nodes
    for (const IsochroneCount& count : found.counts) {
        const std::string limit = format("{:.10g}{}", count.cutoff, unit);
        if (found.counts.size() > most_lines) {
            auto& [fewest, most] = by_cutoff.try_emplace(count.cutoff, count.nodes, count.nodes).first->second;
            fewest = std::min(fewest, count.nodes);
            most = std::max(most, count.nodes);
            continue;
        }
        const std::string start = count.start && found.starts.size() > 1 ? found.starts.text(*count.start) + ", " : "";
        const std::string area =
            count.area ? format(", {:.4g}{}", *count.area, metres ? " km²" : " in squares of the coordinates' unit")
                       : "";
        console.info(format("{}{}: {}{}", start, limit, counted(count.nodes, "node"), area));
    }
    for (const auto& [cutoff, nodes] : by_cutoff) {
        console.info(format("{:.10g}{}: from {} to {} nodes per start", cutoff, unit, count_text(nodes.first),
                            count_text(nodes.second)));
    }
}

nlohmann::ordered_json json_of(const Arguments& arguments, const Isochrones& found, bool metres) {
    nlohmann::ordered_json json{{"direction", arguments.forward() ? "from" : "to"},
                                {"starts", found.starts.size()},
                                {"unsnapped", found.unsnapped},
                                {"cost", found.scale.name},
                                {"unit", found.unit}};
    for (const IsochroneCount& count : found.counts) {
        nlohmann::ordered_json row;
        if (count.start) row["start"] = found.starts.text(*count.start);
        row["cutoff"] = count.cutoff;
        row["nodes"] = count.nodes;
        if (count.area) row[metres ? "area_km2" : "area"] = *count.area;
        json["cutoffs"].push_back(std::move(row));
    }
    if (!found.positions.empty()) json["positions"] = to_json(found.positions);
    return json;
}

ExitCode run(Arguments arguments, Console& console) {
    arguments.output = completed(std::move(arguments.output));
    const bool forward = arguments.forward();
    IsochroneRequest& request = arguments.request;
    request.cutoffs = parse_cutoffs(arguments.cutoffs);
    std::ranges::sort(request.cutoffs);
    const auto repeated = std::ranges::unique(request.cutoffs);
    request.cutoffs.erase(repeated.begin(), repeated.end());
    request.direction = forward ? IsochroneDirection::from_starts : IsochroneDirection::to_starts;
    request.name = arguments.input.path;
    PointOptions reading = arguments.points;
    reading.log = console.log();
    for (const std::string& text : forward ? arguments.from : arguments.to) {
        request.starts.push_back(read_point_list(text, forward ? "--from" : "--to", reading));
    }
    check(arguments, request.starts);
    const Stopwatch total;
    Input input = read_to_solve(arguments.input, arguments.solve, console);
    request.cost = arguments.solve.cost_options();
    IsochroneOutput output = arguments.output;
    attach(output, console);
    auto& network = std::get<RoadNetwork>(input);
    const bool metres = !network.provenance.crs.empty();
    const Isochrones found = write_isochrones(std::move(network), request, output);
    console.stop();

    tell(found, metres, console);
    console.info(format("{} {} start{} on {}; {}; {}", forward ? "from" : "to", count_text(found.starts.size()),
                        found.starts.size() == 1 ? "" : "s", arguments.input.path, seconds_text(total.seconds()),
                        output.path));
    if (arguments.json) print_report(json_of(arguments, found, metres), arguments.input.path, output.path);
    return console.end(found.unsnapped.empty(), format("{} not snapped", counted(found.unsnapped.size(), "start")));
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    auto* from = add_flag(app, arguments->from,
                          {"--from", "PLACE",
                           "Starts: comma-separated node ids and positions such as @7.4246,43.7311, or a file "
                           "of points; repeatable"});
    auto* to =
        add_flag(app, arguments->to, {"--to", "PLACE", "Ends, instead of starts: find from where they can be reached"});
    from->excludes(to);
    add_flag(app, arguments->cutoffs,
             {"--cutoff", "NUMBERS",
              "Comma-separated limits of the cost, in --unit (default: the cost's unit, seconds for times)"})
        ->required();
    const auto of_areas = taken_by("areas");
    add_options(app, isochrone_output_options(), arguments->output, "Options", std::not_fn(of_areas));
    add_options(app, isochrone_request_options(), arguments->request, "Options");
    add_options(app, isochrone_output_options(), arguments->output, "Areas", of_areas);
    app.get_option("--output")->required();
    add_cost_options(app, arguments->solve);
    add_snap_options(app, arguments->request.snap);
    add_access_option(app, arguments->request.snap);
    add_point_options(app, arguments->points);
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    return [arguments, &console] {
        if (arguments->from.empty() == arguments->to.empty()) throw InvalidArgument("give --from PLACE or --to PLACE");
        return run(*arguments, console);
    };
}

}  // namespace
}  // namespace isochrone_verb

Command isochrone_command() {
    return {
        "isochrone", "Compute isochrones (service areas): areas, roads and nodes within cost limits",
        "  allways isochrone monaco.osm.pbf --from @7.4246,43.7311 --cutoff 60,120,300 -o reach.geojson\n"
        "  allways isochrone city.gpkg --from stations.csv --cutoff 5,10 --unit min -o reach.gpkg\n"
        "  allways isochrone city.gpkg --from stations.csv --merge --cutoff 5,10 --unit min -o rings.geojson --rings\n"
        "  allways isochrone city.gpkg --to 17 --cost length --cutoff 2 --unit km -o - -f csv",
        isochrone_verb::declare, "reach"};
}

}  // namespace allways::command
