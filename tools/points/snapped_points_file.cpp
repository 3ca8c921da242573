// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "allways/points/snapped_points.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"
#include "export/features/feature_file.h"

namespace allways {

using namespace tools;

namespace {

using Type = FeatureField::Type;

// Removes the backticks around field names of a message.
std::string without_marks(std::string message) {
    std::erase(message, '`');
    return message;
}

class SnappedPointsWriter {
public:
    SnappedPointsWriter(const SnappedPoints& snapped_points, const PointSet& points, FeatureFile& file,
                        const ProgressCallback& progress)
        : snapped_points_(snapped_points),
          network_(snapped_points.network()),
          points_(points),
          file_(file),
          progress_(progress),
          in_metres_(snapped_points.frame().metres_per_unit().has_value()) {}

    void write_points() {
        const bool degrees = snapped_points_.frame().in_degrees();
        file_.begin_layer({"snapped_point",
                           wkbPoint,
                           {id_field("id", points_.ids),
                            {"snapped", Type::integer},
                            {in_metres_ ? "distance_m" : "distance", Type::real},
                            id_field("node", network_.node_ids),
                            id_field("arc", network_.arc_ids),
                            {"share", Type::real},
                            id_field("from_node", network_.node_ids),
                            id_field("to_node", network_.node_ids),
                            {degrees ? "lon" : "x", Type::real},
                            {degrees ? "lat" : "y", Type::real},
                            {degrees ? "snapped_lon" : "snapped_x", Type::real},
                            {degrees ? "snapped_lat" : "snapped_y", Type::real},
                            {"problem", Type::text}}});
        for (std::uint32_t i = 0; i < snapped_points_.places().size(); ++i) {
            tick(i);
            write_point(i);
        }
    }

    // Lines from each given point to its snapped place.
    void write_lines() {
        file_.begin_layer({"snap_line",
                           wkbLineString,
                           {id_field("id", points_.ids), {in_metres_ ? "distance_m" : "distance", Type::real}}});
        for (std::uint32_t i = 0; i < snapped_points_.places().size(); ++i) {
            const Place& place = snapped_points_.places()[i];
            tick(i);
            if (!place.snapped.snapped) continue;
            const FeatureValue values[] = {id_value(points_.ids, i), distance(place)};
            file_.add_line(values, std::array{snapped_points_.frame().own(place.position), place.snapped.place});
        }
    }

private:
    void tick(std::uint32_t done) const {
        constexpr std::uint32_t often = 1 << 14;
        if (done % often == 0) report(progress_, "write", done, snapped_points_.places().size());
    }

    static FeatureValue distance(const Place& place) {
        if (!std::isfinite(place.snapped.distance)) return {};
        return rounded_snap(place.snapped.distance, place.in_metres);
    }

    // An unsnapped point is written at its given place.
    void write_point(std::uint32_t i) {
        const Place& place = snapped_points_.places()[i];
        const SnappedPoint& snapped = place.snapped;
        std::vector<FeatureValue> values(13);
        values[0] = id_value(points_.ids, i);
        values[1] = std::int64_t{snapped.snapped};
        if (place.problem.empty()) values[2] = distance(place);
        if (snapped.snapped && snapped.node != no_node) values[3] = id_value(network_.node_ids, snapped.node);
        if (snapped.snapped && snapped.node == no_node) {
            const NodeIndex tail = network_.tail[snapped.arc];
            const NodeIndex head = network_.head[snapped.arc];
            values[4] = id_value(network_.arc_ids, snapped.arc);
            values[5] = std::round(snapped_points_.share(place) * 1e9) / 1e9;
            values[6] = id_value(network_.node_ids, tail);
            values[7] = id_value(network_.node_ids, head);
        }
        const bool placed = place.problem.empty();
        if (placed) {
            values[8] = place.position.x;
            values[9] = place.position.y;
        }
        if (snapped.snapped) {
            const Coordinate on_road = snapped_points_.frame().position(snapped.place);
            values[10] = on_road.x;
            values[11] = on_road.y;
        }
        if (!snapped.snapped) values[12] = without_marks(snapped_points_.why_unsnapped(place));
        const Coordinate at = snapped.snapped ? snapped.place
                              : placed        ? snapped_points_.frame().own(place.position)
                                              : Coordinate{NAN, NAN};
        file_.add_point(values, at);
    }

    const SnappedPoints& snapped_points_;
    const RoadNetwork& network_;
    const PointSet& points_;
    FeatureFile& file_;
    const ProgressCallback& progress_;
    bool in_metres_;
};

}  // namespace

void write_snapped_points(const SnappedPoints& snapped_points, const PointSet& points, const FeatureOutput& output) {
    const RoadNetwork& network = snapped_points.network();
    const auto file = make_feature_file(output, network.provenance.crs, attribution_in(network.provenance.notes));
    SnappedPointsWriter writer(snapped_points, points, *file, output.progress);
    writer.write_points();
    if (feature_format(output.path, output.format) == "gpkg") writer.write_lines();
    file->commit();
}

}  // namespace allways
