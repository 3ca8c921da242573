// SPDX-License-Identifier: Apache-2.0
// allways assign: the loads of arcs and nodes when trips take their shortest paths.
#include <optional>
#include <utility>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/export/features.h"
#include "allways/points/point_assignment.h"
#include "allways/result/natural_scale.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace assign_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string pairs;
    std::string trips;  // column of the pairs
    std::string matrix;
    std::string matrix_name;
    std::string points;
    std::string origins;
    std::string destinations;
    PointOptions read_points;
    PointAssignmentRequest request;
    FeatureOutput output;
    FeatureLayers layers = FeatureLayers::all;
    bool json = false;
};

void check(const Arguments& arguments) {
    if (arguments.pairs.empty() == arguments.matrix.empty()) throw InvalidArgument("give --pairs or --matrix");
    if (!arguments.trips.empty() && arguments.pairs.empty()) throw InvalidArgument("--trips names a column of --pairs");
    if (!arguments.matrix_name.empty() && arguments.matrix.empty())
        throw InvalidArgument("--matrix-name names a matrix of --matrix");
    if (!arguments.points.empty() && (!arguments.origins.empty() || !arguments.destinations.empty()))
        throw InvalidArgument("give --points for both ends, or --origins and --destinations");
    if (arguments.origins.empty() != arguments.destinations.empty())
        throw InvalidArgument("--origins and --destinations need each other");
    check_feature_output(arguments.output);
}

// The points that the trips name by their ids.
std::optional<PointSides> named_points(const Arguments& arguments, Console& console) {
    if (arguments.points.empty() && arguments.origins.empty()) return std::nullopt;
    return read_sides({arguments.points, arguments.origins, arguments.destinations}, arguments.read_points, console);
}

PairLists read_trips(const Arguments& arguments, Console& console) {
    PointOptions options = arguments.read_points;
    options.log = console.log();
    const std::optional<PointSides> points = named_points(arguments, console);
    const PointSides* const named = points ? &*points : nullptr;
    if (!arguments.pairs.empty()) {
        if (named == nullptr) check_pair_options(options);
        return read_trip_pairs(arguments.pairs, arguments.trips, named ? PointOptions{} : options, named,
                               console.log());
    }
    if (named == nullptr) check_point_options(arguments.read_points, {});
    InputArguments matrix{arguments.matrix, {}};
    matrix.read.cost_field = arguments.matrix_name;
    matrix.read.keep_diagonal = true;
    matrix.read.lookup = arguments.input.read.lookup;
    return trips_in(read(matrix, console), arguments.matrix, named);
}

// The total cost of all loaded trips: hours of times, else the unit of the cost.
std::pair<double, std::string> total_cost(const Assignment& loads) {
    const bool is_time = find_unit(loads.scale.unit, Unit::Kind::time) != nullptr;
    const NaturalScale scale(loads.scale, is_time ? "h" : "");
    return {scale.value(loads.raw_cost), scale.unit()};
}

nlohmann::ordered_json json_of(const PointAssignment& found, double seconds) {
    const Assignment& loads = found.loads;
    const auto [cost, unit] = total_cost(loads);
    return {{"trips", loads.requested},
            {"loaded", loads.loaded},
            {"unreachable", loads.unreachable},
            {"within_nodes", loads.within_nodes},
            {"unselected", loads.unselected},
            {"cost", loads.scale.name},
            {"total_cost", cost},
            {"total_cost_unit", unit},
            {"unsnapped", found.unsnapped},
            {"seconds", seconds}};
}

void tell(const Assignment& loads, Console& console) {
    const auto [cost, unit] = total_cost(loads);
    if (loads.unreachable > 0) console.warn(format("{:.10g} trips have no path and load nothing", loads.unreachable));
    std::string text = format("{:.10g} of {:.10g} trips loaded", loads.loaded, loads.requested);
    if (loads.within_nodes > 0) text += format(", {:.10g} stay at their node", loads.within_nodes);
    if (loads.unselected > 0) text += format(", {:.10g} take no selected arc", loads.unselected);
    console.info(format("{}; total {} {:.10g}{}", text, loads.scale.name, cost, unit.empty() ? "" : " " + unit));
}

