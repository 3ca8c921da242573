// Strips on their way from a device into a table of the host.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/progress_meter.h"
#include "device/staging.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

// Where the device can write to the table itself (pinned memory, or memory they share) commands bring a strip there.
// Else pieces of it pass through pinned memory, from where the host's threads put them in place beside the next
// transfer.
template <class T>
class StripReader {
public:
    // `target` as sweep_on_device has it.
    StripReader(SweepDevice& device, ColumnRange range, const SweepTarget<T>& target, bool pinned);
    ~StripReader();
    StripReader(const StripReader&) = delete;
    StripReader& operator=(const StripReader&) = delete;

    // The strip is computed; it must stay as it is until wait() returns.
    void start(const DeviceStrip& strip, ColumnRange part, std::size_t rows);
    // Blocks until the strip is in the table, where one was started.
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
    // Rows of one lane are there.
    void count(std::size_t rows, ProgressMeter& meter) const { meter.add(rows * part_.size() / lanes_.size()); }

    SweepDevice& device_;
    ColumnRange range_;
    SweepTarget<T> target_;
    bool direct_;
    std::vector<Lane> lanes_;
    std::size_t strip_width_ = 0;
    ColumnRange part_;
    std::size_t rows_ = 0;
    std::vector<Read> reads_;
    std::array<std::unique_ptr<device::Staging>, 2> staging_;  // outlives what is on its way into it, after a failure too
};

}  // namespace allways::engine
