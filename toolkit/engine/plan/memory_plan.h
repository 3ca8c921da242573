// SPDX-License-Identifier: Apache-2.0
// What jobs on a network hold in host memory, besides tables and what a sweep needs of its own.
#pragma once

#include <cstdint>

#include "allways/network/road_network.h"
#include "engine/factor/factor_core.h"
#include "engine/prepare/prepare.h"
#include "engine/sweep/sweep_problem.h"
#include "ordering/elimination.h"

namespace allways::engine {

// Pages of the program, stacks and heaps of its threads, tables of pages; and what an OpenCL driver on the host, PoCL,
// takes for a job beyond the tiles: kernels, its queues and threads. Measured by bench/memory_bench.
inline constexpr std::uint64_t process_bytes = std::uint64_t{6} << 20;
inline constexpr std::uint64_t host_opencl_bytes = std::uint64_t{6} << 20;

// The arcs by tail, where paths end, and costs of type T.
template <class T>
std::uint64_t expanded_bytes(const RoadNetwork& network) {
    const std::uint64_t by_arc = sizeof(ArcIndex) + sizeof(T);
    return network.node_count() * (sizeof(std::size_t) + 2 * sizeof(NodeIndex)) + network.arc_count() * by_arc;
}

inline std::uint64_t tree_bytes(const ordering::Elimination& tree) {
    return tree.node_count() * (5 * sizeof(std::uint32_t) + sizeof(std::size_t)) + tree.fill() * sizeof(std::uint32_t);
}

template <class T>
std::uint64_t factor_bytes(const ordering::Elimination& tree) {
    return tree.fill() * 2 * sizeof(T);
}

// A network prepared, its core, tree and factor.
template <class T>
std::uint64_t factorized_bytes(const RoadNetwork& network, const Prepared<T>& prepared, const FactorCore<T>& core,
                               const ordering::Elimination& tree) {
    return process_bytes + expanded_bytes<T>(network) + prepared.bytes() + core.bytes() + tree_bytes(tree) +
           factor_bytes<T>(tree);
}

// The rows and columns of a sweep (SweepProblem). `border_arcs`: arcs from or to nodes that are not in the core.
template <class T>
std::uint64_t sweep_problem_bytes(std::uint64_t rows, std::uint64_t columns, std::uint64_t ranks,
                                  std::uint64_t border_arcs) {
    return (rows + columns) * (sizeof(AccessArc<T>) + sizeof(std::size_t)) +
           rows * (sizeof(FixedCell<T>) + 3 * sizeof(std::size_t)) + ranks * sizeof(std::uint32_t) +
           2 * border_arcs * sizeof(AccessArc<T>);
}

}  // namespace allways::engine