ExitCode run(Arguments arguments, Console& console) {
    check(arguments);
    PointAssignmentRequest& request = arguments.request;
    request.pairs = read_trips(arguments, console);
    if (!arguments.matrix.empty()) arguments.input.read.lookup.clear();  // it is the matrix's
    const Stopwatch total;
    Input input = read_to_solve(arguments.input, arguments.solve, console);
    request.solve = arguments.solve.options(console);
    request.name = arguments.input.path;
    const auto& network = std::get<RoadNetwork>(input);
    const PointAssignment found = assign_point_trips(network, request);
    attach(arguments.output, console);
    write_loads(network, found, arguments.output, arguments.layers);
    console.stop();

    tell(found.loads, console);
    console.info(format("{}; {}; {}", counted(request.pairs.trips.size(), "pair"), seconds_text(total.seconds()),
                        arguments.output.path));
    if (arguments.json) print_report(json_of(found, total.seconds()), arguments.input.path, arguments.output.path);
    return console.end(found.loads.unreachable == 0 && found.unsnapped.empty(),
                       format("{:.10g} trips unreachable, {} not snapped", found.loads.unreachable,
                              counted(found.unsnapped.size(), "point")));
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    add_flag(app, arguments->pairs,
             {"--pairs", "FILE",
              "Trips: a file with 'from,to,trips' on each line, or with columns from_lon, from_lat, to_lon, "
              "to_lat; - reads standard input"});
    add_flag(app, arguments->trips,
             {"--trips", "FIELD",
              "Column of --pairs with the numbers of trips (default: trips, volume, demand or flow; without such "
              "a column every pair is one trip)"});
    add_flag(app, arguments->matrix,
             {"--matrix", "FILE",
              "Trips: a matrix, such as .omx, .csv, .npy or a TNTP trips file, whose rows and columns are nodes"});
    add_flag(app, arguments->matrix_name, {"--matrix-name", "NAME", "Matrix to read, if the file has several"});
    add_flag(app, arguments->points,
             {"--points", "FILE", "Points that the trips name by their ids: a file of points for both ends"});
    add_flag(app, arguments->origins, {"--origins", "FILE", "Points that the origins of trips name"});
    add_flag(app, arguments->destinations, {"--destinations", "FILE", "Points that the destinations of trips name"});
    add_flag(app, arguments->request.select,
             {"--select", "ARCS",
              "Select link: comma-separated ids of arcs; only trips that pass one of them are loaded. An id of "
              "both directions selects both"});
    add_feature_options(app, arguments->output,
                        "File to write, with a line for each arc: .gpkg, .geojson, .shp, .fgb or .csv; - writes to "
                        "standard output",
                        &arguments->layers,
                        "Layers to write; .geojson and .csv hold one, arcs unless nodes are wanted");
    add_solve_options(app, arguments->solve, named({"cost", "cost_type", "memory_limit_bytes"}));
    add_snap_options(app, arguments->request.snap);
    add_point_options(app, arguments->read_points);
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace assign_verb

Command assign_command() {
    return {"assign", "Load arcs and nodes with the trips that pass them on shortest paths (all or nothing)",
            "  allways assign city.gpkg --matrix trips.omx -o loads.gpkg\n"
            "  allways assign city.osm.pbf --pairs commuters.csv --trips people --points places.csv -o loads.gpkg\n"
            "  allways assign city.gpkg --matrix trips.omx --select 1204 -o select_link.gpkg\n"
            "  allways assign city.gpkg --pairs trips.csv -o - -f csv --what nodes",
            assign_verb::declare};
}

}  // namespace allways::command
