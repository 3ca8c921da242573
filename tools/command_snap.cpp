// allways snap: points, and where on the network they come to lie, for a look in a GIS program.
#include <cmath>
#include <iostream>
#include <numeric>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/counted.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "command.h"
#include "cost_option.h"
#include "export/feature_file.h"
#include "human.h"
#include "input.h"
#include "json_text.h"
#include "network/road_line.h"
#include "network_input.h"
#include "output.h"
#include "points/end_list.h"
#include "points/placement.h"
#include "provenance.h"
#include "solve_options.h"

namespace allways::tools {

namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string points;
    PointOptions read_points;
    SnapArguments snap;
    std::string output;
    std::string format;
    bool overwrite = false;
    bool strict = false;
    bool json = false;
};

void check(const Arguments& arguments) {
    feature_format(arguments.output, arguments.format);
    check_file_output(arguments.output, arguments.overwrite);
    if (arguments.json && arguments.output == standard_output) {
        throw InvalidArgument("--json and -o - both want standard output; give the points a file name");
    }
}

using Type = FeatureField::Type;

class Writer {
public:
    Writer(const Placement& placement, const PointSet& points, FeatureFile& file)
        : placement_(placement), network_(placement.network()), points_(points), file_(file),
          in_metres_(placement.frame().metres_per_unit().has_value()) {}

    void write_points() {
        const bool degrees = placement_.frame().in_degrees();
        file_.begin_layer({"snapped_point", wkbPoint,
                           {id_field("id", points_.ids), {"snapped", Type::integer},
                            {in_metres_ ? "distance_m" : "distance", Type::real}, id_field("node", network_.node_ids),
                            id_field("arc", network_.arc_ids), {"share", Type::real}, id_field("from_node", network_.node_ids),
                            id_field("to_node", network_.node_ids), {degrees ? "lon" : "x", Type::real},
                            {degrees ? "lat" : "y", Type::real}, {degrees ? "snapped_lon" : "snapped_x", Type::real},
                            {degrees ? "snapped_lat" : "snapped_y", Type::real}, {"problem", Type::text}}});
        for (std::uint32_t i = 0; i < placement_.points().size(); ++i) write_point(i);
    }

    // From where each point was asked to where it lies.
    void write_lines() {
        file_.begin_layer({"snap_line", wkbLineString,
                           {id_field("id", points_.ids), {in_metres_ ? "distance_m" : "distance", Type::real}}});
        for (std::uint32_t i = 0; i < placement_.points().size(); ++i) {
            const PlacedPoint& point = placement_.points()[i];
            if (!point.snapped.snapped) continue;
            const Coordinate asked = placement_.frame().own(point.position);
            OGRLineString line;
            line.addPoint(asked.x, asked.y);
            line.addPoint(point.snapped.place.x, point.snapped.place.y);
            const FeatureValue values[] = {id_value(points_.ids, i), distance(point)};
            file_.add(values, &line);
        }
    }

private:
    FeatureValue distance(const PlacedPoint& point) const {
        if (!std::isfinite(point.snapped.distance)) return {};
        const auto metres = placement_.frame().metres_per_unit();
        return metres ? std::round(point.snapped.distance * *metres * 1000) / 1000 : point.snapped.distance;  // to the millimetre
    }

