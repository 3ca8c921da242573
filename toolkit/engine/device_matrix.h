// The tiles of one solve in device memory: bands of whole tile rows, each its own buffer, so that no allocation
// passes the device's limit. Filled from and handed back to a TileStream.
#pragma once

#include <cstdint>
#include <vector>

#include "device/opencl.h"
#include "engine/executor.h"

namespace allways::engine {

struct Band {
    std::uint32_t begin = 0;  // tile rows begin … end-1
    std::uint32_t end = 0;
    cl::Buffer cells;
    cl::Buffer hops;  // carried mode only
};

class DeviceMatrix {
public:
    // Throws CapacityError where one row of tiles passes `max_buffer_bytes` or the whole passes the device.
    DeviceMatrix(const cl::Context& context, const device::OpenClDevice& device, const TileLayout& layout,
                 const CellFormat& format, std::uint64_t max_buffer_bytes);

    const std::vector<Band>& bands() const { return bands_; }
    const Band& band_of(std::uint32_t tile_row) const { return bands_[tile_row / rows_per_band_]; }

    std::size_t cell_bytes() const { return engine::cell_bytes(format_); }

    // Rows of tiles go through the stream on several threads. On a device that shares the host's memory its buffers
    // are mapped; else rows pass through pinned staging buffers, one a thread.
    void upload(const cl::CommandQueue& queue, const TileStream& stream) const;
    void download(const cl::CommandQueue& queue, const TileStream& stream) const;

private:
    struct Staging;
    template <class Work>
    void with_mapped_rows(const cl::CommandQueue& queue, cl_map_flags flags, const Work& work) const;
    template <class Work>
    void with_staged_rows(const cl::CommandQueue& queue, const Work& work) const;
    bool carried() const { return format_.hops == HopMode::carried; }
    std::size_t row_bytes() const { return layout_.row_cells() * cell_bytes(); }
    std::size_t row_hop_bytes() const { return carried() ? layout_.row_cells() * sizeof(std::uint32_t) : 0; }

    cl::Context context_;
    bool shares_host_memory_;
    TileLayout layout_;
    CellFormat format_;
    std::uint32_t rows_per_band_ = 1;
    std::vector<Band> bands_;
};

}  // namespace allways::engine
