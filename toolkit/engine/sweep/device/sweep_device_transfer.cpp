// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/sweep_device_transfer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/threads/parallel.h"
#include "device/staging.h"

namespace allways::engine {

namespace {

constexpr std::size_t piece_bytes = std::size_t{64} << 20;  // long enough for a link's full rate
// Smaller copies are not faster; progress is reported after each.
constexpr std::size_t direct_bytes = std::size_t{1} << 30;

}  // namespace

template <class T>
ColumnBlockReader<T>::ColumnBlockReader(SweepDevice& device, ColumnRange range, const SweepTarget<T>& target,
                                        bool pinned)
    : device_(device),
      range_(range),
      target_(target),
      direct_(pinned || (device.device().shares_host_memory && device.options().opencl.map_host_memory)) {}

template <class T>
ColumnBlockReader<T>::~ColumnBlockReader() {
    try {
        device_.read_queue().finish();  // the table must not be freed while it is being written
    } catch (const cl::Error&) {
        // The next use of the device reports the error.
    }
}

template <class T>
void ColumnBlockReader<T>::start(const DeviceColumnBlock& block, ColumnRange part, std::size_t first_row,
                                 std::size_t rows) {
    part_ = part;
    first_row_ = first_row;
    rows_ = rows;
    block_width_ = block.width;
    lanes_ = {{block.cells, reinterpret_cast<char*>(target_.cells), sizeof(T)}};
    if (block.hops()) lanes_.push_back({block.hops, static_cast<char*>(target_.hops), target_.hop_bytes});
    if (!direct_) return;
    for (const Lane& lane : lanes_) start_direct(lane);
    device_.read_queue().flush();
}

template <class T>
void ColumnBlockReader<T>::start_direct(const Lane& lane) {
    const std::size_t block_pitch = block_width_ * lane.cell_bytes;
    const std::size_t table_pitch = target_.stride * lane.cell_bytes;
    const std::size_t rows_a_read = std::max<std::size_t>(1, direct_bytes / table_pitch);
    for (std::size_t row = 0; row < rows_; row += rows_a_read) {
        const std::array<cl::size_type, 3> from{0, first_row_ + row, 0};
        const std::array<cl::size_type, 3> to{(part_.begin - range_.begin) * lane.cell_bytes, row, 0};
        const std::size_t rows = std::min(rows_a_read, rows_ - row);
        const std::array<cl::size_type, 3> region{part_.size() * lane.cell_bytes, rows, 1};
        Read& read = reads_.emplace_back(Read{{}, region[1]});
        device_.read_queue().enqueueReadBufferRect(lane.buffer, CL_FALSE, from, to, region, block_pitch, 0, table_pitch,
                                                   0, lane.table, nullptr, &read.event);
    }
}

template <class T>
void ColumnBlockReader<T>::wait(const PairsDone& done) {
    for (const Read& read : reads_) {
        read.event.wait();
        count(read.rows, done);
    }
    reads_.clear();
    if (!direct_) {
        for (const Lane& lane : lanes_) copy_staged(lane, done);
    }
    lanes_.clear();
}

// Copies some rows at a time, in the block's layout: one chunk is copied into place while the next arrives.
template <class T>
void ColumnBlockReader<T>::copy_staged(const Lane& lane, const PairsDone& done) {
    const std::size_t row_bytes = block_width_ * lane.cell_bytes;
    const std::size_t piece_rows = std::clamp<std::size_t>(piece_bytes / row_bytes, 1, rows_);
    for (auto& piece : staging_) {
        piece = device::take_staging(device_.context(), device_.read_queue(), piece_rows * row_bytes);
    }
    const auto read = [&](std::size_t first, const device::Staging& into) {
        const std::size_t rows = std::min(piece_rows, rows_ - first);
        cl::Event event;
        device_.read_queue().enqueueReadBuffer(lane.buffer, CL_FALSE, (first_row_ + first) * row_bytes,
                                               rows * row_bytes, into.data(), nullptr, &event);
        device_.read_queue().flush();
        return event;
    };
    cl::Event coming = read(0, *staging_[0]);
    for (std::size_t first = 0, piece = 0; first < rows_; first += piece_rows, ++piece) {
        coming.wait();
        const std::size_t next = first + piece_rows;
        if (next < rows_) coming = read(next, *staging_[(piece + 1) % 2]);
        const char* from = staging_[piece % 2]->data();
        parallel_for(std::min(piece_rows, rows_ - first), [&](std::size_t row) {
            const std::size_t at = (first + row) * target_.stride + (part_.begin - range_.begin);
            std::memcpy(lane.table + at * lane.cell_bytes, from + row * row_bytes, part_.size() * lane.cell_bytes);
        });
        count(std::min(piece_rows, rows_ - first), done);
    }
    for (auto& piece : staging_) device::give_staging(std::move(piece));
}

template class ColumnBlockReader<std::int32_t>;
template class ColumnBlockReader<double>;

}  // namespace allways::engine
