// SPDX-License-Identifier: Apache-2.0
// A hint names the place that a coordinate was snapped to, so that a later request need not look for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "service/map/map_snapshot.h"

namespace allways::tools {

std::string make_hint(const MapSnapshot& map, const SnappedPoint& point);
// Nothing for a hint of another map, or any other text. The distance to the coordinate is left at infinity.
std::optional<SnappedPoint> read_hint(const MapSnapshot& map, std::string_view hint);

}  // namespace allways::tools
