// SPDX-License-Identifier: Apache-2.0
// The papers' sequential and OpenMP programs: plain loops as the papers state them, compiled at -O3 and not tuned.
// Speed-ups are measured against them. Every table is n×n, row-major, [from][to], of int32 (no arc:
// unreachable_cost<int32_t>) or float (+inf), with 0 on the diagonal and no negative cycle; it is turned into distances
// in place. The calling thread calls `tick` between rows long enough to hide its cost; an exception from it ends the
// run.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace allways::papers {

using Tick = std::function<void()>;

// Floyd 1962, "Algorithm 97: Shortest path": k, i, j. n³ pairs (one pair is one add and one min).
template <class T>
void floyd_warshall(std::vector<T>& cells, std::size_t n, const Tick& tick);

// R-Kleene, 2×2 recursion in place (D'Alberto and Nicolau, Algorithmica 47, 2007; Pandey and Sharma, "A Parallel
// Recursive Approach …", figure 9), plain products i, j, k; Floyd–Warshall for blocks of at most `base` nodes. Of an
// odd side the larger half comes last. n³ pairs.
template <class T>
void r_kleene(std::vector<T>& cells, std::size_t n, std::size_t base, const Tick& tick);

// ⌈log2(n-1)⌉: the number of squarings that covers paths of n-1 arcs; 0 for n < 3.
unsigned squarings(std::size_t n);
// n³·⌈log2(n-1)⌉: the pairs of repeated squaring.
double squaring_work(std::size_t n);

// Repeated min-plus squaring, i, j, k, always with all ⌈log2(n-1)⌉ rounds, even if nothing changes any more (Deng,
// section 2.3; Xiao et al., algorithm 1). Needs one more table of memory.
template <class T>
void squaring(std::vector<T>& cells, std::size_t n, const Tick& tick);

// The same, with the rows of each product shared among OpenMP's threads (Xiao et al., section 3.5.1).
template <class T>
void squaring_openmp(std::vector<T>& cells, std::size_t n, const Tick& tick);

}  // namespace allways::papers
