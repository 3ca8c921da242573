// SPDX-License-Identifier: Apache-2.0
// movement.csv of GMNS → turn rules. The table lists how inbound links connect to outbound ones: a link that has
// movements at the node where it ends leads only to the links that they name.
#pragma once

#include <filesystem>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "networks/gmns_links.h"
#include "networks/gmns_uses.h"

namespace allways::importers {

// Forbids the turns that movement.csv in `folder` does not list, and adds penalties as prices. Movements that are not
// open to the mode are ignored. Rows that do not match the links are counted as skipped. Counts movement_tod.csv, and
// logs that it is ignored. Throws InputError with the line for a penalty that is not a number of seconds.
void read_gmns_movements(const std::filesystem::path& folder, const GmnsNodes& nodes, const GmnsUses& uses,
                         const ReadOptions& options, RoadNetwork& network, ImportReport& report);

}  // namespace allways::importers
