// SPDX-License-Identifier: Apache-2.0
// Converts int32 costs to and from cells of fewer values: CellWidth::bits16 and bits23.
#pragma once

#include "engine/dense/executor.h"

namespace allways::engine {

// Returns a stream of the format's cells over one of plain int32 cells, which must outlive it; `wide` itself if the
// format's cells are plain. A cost too large for a cell becomes unreachable: if the format fits the problem, it exceeds
// any shortest path.
RowStream compact_stream(const RowStream& wide, const TileLayout& layout, const CellFormat& format);

}  // namespace allways::engine
