// Prepared problem → rows of cells: what an executor starts from.
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

// Writes the row of one node: prepared.node_count() cells, and as many hops in carried mode (else `hops` is null).
template <class T>
void fill_row(const Prepared<T>& prepared, const CellFormat& format, std::size_t node, T* cells, std::uint32_t* hops);

}  // namespace allways::engine
