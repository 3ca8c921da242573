// The unit of a network's coordinates, from its reference system.
#pragma once

#include "allways/network/road_network.h"

namespace allways {

// Finds Provenance::coordinate_unit, which readers do by themselves; leaves it unset if the reference system is
// unknown.
void set_coordinate_unit(Provenance& provenance);

}  // namespace allways
