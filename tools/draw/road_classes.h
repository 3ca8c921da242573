// What kind of road a map shows in which way.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "draw/map.h"
#include "draw/colours.h"

namespace allways::tools {

// From the most important to the least. `other` is what no class is stated of, or one that is not known here.
enum class RoadClass { motorway, trunk, primary, secondary, tertiary, local, other, service, path, ferry };
inline constexpr std::size_t road_class_count = 10;

// Of OpenStreetMap's highway values ("primary_link", "living_street") and GMNS's facility types ("freeway").
RoadClass road_class(std::string_view facility_type);
std::string_view name(RoadClass road_class);  // "primary road"
LineStyle style_of(RoadClass road_class, const Theme& theme);

}  // namespace allways::tools
