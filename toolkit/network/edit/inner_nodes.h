// SPDX-License-Identifier: Apache-2.0
// The nodes of OpenStreetMap inside an arc, which a network keeps as the text "osm_nodes": "25177418 +1 +1 -7", the
// first id and then the difference of each to the one before. Mappers draw roads node by node, so differences are
// small.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

inline constexpr std::string_view inner_nodes_text = "osm_nodes";

// `ids`: those of a road from end to end. Empty if there are no nodes between the ends.
std::string text_of_inner_nodes(std::span<const std::int64_t> ids);

// Returns the ids along an arc, both ends included, in its direction of travel; the text of a reversed arc runs against
// it. Returns nothing if the network's ids are not numbers, or if the text does not cover all points of the arc's line.
// An arc of a network without this text has its two ends.
std::vector<std::int64_t> nodes_along(const RoadNetwork& network, ArcIndex arc);

// The same for any arc between these ends, whose line has `points` points.
std::vector<std::int64_t> nodes_between(std::int64_t tail, std::int64_t head, std::string_view text, bool is_reversed,
                                        std::size_t points);

}  // namespace allways::network
