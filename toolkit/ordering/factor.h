// SPDX-License-Identifier: Apache-2.0
// The numeric part of elimination: the cost of every arc of the filled graph, in both directions, including all paths
// through lower ranks. Every shortest path then goes up in rank and then down: A* = U* ⊗ L* (Carré 1971; Sao, Kannan,
// Gera and Vuduc 2020, "A supernodal all-pairs shortest path algorithm").
//
// Cells are costs, or for int32 also keys with the first arc of the path: cost·2^first_arc_bits + first arc. The key of
// a path A·B is the key of A plus the cost of B, key(A) + (key(B) with the first-arc bits cleared), so the smallest key
// names the lowest first arc among the shortest paths.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "ordering/elimination.h"

namespace allways::ordering {

template <class T>
struct Factor {
    std::shared_ptr<const Elimination> elimination;
    int first_arc_bits = 0;  // int32 only; 0: cells are costs
    T unreachable{};         // no cell exceeds it; its first-arc bits are 0
    // Cell a belongs to the pair (v, w = elimination->up[a]) with v < w in rank.
    std::vector<T> up;    // from v to w, through ranks below v only
    std::vector<T> down;  // from w to v

    std::uint64_t bytes() const { return (up.size() + down.size()) * sizeof(T); }
};

// The input of a factor: a cell for each arc of the graph, in its order, never negative, none above `unreachable`, and
// without cycles of cost zero. int32 sums of two cells, even unreachable ones, must fit 31 bits. T: int32 or
// double.
template <class T>
struct FactorCells {
    std::span<const T> cells;
    T unreachable;
    int first_arc_bits = 0;
};

// O(triangles), so other costs get a new factor from the same elimination: a tenth of a second for a country's main
// roads. Threads share the subtrees of the elimination, then the blocks of nodes above them, then the rows of the
// largest of these; `threads` = 0: as many as the machine has. Every cell is the minimum of the same sums for
// any number of threads. Reports the stage "factor".
template <class T>
Factor<T> factorize(std::shared_ptr<const Elimination> elimination, const Graph& graph, const FactorCells<T>& cells,
                    unsigned threads = 0, const ProgressCallback& progress = {});

}  // namespace allways::ordering
