// SPDX-License-Identifier: Apache-2.0
// The look of each road class on a map.
#pragma once

#include <string_view>

#include "allways/draw/colours.h"
#include "allways/draw/map.h"
#include "routes/road_classes.h"

namespace allways::tools {

std::string_view name(RoadClass road_class);  // "primary road"
LineStyle style_of(RoadClass road_class, const Theme& theme);

}  // namespace allways::tools
