// SPDX-License-Identifier: Apache-2.0
// Prepared problem → the cell format of tiles, and of sweeps but for the width (sweep_format).
#pragma once

#include "engine/prepare/cell_format.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// Chooses how cells and next hops are stored. Cells of networks have first arcs in their keys if the bits suffice
// (int32), otherwise only distances; matrices have a hop array of node indexes.
template <class T>
CellFormat choose_format(const Prepared<T>& prepared, bool next_hops);

}  // namespace allways::engine
