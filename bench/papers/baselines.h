// The papers' sequential and OpenMP programs: plain loops as the papers state them, compiled at -O3 and not tuned.
// Speed-ups are measured against them. Every table is n×n, row-major, [from][to], of int32 (unreachable_cost<int32_t>
// where there is no arc) or float (+inf), 0 on the diagonal, no negative cycle; it is turned into distances in place.
// `tick` is called between rows from the calling thread, where rows are long enough not to notice it; what it throws
// ends the run.
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
// Recursive Approach …", figure 9), plain products i, j, k; blocks of `base` nodes or fewer by Floyd–Warshall. An odd
// side is split with the larger half last. n³ pairs.
template <class T>
void r_kleene(std::vector<T>& cells, std::size_t n, std::size_t base, const Tick& tick);

// ⌈log2(n-1)⌉: the squarings after which paths of n-1 arcs are covered; 0 for n < 3.
unsigned squarings(std::size_t n);
// n³·⌈log2(n-1)⌉, the pairs of repeated squaring.
double squaring_work(std::size_t n);

// Repeated min-plus squaring, i, j, k, all ⌈log2(n-1)⌉ rounds even where nothing changes any more (Deng, section 2.3;
// Xiao et al., algorithm 1). One more table of memory.
template <class T>
void squaring(std::vector<T>& cells, std::size_t n, const Tick& tick);

// The same, rows of each product shared out among OpenMP's threads (Xiao et al., section 3.5.1).
template <class T>
void squaring_openmp(std::vector<T>& cells, std::size_t n, const Tick& tick);

}  // namespace allways::papers
