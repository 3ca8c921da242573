// SPDX-License-Identifier: Apache-2.0
// A tile region in the memory of an OpenCL device.
#pragma once

#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/opencl/launcher.h"
#include "engine/dense/tile_region.h"

namespace allways::engine {

class DeviceTileRegion final : public TileRegion {
public:
    // The arguments must outlive it. Throws as DeviceMatrix.
    DeviceTileRegion(const device::OpenClDevice& device, const Queues& queues, KernelSet& kernels,
                     const TileRegionSize& size, const CellFormat& format, std::uint64_t max_buffer_bytes);
    ~DeviceTileRegion() override;  // waits for the device

    void run(const Step& step) override;
    void run_beside(const Step& step) override;
    void join() override;
    void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) override;
    void read(const TileBlock& block, void* cells, std::uint32_t* hops) override;
    void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) override;
    std::unique_ptr<TransferMemory> make_transfer_memory(std::size_t bytes) override;

private:
    // A block's rows in a buffer: those before it in the block, the first one in the buffer, their number.
    struct Piece {
        const RowBuffer& buffer;
        std::uint32_t before;
        std::uint32_t row;
        std::uint32_t count;
    };
    Piece piece_at(const TileSpan& rows, std::uint32_t row) const;
    template <class Move>
    void for_each_piece(const TileBlock& block, const Move& move);
    template <class Call>
    void checked(const Call& call) const;
    const cl::CommandQueue& ahead() const { return queues_[1]; }
    std::size_t pitch(std::size_t cell) const { return size_.columns * tile_cells_ * cell; }

    std::string name_;
    cl::Context context_;
    Queues queues_;
    TileRegionSize size_;
    std::size_t tile_cells_;
    DeviceMatrix matrix_;
    Launcher launcher_;
    cl::Event last_ahead_;
    cl::Event last_beside_;
};

}  // namespace allways::engine
