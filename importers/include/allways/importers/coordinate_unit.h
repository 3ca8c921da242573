// SPDX-License-Identifier: Apache-2.0
// The unit of a network's coordinates, from its reference system.
#pragma once

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

// Sets Provenance::coordinate_unit; readers call this themselves. Leaves it unset if the reference system is unknown.
ALLWAYS_API void set_coordinate_unit(Provenance& provenance);

}  // namespace allways
