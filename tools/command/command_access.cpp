// SPDX-License-Identifier: Apache-2.0
// allways access: opportunities within reach of places, and the nearest destinations, without a table of distances.
#include <set>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/export/features.h"
#include "allways/points/point_access.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "command/command.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace access_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string origins;
    std::string destinations;
    std::string demand;  // field of the origins
    std::string values;  // file with the fields; empty: those of the points
    PointOptions points;
    std::vector<std::string> cutoffs;
    bool towards = false;
    PointAccessRequest request;
    FeatureOutput output;
    bool json = false;
};

nlohmann::ordered_json json_of(const PointAccess& found) {
    auto json = to_json(found.access.report);
    json["origins"] = found.origin_ids.size();
    json["destinations"] = found.destination_ids.size();
    json.update(command::json_of(found));
    return json;
}

// The means over all origins, by kind and cutoff.
void tell(const PointAccess& found, Console& console) {
    const std::size_t origins = found.origin_ids.size();
    for (std::size_t kind = 0; kind < found.kinds.size(); ++kind) {
        std::string line;
        for (std::size_t c = 0; c < found.cutoffs.size(); ++c) {
            double sum = 0;
            for (std::size_t origin = 0; origin < origins; ++origin) sum += found.access.sum(origin, kind, c);
            line += format("{}{:.10g}{}: {:.6g}", c == 0 ? "" : ", ", found.cutoffs[c],
                           found.unit.empty() ? "" : " " + found.unit, sum / static_cast<double>(origins));
        }
        console.info(format("mean of {} within {}", found.kinds[kind], line));
    }
}

