// Sweep or tiles: how long each would take by what it has to do, so that `auto` can choose.
#pragma once

#include <cstdint>

#include "ordering/elimination.h"

namespace allways::engine {

// The operations of a sweep: the triangles of elimination, one relaxation for each arc of the filled graph and column,
// one write a cell of the table.
struct SweepOperations {
    double triangles = 0;
    double relaxations = 0;
    double writes = 0;
};

// The operations for a core that was ordered and a table of n × n.
SweepOperations sweep_operations(const ordering::Elimination& tree, std::uint64_t n);

// The fewest operations in any order: the filled graph has every arc of the core, in one direction or both.
SweepOperations fewest_sweep_operations(std::uint64_t core_nodes, std::uint64_t core_arcs, std::uint64_t n);

// The time on the host's cores.
double predicted_seconds(const SweepOperations& operations, unsigned threads);

// The time for `pairs` of a schedule over tiles, on a GPU or on the host's cores; opening a device and building kernels
// included.
double predicted_tile_seconds(double pairs, bool on_gpu, unsigned threads);

}  // namespace allways::engine
