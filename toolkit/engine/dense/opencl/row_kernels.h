// SPDX-License-Identifier: Apache-2.0
// Pieces of the matrix as rows on a device, and the kernels that move them into and out of tiles (kernels/rows.cl).
#pragma once

#include <vector>

#include "device/opencl.h"
#include "engine/dense/opencl/device_matrix.h"

namespace allways::engine {

// Consecutive rows of tiles in one buffer.
struct Piece {
    std::uint32_t begin = 0;  // tile rows begin … end-1
    std::uint32_t end = 0;
    std::size_t first_node = 0;
    std::size_t node_count = 0;
};

// Device memory for pieces as rows, all of the same size. Kept between solves: allocating it takes as long as sending.
struct PlacesMemory {
    cl::Buffer cells;
    cl::Buffer hops;  // for a hop array
    std::size_t cell_bytes = 0;
    std::size_t hop_bytes = 0;
};

// Splits a matrix into pieces: large enough to keep a link busy, small enough that transfers start and end early.
std::vector<Piece> pieces_of(const DeviceMatrix& matrix);

// Used by one thread. The arguments must outlive it.
class RowKernels {
public:
    RowKernels(const cl::Context& context, const cl::Program& program, const DeviceMatrix& matrix);

    std::size_t row_bytes() const { return row_bytes_; }          // bytes of one node's cells
    std::size_t row_hop_bytes() const { return row_hop_bytes_; }  // 0 without a hop array

    // Grows `memory` to that many places for pieces of up to `nodes` nodes.
    void reserve(PlacesMemory& memory, std::size_t places, std::size_t nodes);

    // After all of `waits`, moves a piece from or to the place's rows. Returns the event of the last launch.
    cl::Event to_tiles(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory, std::size_t place,
                       const std::vector<cl::Event>& waits);
    cl::Event to_rows(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory, std::size_t place,
                      const std::vector<cl::Event>& waits);
    // Transfers between the place's rows and the host, without blocking. `hops` is null without a hop array.
    cl::Event write(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory, std::size_t place,
                    const void* cells, const void* hops) const;
    cl::Event read(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory, std::size_t place,
                   void* cells, void* hops) const;

private:
    // One kernel for cells and one for hops, over the same range.
    struct Pair {
        cl::Kernel& cells;
        cl::Kernel& hops;
        cl::NDRange range;
    };
    cl::Event launch(const Pair& kernels, const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory,
                     std::size_t place, const std::vector<cl::Event>& waits) const;
    void set_arguments(cl::Kernel& kernel, const Piece& piece, const cl::Buffer& rows, std::size_t place,
                       const cl::Buffer& tiles) const;

    cl::Context context_;
    const DeviceMatrix& matrix_;
    TileLayout layout_;
    std::size_t row_bytes_;
    std::size_t row_hop_bytes_;
    std::size_t nodes_a_place_ = 0;
    cl::Kernel to_tiles_;
    cl::Kernel to_rows_;
    cl::Kernel hops_to_tiles_;
    cl::Kernel hops_to_rows_;
};

}  // namespace allways::engine
