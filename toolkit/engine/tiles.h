// Prepared problem → tiles: the cells an executor starts from.
#pragma once

#include <cstdint>

#include "engine/executor.h"
#include "engine/prepare.h"
#include "engine/tile_layout.h"

namespace allways::engine {

// How cells and next hops are stored, for a prepared problem. Networks carry labels in the key where the bits
// suffice (int32), else distances alone; matrices carry node indexes.
template <class T>
CellFormat choose_format(const Prepared<T>& prepared, bool next_hops);

template <class T>
TileLayout layout_of(const Prepared<T>& prepared, std::size_t tile);

// Writes one row of tiles: layout.row_cells() cells, and as many hops in carried mode (else `hops` is null).
template <class T>
void fill_tile_row(const Prepared<T>& prepared, const TileLayout& layout, const CellFormat& format,
                   std::size_t tile_row, T* cells, std::uint32_t* hops);

}  // namespace allways::engine
