// SPDX-License-Identifier: Apache-2.0
// allways snap: writes where points snap to the network, for inspection in a GIS program.

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/points/point_list.h"
#include "allways/points/snapped_points.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/input.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace snap_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string points;
    PointOptions read_points;
    SnapChoice snap;
    FeatureOutput output;
    bool json = false;
};

ExitCode run(Arguments arguments, Console& console) {
    check_feature_output(arguments.output);
    PointOptions options = arguments.read_points;
    options.log = console.log();
    const PointSet points = read_point_file(arguments.points, options);
    const RoadNetwork network = read_network_input(for_solving(arguments.input, arguments.solve), console);
    const std::string cost = named_cost(arguments.solve.cost_options(), arguments.input.read, Input(RoadNetwork()));
    SnappedPoints snapped_points(network, {cost, {}}, arguments.snap, arguments.input.path, console.log());
    snapped_points.require_any(snapped_points.add(points), "points");
    snapped_points.report(false);
    attach(arguments.output, console);
    write_snapped_points(snapped_points, points, arguments.output);
    console.stop();
    const auto unsnapped = snapped_points.unsnapped();
    if (arguments.json) {
        nlohmann::ordered_json json{{"points", points.size()}, {"snapped", points.size() - unsnapped.size()}};
        json["unsnapped"] = unsnapped;
        json["positions"] = to_json(snapped_points.places());
        json["outputs"] = {arguments.output.path};
        report_stream(arguments.output.path) << json_text(json, 2) << "\n";
    }
    return console.end(unsnapped.empty(),
                       format("{} of {} not snapped", unsnapped.size(), counted(points.size(), "point")));
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    add_flag(app, arguments->points,
             {"--points", "FILE",
              "Points: CSV with lon and lat or x and y, GeoPackage, GeoJSON, Shapefile; - reads standard input"})
        ->required();
    add_feature_options(app, arguments->output,
                        "Snapped points to write, in a GeoPackage with lines from the original positions: .gpkg, "
                        ".geojson or .csv");
    app.add_flag("--json", arguments->json, "Print as JSON how many points were snapped and which were not");
    add_point_options(app, arguments->read_points);
    add_snap_options(app, arguments->snap);
    add_solve_options(app, arguments->solve, named({"cost"}));
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace snap_verb

Command snap_command() {
    return {"snap", "Show where points lie on a network",
            "  allways snap city.osm.pbf --points customers.csv -o customers_on_roads.gpkg\n"
            "  allways snap roads.gpkg --points stops.shp -o - -f csv --snap-radius 100 --strict",
            snap_verb::declare};
}

}  // namespace allways::command
