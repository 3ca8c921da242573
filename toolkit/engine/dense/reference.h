// SPDX-License-Identifier: Apache-2.0
// All-pairs shortest paths by the plain triple loop: the reference for every executor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "allways/base/cost_type.h"

namespace allways::engine {

// cells: n×n, row-major, [from][to], unreachable_cost<T> if there is no arc, 0 (or all first-arc bits set) on the
// diagonal (16-bit cells: bits16_unreachable_key); replaced by distances in place. Only nodes 0 … pivots-1 are passed.
// O(pivots · n²). Floyd 1962, "Algorithm 97: Shortest path".
template <class T>
void floyd_warshall(std::span<T> cells, std::size_t n, std::size_t pivots);

// The same over keys cost·2^first_arc_bits + first arc (HopMode::first_arc).
template <class T>
void floyd_warshall_first_arcs(std::span<T> keys, std::size_t n, std::size_t pivots, int first_arc_bits);

// The same with a hop array beside the distances (HopMode::array): hops[from][to] is the first step of the path found.
template <class T>
void floyd_warshall_hops(std::span<T> cells, std::span<std::uint32_t> hops, std::size_t n, std::size_t pivots);

}  // namespace allways::engine
