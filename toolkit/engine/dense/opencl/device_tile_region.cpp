// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/device_tile_region.h"

#include <algorithm>
#include <array>

#include "device/staging.h"

namespace allways::engine {
namespace {

using Corner = std::array<cl::size_type, 3>;

TileLayout layout_of_rows(const TileRegionSize& size) {
    return {.pivot_count = size.columns * size.tile, .border_count = 0, .tile = size.tile};
}

// Pinned, from what earlier solves returned where that suffices.
class PinnedMemory final : public TransferMemory {
public:
    explicit PinnedMemory(std::unique_ptr<device::Staging> memory) : memory_(std::move(memory)) {}
    ~PinnedMemory() override { device::give_staging(std::move(memory_)); }
    char* data() override { return memory_->data(); }

private:
    std::unique_ptr<device::Staging> memory_;
};

void wait_there(const cl::CommandQueue& queue, const cl::Event& event) {
    if (event() == nullptr) return;
    const std::vector<cl::Event> events{event};
    queue.enqueueBarrierWithWaitList(&events);
}

}  // namespace

DeviceTileRegion::DeviceTileRegion(const device::OpenClDevice& device, const Queues& queues, KernelSet& kernels,
                                   const TileRegionSize& size, const CellFormat& format, std::uint64_t max_buffer_bytes)
    : name_(device.info.name),
      context_(queues[0].getInfo<CL_QUEUE_CONTEXT>()),
      queues_(queues),
      size_(size),
      tile_cells_(size.tile * size.tile),
      matrix_(context_, device, layout_of_rows(size), RowShare::all(size.rows), format, max_buffer_bytes),
      launcher_(queues_, kernels, {matrix_}, layout_of_rows(size), format) {}

DeviceTileRegion::~DeviceTileRegion() {
    for (const cl::CommandQueue& queue : queues_) clFinish(queue());
}

template <class Call>
void DeviceTileRegion::checked(const Call& call) const {
    device::checked(name_, call);
}

void DeviceTileRegion::run(const Step& step) {
    checked([&] {
        Step here = step;
        here.ahead = true;
        here.after = {};
        const cl::Event event = launcher_.launch(here);
        if (event() != nullptr) last_ahead_ = event;
    });
}

void DeviceTileRegion::run_beside(const Step& step) {
    checked([&] {
        wait_there(queues_[0], last_ahead_);
        Step here = step;
        here.ahead = false;
        here.after = {};
        const cl::Event event = launcher_.launch(here);
        if (event() != nullptr) last_beside_ = event;
    });
}

void DeviceTileRegion::join() {
    checked([&] { wait_there(ahead(), last_beside_); });
}

DeviceTileRegion::Piece DeviceTileRegion::piece_at(const TileSpan& rows, std::uint32_t row) const {
    const RowBuffer& buffer = matrix_.buffer_of(row);
    const std::uint32_t in_buffer = matrix_.row_in_buffer(row);
    return {buffer, row - rows.begin, in_buffer, std::min(rows.end - row, buffer.end - buffer.begin - in_buffer)};
}

template <class Move>
void DeviceTileRegion::for_each_piece(const TileBlock& block, const Move& move) {
    checked([&] {
        for (std::uint32_t row = block.rows.begin; row < block.rows.end;) {
            const Piece piece = piece_at(block.rows, row);
            move(piece);
            row += piece.count;
        }
    });
}

void DeviceTileRegion::copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) {
    for_each_piece(block, [&](const Piece& source) {
        const TileSpan target_rows{row, row + block.rows.size()};
        for (std::uint32_t done = 0; done < source.count;) {
            const Piece target = piece_at(target_rows, row + source.before + done);
            const std::uint32_t count = std::min(source.count - done, target.count);
            const auto copy_cells = [&](const cl::Buffer& from, const cl::Buffer& to, std::size_t cell) {
                const std::size_t tile = tile_cells_ * cell;
                const Corner at{block.columns.begin * tile, source.row + done, 0};
                const Corner there{column * tile, target.row, 0};
                const Corner size{block.columns.size() * tile, count, 1};
                ahead().enqueueCopyBufferRect(from, to, at, there, size, pitch(cell), 0, pitch(cell), 0, nullptr,
                                              &last_ahead_);
            };
            copy_cells(source.buffer.cells, target.buffer.cells, matrix_.cell_bytes());
            if (matrix_.row_hop_bytes() > 0) {
                copy_cells(source.buffer.hops, target.buffer.hops, sizeof(std::uint32_t));
            }
            done += count;
        }
    });
}

void DeviceTileRegion::read(const TileBlock& block, void* cells, std::uint32_t* hops) {
    const auto part = [&](const Piece& piece, const cl::Buffer& from, std::size_t cell, void* into) {
        const std::size_t tile = tile_cells_ * cell;
        const std::size_t row = block.columns.size() * tile;
        ahead().enqueueReadBufferRect(from, CL_TRUE, Corner{block.columns.begin * tile, piece.row, 0}, Corner{0, 0, 0},
                                      Corner{row, piece.count, 1}, pitch(cell), 0, row, 0,
                                      static_cast<char*>(into) + piece.before * row);
    };
    for_each_piece(block, [&](const Piece& piece) {
        part(piece, piece.buffer.cells, matrix_.cell_bytes(), cells);
        if (hops) part(piece, piece.buffer.hops, sizeof(std::uint32_t), hops);
    });
}

void DeviceTileRegion::write(const TileBlock& block, const void* cells, const std::uint32_t* hops) {
    const auto part = [&](const Piece& piece, const cl::Buffer& to, std::size_t cell, const void* from) {
        const std::size_t tile = tile_cells_ * cell;
        const std::size_t row = block.columns.size() * tile;
        ahead().enqueueWriteBufferRect(to, CL_TRUE, Corner{block.columns.begin * tile, piece.row, 0}, Corner{0, 0, 0},
                                       Corner{row, piece.count, 1}, pitch(cell), 0, row, 0,
                                       static_cast<const char*>(from) + piece.before * row);
    };
    for_each_piece(block, [&](const Piece& piece) {
        part(piece, piece.buffer.cells, matrix_.cell_bytes(), cells);
        if (hops) part(piece, piece.buffer.hops, sizeof(std::uint32_t), hops);
    });
}

std::unique_ptr<TransferMemory> DeviceTileRegion::make_transfer_memory(std::size_t bytes) {
    std::unique_ptr<TransferMemory> memory;
    checked([&] {
        memory =
            std::make_unique<PinnedMemory>(device::take_staging(context_, ahead(), std::max<std::size_t>(bytes, 1)));
    });
    return memory;
}

}  // namespace allways::engine
