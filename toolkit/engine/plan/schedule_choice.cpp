// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/schedule_choice.h"

#include <algorithm>

namespace allways::engine {

namespace {

// Order-of-magnitude operations per second: the alternatives usually differ by a factor of a hundred. Measured on one
// core of an EPYC (Zen 4) and an NVIDIA H200 (bench/log/sweep.md); on a slower GPU, a sweep rejected here would have
// won by even more.
constexpr double triangles_a_second = 5e8;       // one thread
constexpr double relaxations_a_second = 1.2e10;  // per core
constexpr double writes_a_second = 4e9;
constexpr double host_pairs_a_second = 5e10;
constexpr double gpu_pairs_a_second = 1.4e13;
constexpr double opening_seconds = 0.05;  // to open a device and load its kernels from the cache

}  // namespace

SweepOperations sweep_operations(const ordering::Elimination& tree, std::uint64_t n) {
    SweepOperations operations;
    for (std::uint32_t v = 0; v < tree.node_count(); ++v) {
        const auto ups = static_cast<double>(tree.ups(v).size());
        operations.triangles += ups * (ups - 1);  // both directions of each
    }
    const auto columns = static_cast<double>(n);
    operations.relaxations = columns * static_cast<double>(tree.fill());
    operations.writes = columns * columns;
    return operations;
}

SweepOperations fewest_sweep_operations(std::uint64_t core_nodes, std::uint64_t core_arcs, std::uint64_t n) {
    const auto columns = static_cast<double>(n);
    const double fill = static_cast<double>(core_arcs) / 2;
    const double ups = fill / static_cast<double>(std::max<std::uint64_t>(core_nodes, 1));  // the least sum of squares
    return {fill * std::max(ups - 1, 0.0), columns * fill, columns * columns};
}

double predicted_seconds(const SweepOperations& operations, unsigned threads) {
    return operations.triangles / triangles_a_second +
           (operations.relaxations / relaxations_a_second + operations.writes / writes_a_second) / threads;
}

double predicted_tile_seconds(double pairs, bool on_gpu, unsigned threads) {
    return opening_seconds + pairs / (on_gpu ? gpu_pairs_a_second : host_pairs_a_second * threads);
}

}  // namespace allways::engine
