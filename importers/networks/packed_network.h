// SPDX-License-Identifier: Apache-2.0
// RoadNetwork ⇄ compact bytes, which read some hundred times faster than rows of a database.
#pragma once

#include <string>
#include <string_view>

#include "allways/network/road_network.h"

namespace allways::importers {

// The version of the layout; another version means other bytes.
inline constexpr std::uint64_t packed_network_version = 1;

// Packs every field of the network, bit for bit, except the source and format in the provenance, which reading sets.
std::string pack_network(const RoadNetwork& network);

// O(bytes). Throws DamagedContent for anything but the result of pack_network(); also checks that indexes are in range
// and arrays have the sizes that RoadNetwork states.
RoadNetwork unpack_network(std::string_view bytes);

}  // namespace allways::importers
