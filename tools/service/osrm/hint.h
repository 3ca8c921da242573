// SPDX-License-Identifier: Apache-2.0
// A hint names the place to which a coordinate was snapped, so that a later request need not snap it again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "service/map/map_snapshot.h"

namespace allways::tools {

std::string make_hint(const MapSnapshot& map, const SnappedPoint& point);
// Returns the place; nothing for a hint of another map or any other text. The distance to the coordinate stays
// infinite.
std::optional<SnappedPoint> read_hint(const MapSnapshot& map, std::string_view hint);

}  // namespace allways::tools
