// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/device_matrix.h"

#include <algorithm>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "engine/dense/dense_problem.h"

namespace allways::engine {

// Each group goes to the device that would finish it first.
std::vector<TileShare> share_rows(std::uint32_t tiles, std::uint32_t group, std::span<const double> speeds,
                                  std::span<const std::uint64_t> most) {
    std::vector<std::vector<std::uint32_t>> rows(speeds.size());
    for (std::uint32_t begin = 0; begin < tiles; begin += group) {
        const std::uint32_t end = std::min(begin + group, tiles);
        std::size_t first = speeds.size();
        double least = 0;
        for (std::size_t device = 0; device < speeds.size(); ++device) {
            const std::uint64_t then = rows[device].size() + (end - begin);
            if (then > most[device]) continue;
            const double finished = static_cast<double>(then) / speeds[device];
            if (first != speeds.size() && finished >= least) continue;
            first = device;
            least = finished;
        }
        if (first == speeds.size()) return {};
        for (std::uint32_t row = begin; row < end; ++row) rows[first].push_back(row);
    }
    std::vector<TileShare> shares;
    for (const auto& of_device : rows) shares.emplace_back(tiles, of_device);
    return shares;
}

namespace {

// Maps a buffer for the lifetime of the object.
class Mapping {
public:
    Mapping(const cl::CommandQueue& queue, const cl::Buffer& buffer, cl_map_flags flags, std::size_t bytes)
        : queue_(queue), buffer_(buffer), data_(queue.enqueueMapBuffer(buffer, CL_TRUE, flags, 0, bytes)) {}
    ~Mapping() {
        try {
            queue_.enqueueUnmapMemObject(buffer_, data_);
        } catch (const cl::Error&) {
            // The next use of the buffer reports the error.
        }
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    char* data() const { return static_cast<char*>(data_); }

private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    void* data_;
};

}  // namespace

DeviceMatrix::DeviceMatrix(const cl::Context& context, const device::OpenClDevice& device, const TileLayout& layout,
                           const TileShare& share, const CellFormat& cell, std::uint64_t max_buffer_bytes,
                           std::uint32_t most_shared)
    : layout_(layout), share_(share), format_(cell) {
    const std::uint32_t rows = share.size();
    const std::uint64_t largest_row = std::max(row_bytes(), row_hop_bytes());
    if (largest_row > max_buffer_bytes) {
        throw CapacityError(
            format(
                "one row of tiles takes {} bytes, but one buffer on {} holds at most {}; use a smaller tile (now {}) "
                "or a smaller cost type",
                largest_row, device.info.name, max_buffer_bytes, layout.tile),
            largest_row, max_buffer_bytes);
    }
    const std::uint64_t needed = (row_bytes() + row_hop_bytes()) * rows;
    if (needed > device.info.memory_bytes) {
        throw CapacityError(
            format("the matrix takes {} bytes, but {} has {}; use a smaller cost type, leave out next hops, or choose "
                   "another device",
                   needed, device.info.name, device.info.memory_bytes),
            needed, device.info.memory_bytes);
    }
    rows_per_buffer_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, max_buffer_bytes / largest_row));
    for (std::uint32_t begin = 0; begin < rows; begin += rows_per_buffer_) {
        buffers_.push_back(make_buffer(context, begin, std::min(rows, begin + rows_per_buffer_)));
    }
    if (most_shared == 0) return;
    for (RowBuffer& room : shared_) room.cells = cl::Buffer(context, CL_MEM_READ_WRITE, most_shared * row_bytes());
}

