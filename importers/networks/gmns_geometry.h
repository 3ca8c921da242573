// SPDX-License-Identifier: Apache-2.0
// Shapes of GMNS links: WKT in the link itself, or in geometry.csv under the link's geometry_id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/arc_shapes.h"
#include "networks/gmns_table.h"

namespace allways::importers {

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

}  // namespace allways::importers
