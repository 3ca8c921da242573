// Which numbers of arcs are sums along a road.
#pragma once

#include "allways/network/road_network.h"

namespace allways {

// Whether the values of arcs in a row add up, and an arc's value is shared out among its parts, as far as name and unit
// tell. A word of the name is length, len, leng, distance, dist, time, duration, hours, minutes, seconds, cost, toll or
// weight
// ("free_flow_time" and "Cost_2", but not "free_speed"), or the unit is one of time or length and no word is width,
// height or depth. Nothing with a word max, min, limit or allowed does.
bool is_additive(const ArcColumn& column);

}  // namespace allways