DeviceMatrix::DeviceMatrix(const cl::Context& context, const TileLayout& layout, const CellFormat& cell,
                           std::uint32_t height, std::uint32_t slots)
    : layout_(layout),
      share_(TileShare::all(static_cast<std::uint32_t>(layout.tiles()))),
      format_(cell),
      rows_per_buffer_(height) {
    for (std::uint32_t begin = 0; begin < share_.size(); begin += height) {
        buffers_.push_back({.begin = begin, .end = std::min(share_.size(), begin + height), .cells = {}, .hops = {}});
    }
    for (std::uint32_t slot = 0; slot < slots; ++slot) slots_.push_back(make_buffer(context, 0, height));
}

void DeviceMatrix::place(std::uint32_t band, std::uint32_t slot) {
    buffers_[band].cells = slots_[slot].cells;
    buffers_[band].hops = slots_[slot].hops;
}

RowBuffer DeviceMatrix::make_buffer(const cl::Context& context, std::uint32_t begin, std::uint32_t end) const {
    const std::size_t height = end - begin;
    RowBuffer buffer{.begin = begin, .end = end, .cells = {}, .hops = {}};
    buffer.cells = cl::Buffer(context, CL_MEM_READ_WRITE, height * row_bytes());
    if (has_hop_array()) buffer.hops = cl::Buffer(context, CL_MEM_READ_WRITE, height * row_hop_bytes());
    return buffer;
}

template <class Work>
void DeviceMatrix::with_mapped_rows(const cl::CommandQueue& queue, cl_map_flags flags, const Work& work) const {
    for (const RowBuffer& buffer : buffers_) {
        const std::size_t height = buffer.end - buffer.begin;
        const Mapping cells(queue, buffer.cells, flags, height * row_bytes());
        std::unique_ptr<Mapping> hops;
        if (has_hop_array()) hops = std::make_unique<Mapping>(queue, buffer.hops, flags, height * row_hop_bytes());
        parallel_for(height, [&](std::size_t row) {
            char* row_hops = hops ? hops->data() + row * row_hop_bytes() : nullptr;
            work(share_[buffer.begin + static_cast<std::uint32_t>(row)], cells.data() + row * row_bytes(),
                 reinterpret_cast<std::uint32_t*>(row_hops));
        });
    }
    queue.finish();
}

void DeviceMatrix::fill_mapped(const cl::CommandQueue& queue, const RowStream& stream) const {
    with_mapped_rows(queue, CL_MAP_WRITE_INVALIDATE_REGION, [&](std::size_t row, char* cells, std::uint32_t* hops) {
        fill_tile_row(stream, layout_, format_, row, cells, hops);
    });
}

void DeviceMatrix::take_mapped(const cl::CommandQueue& queue, const RowStream& stream) const {
    with_mapped_rows(queue, CL_MAP_READ, [&](std::size_t row, const char* cells, const std::uint32_t* hops) {
        take_tile_row(stream, layout_, format_, row, cells, hops);
    });
}

DeviceMatrix::RowsAt DeviceMatrix::rows_at(std::uint32_t tile_row, std::uint32_t most) const {
    if (share_.has(tile_row)) {
        const RowBuffer& buffer = buffer_of(tile_row);
        const std::uint32_t place = share_.before(tile_row);
        std::uint32_t count = 1;
        while (count < most && place + count < buffer.end && share_[place + count] == tile_row + count) ++count;
        return {buffer.cells, buffer.hops, place - buffer.begin, count, true};
    }
    for (const RowBuffer& shared : shared_) {
        if (tile_row < shared.begin || tile_row >= shared.end) continue;
        const cl::Buffer& unread_hops = buffers_.front().hops;
        return {shared.cells, unread_hops, tile_row - shared.begin, std::min(most, shared.end - tile_row), false};
    }
    throw InvalidArgument(format("this schedule reads tile row {} of another device without sharing it", tile_row));
}

const cl::Buffer& DeviceMatrix::room_for_shared(const TileSpan& rows) {
    last_shared_ = 1 - last_shared_;
    RowBuffer& room = shared_[last_shared_];
    room.begin = rows.begin;
    room.end = rows.end;
    return room.cells;
}

}  // namespace allways::engine
