// int32 costs to and from cells that hold less: cells of CellWidth::bits16 and bits24.
#pragma once

#include "engine/dense/executor.h"

namespace allways::engine {

// A stream of the format's cells over one of plain int32 cells, which must outlive it; `wide` itself where the format's
// cells are plain. A cost that a cell does not hold becomes unreachable: it is costlier than any shortest path, where
// the format is right for the problem.
RowStream compact_stream(const RowStream& wide, const TileLayout& layout, const CellFormat& format);

}  // namespace allways::engine
