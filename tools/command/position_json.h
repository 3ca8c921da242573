// SPDX-License-Identifier: Apache-2.0
// The positions of a request in a report.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "allways/result/snap_distances.h"

namespace allways::command {

// [{"id": "mill", "snap_distance_m": 12.5}, …]; also "snapped": false, and "nearest_road_m" where a nearer road was
// passed over. Null for a position without a place.
nlohmann::ordered_json to_json(const PositionDistances& distances);

}  // namespace allways::command
