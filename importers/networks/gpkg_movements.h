// SPDX-License-Identifier: Apache-2.0
// The table `movement` of a GeoPackage in Allways' layout → turn rules, in the order of their rows.
#pragma once

#include <cstdint>
#include <span>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "libraries/sqlite_database.h"
#include "networks/gpkg_rows.h"

namespace allways::importers {

// Adds the rules to network.turns. `features` holds the feature number of each arc, ascending. Movements whose links or
// node are gone, or no longer meet, are skipped and counted in `found`. Throws InputError, with table and feature, for
// a row that is malformed, matches several sequences of arcs, or states another price for a pair of arcs.
void read_gpkg_movements(const SqliteDatabase& database, const GpkgNodes& nodes, std::span<const std::int64_t> features,
                         RoadNetwork& network, ImportReport& found);

}  // namespace allways::importers
