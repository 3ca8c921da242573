// SPDX-License-Identifier: Apache-2.0
// link.csv → arcs with their ids, columns, texts and shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "allways/base/progress.h"
#include "allways/importers/read.h"
#include "allways/network/arc_shapes.h"
#include "allways/network/road_network.h"
#include "networks/gmns_table.h"
#include "networks/gmns_uses.h"

namespace allways::importers {

// Shapes of links: WKT in the link itself, or in geometry.csv under the link's geometry_id.
class GmnsGeometries {
public:
    // Reads geometry.csv if there is one. Throws InputError for text that is not WKT of a line.
    explicit GmnsGeometries(const std::string& path);

    void find_fields(const GmnsTable& links);
    struct Shape {
        ArcShapes::ShapeIndex index = ArcShapes::no_shape;
        bool backward = false;  // the shape runs against the link
    };
    // Returns the shape of the table's current link, which runs between these points, if it is known. dir_flag states
    // the shape's direction (1 or -1); otherwise the shape's ends decide.
    Shape shape_of(const GmnsTable& links, std::optional<Coordinate> from, std::optional<Coordinate> to);
    void add_arc(Shape shape, bool reversed) { shapes_.add_arc(shape.index, shape.backward != reversed); }

    // Returns the shapes, empty if no link has one. Logs how many links name a missing shape.
    ArcShapes take(const LogCallback& log_to) &&;

private:
    struct Stored {
        std::vector<Coordinate> points;
        ArcShapes::ShapeIndex index = ArcShapes::no_shape;  // assigned at the first use
    };
    ArcShapes::ShapeIndex find_shape(const GmnsTable& links);
    ArcShapes::ShapeIndex stored_shape(std::string_view id);

    std::unordered_map<std::string, Stored> stored_;                // by geometry_id
    std::optional<std::size_t> geometry_, geometry_id_, dir_flag_;  // fields of link.csv
    ArcShapes shapes_;
    std::uint64_t absent_ = 0;
};

struct GmnsNodes {
    std::unordered_map<std::string, NodeIndex> index;
    std::vector<std::string> ids;
    std::vector<std::optional<Coordinate>> points;
    std::vector<std::uint8_t> no_through;
    std::size_t with_zone = 0;  // nodes that state a zone_id
    std::size_t with_type = 0;  // nodes that state a node_type
};

// Appends the links that match options.where and are open to the mode. Fields have the specification's names, possibly
// cut to ten characters as in Shapefiles, or the names that the options give. Throws InputError with the line, and
// InvalidArgument for an option that names a missing field.
void read_gmns_links(const std::string& path, const GmnsNodes& nodes, GmnsGeometries geometries, GmnsUses& uses,
                     const ReadOptions& options, RoadNetwork& network);

}  // namespace allways::importers
