// SPDX-License-Identifier: Apache-2.0
// Prepared problem → rows of cells, the input of an executor.
#pragma once

#include <cstdint>

#include "engine/dense/executor.h"
#include "engine/dense/tile_layout.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

template <class T>
TileLayout layout_of(const Prepared<T>& prepared, std::size_t tile);

// Writes the row of one node: prepared.node_count() cells, and as many hops for a hop array (else `hops` is null).
template <class T>
void fill_row(const Prepared<T>& prepared, const CellFormat& format, std::size_t node, T* cells, std::uint32_t* hops);

}  // namespace allways::engine
