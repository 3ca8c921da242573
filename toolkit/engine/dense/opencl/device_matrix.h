// SPDX-License-Identifier: Apache-2.0
// The rows of tiles that a device has in its memory: its share of a matrix, and the last ones that others shared.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "device/opencl.h"
#include "engine/dense/executor.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

// Shares rows of tiles among devices in proportion to their speeds, `group` rows at a time, in turns, so that each has
// a part of every stretch of pivots. `most`: rows that each device has room for. Returns nothing if they do not fit.
std::vector<TileShare> share_rows(std::uint32_t tiles, std::uint32_t group, std::span<const double> speeds,
                                  std::span<const std::uint64_t> most);

// The tiles of one solve in a device's memory, all of them or the rows of its share: buffers of whole tile rows, so
// that no allocation exceeds the device's limit.

struct RowBuffer {
    std::uint32_t begin = 0;  // rows begin … end-1 of the share, or tile rows that another device shared
    std::uint32_t end = 0;
    cl::Buffer cells;
    cl::Buffer hops;  // the hop array, if any
};

class DeviceMatrix {
public:
    // `most_shared`: the most rows that another device shares at once. Throws CapacityError if one row of tiles exceeds
    // `max_buffer_bytes` or all of them exceed the device.
    DeviceMatrix(const cl::Context& context, const device::OpenClDevice& device, const TileLayout& layout,
                 const TileShare& share, const CellFormat& format, std::uint64_t max_buffer_bytes,
                 std::uint32_t most_shared = 0);
    // For a matrix that passes through the device in bands of `height` rows: slots for some of the bands. A band has no
    // buffer until it is placed in a slot.
    DeviceMatrix(const cl::Context& context, const TileLayout& layout, const CellFormat& format, std::uint32_t height,
                 std::uint32_t slots);
    void place(std::uint32_t band, std::uint32_t slot);
    const RowBuffer& slot(std::uint32_t slot) const { return slots_[slot]; }
    std::uint32_t height_of(std::uint32_t band) const { return buffers_[band].end - buffers_[band].begin; }

    // By position; those of bands that were not placed are empty.
    const std::vector<RowBuffer>& buffers() const { return buffers_; }
    // The buffer of a tile row of the share, and the row's position in it.
    const RowBuffer& buffer_of(std::uint32_t tile_row) const {
        return buffers_[share_.before(tile_row) / rows_per_buffer_];
    }
    std::uint32_t row_in_buffer(std::uint32_t tile_row) const { return share_.before(tile_row) % rows_per_buffer_; }

    // Consecutive rows of tiles in one buffer, the device's own or those of another.
    struct RowsAt {
        const cl::Buffer& cells;
        const cl::Buffer& hops;
        cl_uint row;  // of the first one in the buffer
        cl_uint count;
        bool own;
    };
    // At most that many from `tile_row` on. Throws InvalidArgument for rows of others that are not among those of the
    // last two sharings.
    RowsAt rows_at(std::uint32_t tile_row, std::uint32_t most) const;
    // Room for rows that another device shares, without a hole, in place of those before the last ones. Their hops are
    // not needed: a path's first step is that of its first part, which lies in the device's own rows.
    const cl::Buffer& room_for_shared(const TileSpan& rows);

    const TileShare& share() const { return share_; }
    std::size_t cell_bytes() const { return engine::cell_bytes(format_); }
    std::size_t row_bytes() const { return layout_.row_cells() * cell_bytes(); }
    // 0 without a hop array.
    std::size_t row_hop_bytes() const { return has_hop_array() ? layout_.row_cells() * sizeof(std::uint32_t) : 0; }

    const TileLayout& layout() const { return layout_; }
    const CellFormat& cell_format() const { return format_; }

    // Transfer all rows at once on a device that shares the host's memory: its buffers are mapped, and several threads
    // work there.
    void fill_mapped(const cl::CommandQueue& queue, const RowStream& stream) const;
    void take_mapped(const cl::CommandQueue& queue, const RowStream& stream) const;

private:
    template <class Work>
    void with_mapped_rows(const cl::CommandQueue& queue, cl_map_flags flags, const Work& work) const;
    bool has_hop_array() const { return format_.hops == HopMode::array; }
    RowBuffer make_buffer(const cl::Context& context, std::uint32_t begin, std::uint32_t end) const;

    TileLayout layout_;
    TileShare share_;
    CellFormat format_;
    std::uint32_t rows_per_buffer_ = 1;
    std::vector<RowBuffer> buffers_;
    std::vector<RowBuffer> slots_;
    std::array<RowBuffer, 2> shared_;  // of the last two sharings
    std::size_t last_shared_ = 0;
};

}  // namespace allways::engine
