// SPDX-License-Identifier: Apache-2.0
// The tiles of one solve in a device's memory, all of them or the rows of its share: bands of whole tile rows, each its
// own buffer, so that no allocation exceeds the device's limit. They are neither the bands of a table nor those of a
// schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "device/opencl.h"
#include "engine/dense/executor.h"
#include "engine/dense/row_share.h"

namespace allways::engine {

struct Band {
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
    // Bands of `height` rows, all of them, and slots for some. A band is nowhere until it is placed.
    DeviceMatrix(const cl::Context& context, const TileLayout& layout, const CellFormat& format, std::uint32_t height,
                 std::uint32_t slots);
    void place(std::uint32_t band, std::uint32_t slot);
    const Band& slot(std::uint32_t slot) const { return slots_[slot]; }
    std::uint32_t height_of(std::uint32_t band) const { return bands_[band].end - bands_[band].begin; }

    // Those that were not placed have no buffers.
    const std::vector<Band>& bands() const { return bands_; }
    // Of a tile row in the share.
    const Band& band_of(std::uint32_t tile_row) const { return bands_[share_.before(tile_row) / rows_per_band_]; }
    std::uint32_t row_in_band(std::uint32_t tile_row) const { return share_.before(tile_row) % rows_per_band_; }

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
    Band make_band(const cl::Context& context, std::uint32_t begin, std::uint32_t end) const;

    TileLayout layout_;
    RowShare share_;
    CellFormat format_;
    std::uint32_t rows_per_band_ = 1;
    std::vector<Band> bands_;
    std::vector<Band> slots_;
};

}  // namespace allways::engine
