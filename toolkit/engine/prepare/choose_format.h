// Prepared problem → the cells that both engines store it in.
#pragma once

#include "engine/prepare/cell_format.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// How cells and next hops are stored, for a prepared problem. Cells of networks have first arcs in their keys where the
// bits suffice (int32), else distances alone; matrices have a hop array of node indexes.
template <class T>
CellFormat choose_format(const Prepared<T>& prepared, bool next_hops);

}  // namespace allways::engine
