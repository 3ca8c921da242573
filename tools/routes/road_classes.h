// SPDX-License-Identifier: Apache-2.0
// Classes of roads, from the text of a file.
#pragma once

#include <cstddef>
#include <string_view>

namespace allways::tools {

// From the most to the least important. `other`: no class is stated, or an unknown one.
enum class RoadClass { motorway, trunk, primary, secondary, tertiary, local, other, service, path, ferry };
inline constexpr std::size_t road_class_count = 10;

// OpenStreetMap's highway values ("primary_link", "living_street") and GMNS's facility types ("freeway").
RoadClass road_class(std::string_view facility_type);

// Service roads and paths.
inline bool is_minor(RoadClass kind) {
    return kind == RoadClass::service || kind == RoadClass::path;
}

}  // namespace allways::tools
