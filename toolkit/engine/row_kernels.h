// Pieces of the matrix as rows on a device, and their way into tiles and out of them there (kernels/rows.cl).
#pragma once

#include <vector>

#include "device/opencl.h"
#include "engine/device_matrix.h"

namespace allways::engine {

// Whole rows of tiles of one band.
struct Piece {
    std::uint32_t begin = 0;  // tile rows begin … end-1
    std::uint32_t end = 0;
    std::size_t first_node = 0;
    std::size_t node_count = 0;
};

// Device memory for one piece as rows.
struct PieceRows {
    cl::Buffer cells;
    cl::Buffer hops;  // carried mode only
};

// The pieces of a matrix, large enough to keep a link busy, small enough that the first and the last are few.
std::vector<Piece> pieces_of(const DeviceMatrix& matrix);

// Of one thread. All must outlive it.
class RowKernels {
public:
    RowKernels(const cl::Context& context, const cl::Program& program, const DeviceMatrix& matrix);

    std::size_t row_bytes() const { return row_bytes_; }          // of one node's cells
    std::size_t row_hop_bytes() const { return row_hop_bytes_; }  // 0 where none are carried
    // Room for a piece of so many nodes.
    PieceRows make_rows(std::size_t nodes) const;

    // After all of `waits`. Return the event of the last launch.
    cl::Event to_tiles(const cl::CommandQueue& queue, const Piece& piece, const PieceRows& rows,
                       const std::vector<cl::Event>& waits);
    cl::Event to_rows(const cl::CommandQueue& queue, const Piece& piece, const PieceRows& rows,
                      const std::vector<cl::Event>& waits);

private:
    void set_arguments(cl::Kernel& kernel, const Piece& piece, const cl::Buffer& rows, const cl::Buffer& tiles) const;

    cl::Context context_;
    const DeviceMatrix& matrix_;
    TileLayout layout_;
    std::size_t row_bytes_;
    std::size_t row_hop_bytes_;
    cl::Kernel to_tiles_;
    cl::Kernel to_rows_;
    cl::Kernel hops_to_tiles_;
    cl::Kernel hops_to_rows_;
};

}  // namespace allways::engine
