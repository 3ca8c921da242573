// SPDX-License-Identifier: Apache-2.0
// Repeated squaring on a device, in the papers' forms. Each solves run.graph in float32 with all ⌈log2(n-1)⌉ squarings,
// waits for the device after each, and returns the seconds of creating buffers, upload, kernels and download, without
// building programs.
#pragma once

#include <cstddef>

#include "papers/experiment.h"

namespace allways::papers {

// One work-item per cell, all in global memory (kernels/squaring_cells.cl), in one-dimensional groups of size `group`.
double square_by_cells(const Run& run, std::size_t group);

struct LocalSquaring {
    std::size_t block = 16;          // side of a work-group and of the blocks in local memory
    bool store_every_block = false;  // Deng's listing stores the running minimum after every block
    bool copy_back = false;          // Xiao et al. copy the product to both factors; else buffers are swapped
    bool compare = false;            // minimum by comparison, as in Xiao's algorithm 1; else fmin
};

// Blocks of both factors through local memory (kernels/squaring_local.cl). If n is not a multiple of the block, the
// table is padded with unreachable on the host.
double square_by_blocks(const Run& run, const LocalSquaring& form);

}  // namespace allways::papers
