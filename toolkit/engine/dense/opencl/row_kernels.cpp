// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/row_kernels.h"

#include <algorithm>

namespace allways::engine {
namespace {

// A matrix is some dozens of pieces. Computing a piece takes at least as long as starting a thread; if there are many,
// sending one takes many times as long as a launch.
constexpr std::size_t smallest_piece_bytes = std::size_t{1} << 18;
constexpr std::size_t largest_piece_bytes = std::size_t{16} << 20;
constexpr std::size_t pieces_a_matrix = 64;

// The argument of `empty` (kernels/rows.cl).
constexpr cl_uint empty_argument = 10;

}  // namespace

std::vector<Piece> pieces_of(const DeviceMatrix& matrix) {
    const std::size_t bytes = matrix.row_bytes() + matrix.row_hop_bytes();
    const std::size_t wanted =
        std::clamp(bytes * matrix.share().size() / pieces_a_matrix, smallest_piece_bytes, largest_piece_bytes);
    const auto height = static_cast<std::uint32_t>(std::max<std::size_t>(1, wanted / bytes));
    const TileLayout& layout = matrix.layout();
    std::vector<Piece> pieces;
    const RowShare& share = matrix.share();
    for (const RowBuffer& buffer : matrix.buffers()) {
        for (std::uint32_t at = buffer.begin; at < buffer.end;) {
            const std::uint32_t begin = share[at];
            std::uint32_t end = begin;
            do {
                ++end;
                ++at;
            } while (at < buffer.end && end - begin < height && share[at] == end);
            const std::size_t first = layout.nodes_before(begin);
            pieces.push_back({begin, end, first, layout.nodes_before(end) - first});
        }
    }
    return pieces;
}

RowKernels::RowKernels(const cl::Context& context, const cl::Program& program, const DeviceMatrix& matrix)
    : context_(context),
      matrix_(matrix),
      layout_(matrix.layout()),
      row_bytes_(layout_.node_count() * matrix.cell_bytes()),
      row_hop_bytes_(matrix.row_hop_bytes() != 0 ? layout_.node_count() * sizeof(std::uint32_t) : 0),
      to_tiles_(program, "rows_to_tiles"),
      to_rows_(program, "tiles_to_rows") {
    if (row_hop_bytes_ == 0) return;
    hops_to_tiles_ = cl::Kernel(program, "hop_rows_to_tiles");
    hops_to_rows_ = cl::Kernel(program, "hop_tiles_to_rows");
}

void RowKernels::reserve(PlacesMemory& memory, std::size_t places, std::size_t nodes) {
    nodes_a_place_ = nodes;
    const auto grow = [&](cl::Buffer& buffer, std::size_t& bytes, std::size_t needed) {
        if (needed <= bytes) return;
        buffer = cl::Buffer();  // freed before the larger one is allocated
        buffer = cl::Buffer(context_, CL_MEM_READ_WRITE, needed);
        bytes = needed;
    };
    grow(memory.cells, memory.cell_bytes, places * nodes * row_bytes_);
    grow(memory.hops, memory.hop_bytes, places * nodes * row_hop_bytes_);
}

void RowKernels::set_arguments(cl::Kernel& kernel, const Piece& piece, const cl::Buffer& rows, std::size_t place,
                               const cl::Buffer& tiles) const {
    cl_uint at = 0;
    kernel.setArg(at++, rows);
    kernel.setArg(at++, tiles);
    kernel.setArg(at++, static_cast<cl_ulong>(place * nodes_a_place_ * layout_.node_count()));
    for (const std::size_t value :
         {layout_.node_count(), layout_.pivot_count, layout_.border_begin(), layout_.tiles(), piece.first_node,
          std::size_t{matrix_.row_in_buffer(piece.begin)}, std::size_t{piece.begin}}) {
        kernel.setArg(at++, static_cast<cl_uint>(value));
    }
}

cl::Event RowKernels::to_tiles(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory,
                               std::size_t place, const std::vector<cl::Event>& waits) {
    const CellFormat& format = matrix_.cell_format();
    with_cell_type(format, [&]<class T>() { to_tiles_.setArg(empty_argument, empty_cell<T>(format)); });
    if (row_hop_bytes_ != 0) hops_to_tiles_.setArg(empty_argument, no_hop);
    return launch({to_tiles_, hops_to_tiles_, cl::NDRange(layout_.side(), (piece.end - piece.begin) * layout_.tile)},
                  queue, piece, memory, place, waits);
}

cl::Event RowKernels::to_rows(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory,
                              std::size_t place, const std::vector<cl::Event>& waits) {
    return launch({to_rows_, hops_to_rows_, cl::NDRange(layout_.node_count(), piece.node_count)}, queue, piece, memory,
                  place, waits);
}

// Launches the kernel for cells, then the one for the hop array, if any.
cl::Event RowKernels::launch(const Pair& kernels, const cl::CommandQueue& queue, const Piece& piece,
                             const PlacesMemory& memory, std::size_t place, const std::vector<cl::Event>& waits) const {
    const RowBuffer& buffer = matrix_.buffer_of(piece.begin);
    cl::Event done;
    set_arguments(kernels.cells, piece, memory.cells, place, buffer.cells);
    device::enqueue_kernel(queue, kernels.cells, kernels.range, cl::NullRange, &waits, &done);
    if (row_hop_bytes_ == 0) return done;
    set_arguments(kernels.hops, piece, memory.hops, place, buffer.hops);
    device::enqueue_kernel(queue, kernels.hops, kernels.range, cl::NullRange, &waits, &done);
    return done;
}

cl::Event RowKernels::write(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory,
                            std::size_t place, const void* cells, const void* hops) const {
    cl::Event done;
    queue.enqueueWriteBuffer(memory.cells, CL_FALSE, place * nodes_a_place_ * row_bytes_, piece.node_count * row_bytes_,
                             cells, nullptr, &done);
    if (hops) {
        queue.enqueueWriteBuffer(memory.hops, CL_FALSE, place * nodes_a_place_ * row_hop_bytes_,
                                 piece.node_count * row_hop_bytes_, hops, nullptr, &done);
    }
    queue.flush();
    return done;
}

cl::Event RowKernels::read(const cl::CommandQueue& queue, const Piece& piece, const PlacesMemory& memory,
                           std::size_t place, void* cells, void* hops) const {
    cl::Event done;
    queue.enqueueReadBuffer(memory.cells, CL_FALSE, place * nodes_a_place_ * row_bytes_, piece.node_count * row_bytes_,
                            cells, nullptr, &done);
    if (hops) {
        queue.enqueueReadBuffer(memory.hops, CL_FALSE, place * nodes_a_place_ * row_hop_bytes_,
                                piece.node_count * row_hop_bytes_, hops, nullptr, &done);
    }
    queue.flush();
    return done;
}

}  // namespace allways::engine
