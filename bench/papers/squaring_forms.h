// Repeated squaring on a device, in the papers' forms. Each solves run.graph in float32, all ⌈log2(n-1)⌉ squarings,
// waits for the device after each, and returns the seconds of making the buffers, upload, kernels and download;
// programs are built before.
#pragma once

#include <cstddef>

#include "papers/experiment.h"

namespace allways::papers {

// One work-item a cell, all in global memory (kernels/squaring_cells.cl), in one-dimensional groups of that many.
double square_by_cells(const Run& run, std::size_t group);

struct LocalSquaring {
    std::size_t block = 16;          // side of a work-group and of the blocks in local memory
    bool store_every_block = false;  // Deng's listing stores the running minimum after every block
    bool copy_back = false;          // Xiao et al.: the product is copied to both factors; else buffers change places
    bool compare = false;            // minimum by comparison, as Xiao's algorithm 1; else fmin
};

// Blocks of both factors through local memory (kernels/squaring_local.cl). Where n is no multiple of the block the
// table is padded with unreachable on the host.
double square_by_blocks(const Run& run, const LocalSquaring& form);

}  // namespace allways::papers
