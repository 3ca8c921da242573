// SPDX-License-Identifier: Apache-2.0
// Copies column blocks from a device into a table on the host.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "device/staging.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

// Called with the number of pairs that have arrived in the table; ends the work by throwing.
using PairsDone = std::function<void(std::uint64_t pairs)>;

// If the device can write to the table itself (pinned or shared memory), copy commands transfer a block there.
// Otherwise chunks of it pass through pinned memory, from where host threads copy them into place during the next
// transfer.
template <class T>
class ColumnBlockReader {
public:
    // `target`: as in sweep_on_device.
    ColumnBlockReader(SweepDevice& device, ColumnRange range, const SweepTarget<T>& target, bool pinned);
    ~ColumnBlockReader();
    ColumnBlockReader(const ColumnBlockReader&) = delete;
    ColumnBlockReader& operator=(const ColumnBlockReader&) = delete;

    // Starts reading rows of a computed block, which must not change until wait() returns.
    void start(const DeviceColumnBlock& block, ColumnRange part, std::size_t first_row, std::size_t rows);
    // Returns when the started block, if there is one, is in the table.
    void wait(const PairsDone& done);

private:
    // One of the two arrays of a table.
    struct Lane {
        cl::Buffer buffer;
        char* table;
        std::size_t cell_bytes;
    };
    struct Read {
        cl::Event event;
        std::size_t rows;
    };
    void start_direct(const Lane& lane);
    void copy_staged(const Lane& lane, const PairsDone& done);
    // Counts rows of one lane that have arrived.
    void count(std::size_t rows, const PairsDone& done) const { done(rows * part_.size() / lanes_.size()); }

    SweepDevice& device_;
    ColumnRange range_;
    SweepTarget<T> target_;
    bool direct_;
    std::vector<Lane> lanes_;
    std::size_t block_width_ = 0;
    ColumnRange part_;
    std::size_t first_row_ = 0;
    std::size_t rows_ = 0;
    std::vector<Read> reads_;
    // Outlives transfers into it, even after a failure.
    std::array<std::unique_ptr<device::Staging>, 2> staging_;
};

}  // namespace allways::engine
