// SPDX-License-Identifier: Apache-2.0
// The parts that all maps of one network share, and the look of each road class.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/draw/colours.h"
#include "allways/draw/map.h"
#include "allways/routes/route.h"
#include "routes/road_classes.h"

namespace allways::tools {

std::string_view name(RoadClass road_class);  // "primary road"
LineStyle style_of(RoadClass road_class, const Theme& theme);

// A map with the nodes and their ids, the attribution, and the extent of all roads and nodes. If a few nodes are
// outliers, the extent excludes them and map.far_nodes is their number.
Map base_map(const PathSource& source, const RoadPlan& plan);

// The part of a network's extent `all` that a picture shows. A few outliers, such as nodes at the far end of a ferry,
// would otherwise shrink everything else. O(n log n).
BoundingBox extent_without_outliers(std::span<const Coordinate> nodes, const BoundingBox& all);

// A factor for the line widths of road classes: larger for few roads, smaller for many.
double boldness(const RoadPlan& plan);

// The road classes of a source, from its text "facility_type".
class RoadClasses {
public:
    explicit RoadClasses(const PathSource& source) : column_(source.arcs().text("facility_type")) {}
    RoadClass of(const Road& road) const {
        return column_ == nullptr ? RoadClass::other : road_class(column_->text(road.arc));
    }

    bool stated() const { return column_ != nullptr; }

private:
    const TextColumn* column_;
};

// The names of roads, "High Street (B12)", each distinct text once in map.texts.
class RoadTexts {
public:
    RoadTexts(const PathSource& source, Map& map);
    std::uint32_t of(const Road& road);

private:
    const TextColumn* name_;
    const TextColumn* ref_;
    Map& map_;
    std::unordered_map<std::string, std::uint32_t> known_{{"", 0}};
};

// All roads in grey as a background: one layer for minor roads and one for main roads.
std::vector<LineLayer> grey_roads(const PathSource& source, const RoadPlan& plan, Map& map, const Theme& theme);

}  // namespace allways::tools
