// SPDX-License-Identifier: Apache-2.0
// Dense elimination: a block of nodes and all their later neighbours, as one matrix.
//
// Source: Duff and Reid 1983, "The multifrontal solution of indefinite sparse symmetric linear equations"; here with
// minimum and plus.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/threads/work_meter.h"

namespace allways::ordering {

// cells[i·size + j] is the cell from node i to node j. Eliminates the first `pivots` nodes one after another. Each
// lowers the cells between the nodes after it: from i to j over k, cell(i, k) + cost of cell(k, j). The cost of a cell
// is the cell without its `first_arc_bits` lowest bits (int32 only). O(pivots · size²).
template <class T>
void eliminate_front(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits, WorkMeter& meter);

// The same on several threads; called by the thread that made the meter.
template <class T>
void eliminate_front(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits, unsigned threads,
                     WorkMeter& meter);

}  // namespace allways::ordering