    // A point that was not snapped stays where it was asked for.
    void write_point(std::uint32_t i) {
        const PlacedPoint& point = placement_.points()[i];
        const SnappedPoint& snapped = point.snapped;
        std::vector<FeatureValue> values(13);
        values[0] = id_value(points_.ids, i);
        values[1] = std::int64_t{snapped.snapped};
        if (point.problem.empty()) values[2] = distance(point);
        if (snapped.snapped && snapped.node != no_node) values[3] = id_value(network_.node_ids, snapped.node);
        if (snapped.snapped && snapped.node == no_node) {
            const NodeIndex tail = network_.tail[snapped.arc];
            const NodeIndex head = network_.head[snapped.arc];
            values[4] = id_value(network_.arc_ids, snapped.arc);
            values[5] = std::round((network::runs_upward(network_, snapped.arc) ? snapped.fraction : 1 - snapped.fraction) * 1e9) / 1e9;
            values[6] = id_value(network_.node_ids, tail);
            values[7] = id_value(network_.node_ids, head);
        }
        const bool placed = point.problem.empty();
        if (placed) {
            values[8] = point.position.x;
            values[9] = point.position.y;
        }
        if (snapped.snapped) {
            const Coordinate place = placement_.frame().position(snapped.place);
            values[10] = place.x;
            values[11] = place.y;
        }
        if (!snapped.snapped) values[12] = placement_.why_unsnapped(point);
        const Coordinate at = snapped.snapped ? snapped.place : placed ? placement_.frame().own(point.position) : Coordinate{NAN, NAN};
        const OGRPoint geometry(at.x, at.y);
        file_.add(values, std::isfinite(at.x) ? &geometry : nullptr);
    }

    const Placement& placement_;
    const RoadNetwork& network_;
    const PointSet& points_;
    FeatureFile& file_;
    bool in_metres_;
};

ExitCode run(Arguments arguments, Console& console) {
    check(arguments);
    PointOptions options = arguments.read_points;
    options.log = console.log();
    const PointSet points = read_point_file(arguments.points, options);
    const RoadNetwork network = read_network_input(arguments.input, console);
    const std::string cost = named_cost(arguments.solve, arguments.input.read, Input(RoadNetwork()));
    Placement placement(network, {cost, {}}, arguments.snap, arguments.input.path, console.log());
    placement.add(points);
    std::vector<std::size_t> all(points.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    placement.require_any(all, "points");
    placement.report(false);
    const auto file = make_feature_file(arguments.output, {.format = arguments.format, .overwrite = arguments.overwrite,
                                                           .crs = network.provenance.crs,
                                                           .attribution = attribution_in(network.provenance.notes), .log = console.log()});
    Writer writer(placement, points, *file);
    writer.write_points();
    if (feature_format(arguments.output, arguments.format) == "gpkg") writer.write_lines();
    file->commit();
    console.stop();
    const auto unsnapped = placement.unsnapped();
    if (arguments.json) {
        nlohmann::ordered_json json{{"points", points.size()}, {"snapped", points.size() - unsnapped.size()}};
        json["unsnapped"] = nlohmann::ordered_json::array();
        for (const std::size_t point : unsnapped) json["unsnapped"].push_back(placement.points()[point].name);
        json["outputs"] = {arguments.output};
        std::cout << json_text(json, 2) << "\n";
    }
    if (!arguments.strict || unsnapped.empty()) return ExitCode::ok;
    console.error(format("{} of {} not snapped", unsnapped.size(), counted(points.size(), "point")));
    return ExitCode::mismatch;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    app.add_option("--points", arguments->points, "Points: CSV with lon and lat or x and y, GeoPackage, GeoJSON, "
                                                  "Shapefile; - reads standard input")
        ->required()
        ->type_name("FILE");
    app.add_option("-o,--output", arguments->output,
                   "Snapped points to write, in a GeoPackage with lines from the original positions: .gpkg, "
                   ".geojson or .csv")
        ->required()
        ->type_name("FILE");
    app.add_option("-f,--format", arguments->format, "Format of the output (default: by suffix)")
        ->check(CLI::IsMember({"gpkg", "geojson", "csv"}));
    app.add_flag("-O,--overwrite", arguments->overwrite, "Overwrite an existing output");
    app.add_flag("--json", arguments->json, "Print as JSON how many points were snapped and which were not");
    app.add_flag("--strict", arguments->strict, "Exit with 6 if a point could not be snapped (with 3 if none could)");
    add_point_options(app, arguments->read_points);
    add_snap_options(app, arguments->snap);
    add_cost_option(app, arguments->solve.cost);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command snap_command() {
    return {"snap", "Show where points lie on a network",
            "  allways snap city.osm.pbf --points customers.csv -o customers_on_roads.gpkg\n"
            "  allways snap roads.gpkg --points stops.shp -o - -f csv --snap-radius 100 --strict",
            declare};
}

}  // namespace allways::tools
