// Column blocks on their way from a device into a table of the host.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/progress_meter.h"
#include "device/staging.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

// Where the device can write to the table itself (pinned memory, or memory they share) commands bring a block there.
// Else pieces of it pass through pinned memory, from where the host's threads put them in place beside the next
// transfer.
template <class T>
class ColumnBlockReader {
public:
    // `target` as sweep_on_device has it.
    ColumnBlockReader(SweepDevice& device, ColumnRange range, const SweepTarget<T>& target, bool pinned);
    ~ColumnBlockReader();
    ColumnBlockReader(const ColumnBlockReader&) = delete;
    ColumnBlockReader& operator=(const ColumnBlockReader&) = delete;

    // Starts to read a block that is computed; it must stay as it is until wait() returns.
    void start(const DeviceColumnBlock& block, ColumnRange part, std::size_t rows);
    // Returns when the block is in the table, where one was started.
    void wait(ProgressMeter& meter);

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
    void copy_staged(const Lane& lane, ProgressMeter& meter);
    // Counts rows of one lane that have arrived.
    void count(std::size_t rows, ProgressMeter& meter) const { meter.add(rows * part_.size() / lanes_.size()); }

    SweepDevice& device_;
    ColumnRange range_;
    SweepTarget<T> target_;
    bool direct_;
    std::vector<Lane> lanes_;
    std::size_t block_width_ = 0;
    ColumnRange part_;
    std::size_t rows_ = 0;
    std::vector<Read> reads_;
    // It outlives what is on its way into it, after a failure too.
    std::array<std::unique_ptr<device::Staging>, 2> staging_;
};

}  // namespace allways::engine
