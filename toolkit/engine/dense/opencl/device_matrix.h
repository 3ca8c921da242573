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

// ---- The rows that one device has, out of all

class RowShare {
public:
    RowShare() : RowShare(0, {}) {}
    // All `tiles` rows.
    static RowShare all(std::uint32_t tiles);
    // Some of `tiles` rows, ascending.
    RowShare(std::uint32_t tiles, std::span<const std::uint32_t> rows);

    std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
    std::uint32_t tiles() const { return static_cast<std::uint32_t>(before_.size() - 1); }
    // The i-th of them.
    std::uint32_t operator[](std::uint32_t i) const { return rows_[i]; }
    bool has(std::uint32_t tile) const { return before_[tile + 1] != before_[tile]; }
    // How many of them come before `tile`; for one of them its own place.
    std::uint32_t before(std::uint32_t tile) const { return before_[tile]; }
    // The places of the rows that lie in a span.
    TileSpan own(const TileSpan& span) const {
        return {before(span.begin), before(span.end), before(span.hole_begin), before(span.hole_end)};
    }

private:
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> before_;
};

// Shares rows of tiles among devices in proportion to their speeds, `group` rows at a time, in turns, so that each has
// a part of every stretch of pivots. `most`: rows that each device has room for. Returns nothing if they do not fit.
std::vector<RowShare> share_rows(std::uint32_t tiles, std::uint32_t group, std::span<const double> speeds,
                                 std::span<const std::uint64_t> most);

// The tiles of one solve in a device's memory, all of them or the rows of its share: buffers of whole tile rows, so
// that no allocation exceeds the device's limit.

struct RowBuffer {
    std::uint32_t begin = 0;  // rows begin … end-1 of the share
    std::uint32_t end = 0;
    cl::Buffer cells;
    cl::Buffer hops;  // the hop array, if any
};

class DeviceMatrix {
public:
    // Throws CapacityError if one row of tiles exceeds `max_buffer_bytes` or all of them exceed the device.
    DeviceMatrix(const cl::Context& context, const device::OpenClDevice& device, const TileLayout& layout,
                 const RowShare& share, const CellFormat& format, std::uint64_t max_buffer_bytes);
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

    const RowShare& share() const { return share_; }
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
    RowShare share_;
    CellFormat format_;
    std::uint32_t rows_per_buffer_ = 1;
    std::vector<RowBuffer> buffers_;
    std::vector<RowBuffer> slots_;
};

// Rows of tiles that belong to another device, in this device's memory: the last two groups that were shared. Their
// hops are not needed: a path's first step is that of its first part, which lies in the device's own rows.

class RemoteRows {
public:
    struct Group {
        TileSpan rows;  // without a hole
        cl::Buffer cells;
    };

    // Room for groups of up to `most` rows, as the matrix has them.
    RemoteRows(const cl::Context& context, const DeviceMatrix& matrix, std::uint32_t most);

    // Takes the place of the group before the last one.
    Group& next(const TileSpan& rows);
    // The group with that row. It must be one of the two.
    const Group& of(std::uint32_t tile_row) const;

private:
    std::array<Group, 2> groups_;
    std::size_t last_ = 0;
};

}  // namespace allways::engine
