// What class of road a text of a file means.
#pragma once

#include <cstddef>
#include <string_view>

namespace allways::tools {

// From the most important to the least. `other`: no class is stated, or one that is not known here.
enum class RoadClass { motorway, trunk, primary, secondary, tertiary, local, other, service, path, ferry };
inline constexpr std::size_t road_class_count = 10;

// OpenStreetMap's highway values ("primary_link", "living_street") and GMNS's facility types ("freeway").
RoadClass road_class(std::string_view facility_type);

}  // namespace allways::tools
