// SPDX-License-Identifier: Apache-2.0
// Predicts the times of a sweep and of tiles by their operations, so that `auto` can choose.
#pragma once

#include <cstdint>

#include "ordering/elimination.h"

namespace allways::engine {

// The operations of a sweep: the triangles of elimination, one relaxation for each arc of the filled graph and column,
// and one write per table cell.
struct SweepOperations {
    double triangles = 0;
    double relaxations = 0;
    double writes = 0;
};

// The operations for an ordered core and a table of n × n.
SweepOperations sweep_operations(const ordering::Elimination& tree, std::uint64_t n);

// The fewest operations in any order: the filled graph contains every arc of the core, in one direction or both.
SweepOperations fewest_sweep_operations(std::uint64_t core_nodes, std::uint64_t core_arcs, std::uint64_t n);

// Predicted time on the host's cores.
double predicted_seconds(const SweepOperations& operations, unsigned threads);

// Predicted time for `pairs` of a schedule over tiles, on a GPU or the host's cores, including the opening of a device
// and the building of its kernels.
double predicted_tile_seconds(double pairs, bool on_gpu, unsigned threads);

}  // namespace allways::engine
