// What the maps of one network have in common.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "allways/draw/colours.h"
#include "allways/draw/map.h"
#include "allways/routes/route.h"
#include "draw/road_styles.h"

namespace allways::tools {

// The nodes with their ids, the attribution, and the extent of all roads and nodes; where a few nodes lie far out, that
// of the others, and map.far_nodes counts those outside.
Map base_map(const PathSource& source, const RoadPlan& plan);

// By how much lines are wider than their class says where there are few roads, or thinner where there are many.
double boldness(const RoadPlan& plan);

// The classes of roads of a source, by their text "facility_type".
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

// What roads are called, "High Street (B12)", each different text once in map.texts.
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

// The roads in grey, as ground for something else: the lesser ones and the main ones.
std::vector<LineLayer> grey_roads(const PathSource& source, const RoadPlan& plan, Map& map, const Theme& theme);

}  // namespace allways::tools