ExitCode run(Arguments arguments, Console& console) {
    check_feature_output(arguments.output);
    PointAccessRequest& request = arguments.request;
    std::set<std::string> fields{"id"};
    for (const std::string& kind : request.kinds) {
        if (!fields.insert(lower_case(kind)).second)
            throw InvalidArgument(format("--weights: the output would have two fields called '{}'", kind));
    }
    request.cutoffs = parse_cutoffs(arguments.cutoffs);
    std::ranges::sort(request.cutoffs);
    request.to_origins = arguments.towards;
    PointOptions options = arguments.points;
    options.text_field.clear();
    options.log = console.log();
    const bool own = arguments.values.empty();
    if (!own && arguments.demand.empty() && request.kinds.empty() && arguments.points.text_field.empty())
        throw InvalidArgument("--values has the fields of --weights, --class and --demand, and none is given");
    if (own && !arguments.demand.empty()) options.number_fields = {arguments.demand};
    if (!arguments.origins.empty()) request.origins = read_point_list(arguments.origins, "--origins", options);
    if (!arguments.demand.empty() && (!request.origins || (own && request.origins->source.empty())))
        throw InvalidArgument("--demand names a field of a file of points or nodes (--origins FILE)");
    if (own) {
        options.number_fields = request.kinds;
        options.text_field = arguments.points.text_field;
    }
    request.destinations = read_point_list(arguments.destinations, "--destinations", options);
    if (own && request.destinations.source.empty() && (!request.kinds.empty() || !options.text_field.empty()))
        throw InvalidArgument(
            "--weights and --class name fields of a file of points or nodes (--destinations FILE), or of --values");
    check_point_options(arguments.points, {&request.destinations, request.origins ? &*request.origins : nullptr});
    const Stopwatch total;
    Input input = read_to_solve(arguments.input, arguments.solve, console);
    request.solve = arguments.solve.options(console);
    request.name = arguments.input.path;
    const auto& network = std::get<RoadNetwork>(input);
    if (request.origins) expand(*request.origins, row_names(input), request.name);
    expand(request.destinations, row_names(input), request.name);
    if (!own) {
        PointOptions fields = arguments.points;
        fields.number_fields = request.kinds;
        add_values(request.destinations, arguments.values, fields);
        fields = {.encoding = arguments.points.encoding, .number_fields = {arguments.demand}};
        if (!arguments.demand.empty()) add_values(*request.origins, arguments.values, fields);
    }
    if (!arguments.demand.empty()) request.demand = request.origins->numbers.front();
    request.weights = request.destinations.numbers;
    request.classes = request.destinations.texts;
    const PointAccess found = find_point_access(network, request);
    attach(arguments.output, console);
    write_access(found, arguments.output);
    console.stop();

    tell(found, console);
    console.info(format("{}, {}; {}; {}", counted(found.origin_ids.size(), "origin"),
                        counted(found.destination_ids.size(), "destination"), seconds_text(total.seconds()),
                        arguments.output.path));
    if (arguments.json) print_report(json_of(found), arguments.input.path, arguments.output.path);
    return console.end(found.unsnapped.empty(), format("{} not snapped", counted(found.unsnapped.size(), "point")));
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    PointAccessRequest& request = arguments->request;
    add_input(app, arguments->input, "INPUT", "A network");
    add_flag(app, arguments->destinations,
             {"--destinations", "POINTS",
              "Where the opportunities are: a file of points, or nodes as in 'allways table --origins'"})
        ->required();
    add_flag(app, arguments->origins,
             {"--origins", "POINTS", "Places to compute access for, in the same form (default: all nodes)"});
    add_flag(app, request.kinds,
             {"--weights", "FIELDS",
              "Comma-separated fields of the points that count opportunities, such as jobs,beds (default: every "
              "point counts 1)"});
    add_flag(app, arguments->values,
             {"--values", "FILE",
              "Take the fields of --weights, --class and --demand from this file, which has a row for each id of the "
              "points, such as zone_id,jobs (default: from the points)"});
    add_flag(
        app, arguments->cutoffs,
        {"--cutoff", "NUMBERS", "Comma-separated limits of the cost, in --unit, within which opportunities count"});
    add_flag(app, request.unit,
             {"--unit", "UNIT", "Unit of the limits and of distances, such as min or km (default: the cost's)"});
    add_flag(app, arguments->demand,
             {"--demand", "FIELD",
              "Field of the origins with their demand, such as people: opportunities are supplies that it shares, "
              "supply by demand in two steps (2SFCA)"});
    add_flag(app, request.decay,
             {"--decay", "",
              "How opportunities at distance d count under limit c: step, all up to c; linear, 1 - d/c; exponential, "
              "exp(-d/c); gaussian, exp(-d²/2c²)",
              "Options"});
    add_flag(app, request.nearest, {"--nearest", "K", "Find the K nearest destinations of each origin"})
        ->check(count_from(1));
    add_flag(app, arguments->points.text_field,
             {"--class", "FIELD", "Field of the points with their class; --nearest finds the nearest of each"});
    app.add_flag("--towards", arguments->towards, "Measure from the destinations to the origins");
    add_feature_options(app, arguments->output,
                        "File to write, with a point for each origin: .gpkg, .geojson, .shp, .fgb or .csv; - writes to "
                        "standard output");
    add_solve_options(app, arguments->solve, named({"cost", "cost_type", "device", "memory_limit_bytes"}));
    add_snap_options(app, request.snap);
    add_point_options(app, arguments->points);
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace access_verb

Command access_command() {
    return {
        "access", "Count opportunities within cost limits, and find the nearest",
        "  allways access city.osm.pbf --destinations jobs.csv --weights jobs --cutoff 15,30 --unit min -o jobs.gpkg\n"
        "  allways access city.gpkg --origins homes.csv --destinations schools.csv --nearest 3 -o schools.csv\n"
        "  allways access city.gpkg --destinations care.gpkg --class kind --nearest 1 --towards -o care.geojson\n"
        "  allways access city.gpkg --origins blocks.csv --demand people --destinations doctors.csv --cutoff 20 --unit "
        "min -o doctors.gpkg\n"
        "  allways access city.gpkg --destinations shops.csv --decay gaussian --cutoff 10 --unit min -o shops.gpkg",
        access_verb::declare};
}

}  // namespace allways::command
