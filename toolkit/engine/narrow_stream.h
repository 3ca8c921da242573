// int32 costs to and from 16-bit cells.
#pragma once

#include "engine/executor.h"

namespace allways::engine {

// A stream of 16-bit cells over one of int32 cells, which must outlive it. What no 16-bit cell holds becomes
// unreachable: dearer than any shortest path, where the format is right for the problem.
TileStream narrow_stream(const TileStream& wide, const TileLayout& layout, const CellFormat& format);

}  // namespace allways::engine
