// SPDX-License-Identifier: Apache-2.0
// Decides which numbers of arcs add up along a road.
#pragma once

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

// Returns true if the values of consecutive arcs add up, and an arc's value is divided among its sections; judged by
// name and unit. Either a word of the name is length, len, leng, distance, dist, time, duration, hours, minutes,
// seconds, cost, toll or weight ("free_flow_time" and "Cost_2", but not "free_speed"), or the unit is one of time or
// length and no word is width, height or depth. False for any name with a word max, maximum, min, minimum, limit or
// allowed.
ALLWAYS_API bool is_additive(const ArcColumn& column);

}  // namespace allways
