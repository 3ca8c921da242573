// Strips on their way from a device into a table of the host.
#pragma once

#include <vector>

#include "engine/sweep_device_problem.h"

namespace allways::engine {

// Where the device can write to the table itself (pinned memory, or memory they share) one command brings a strip
// there. Else pieces of it pass through pinned memory, from where the host's threads put them in place beside the next
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
    // Blocks until the strip is in the table. Returns its columns; 0 where none was started.
    std::size_t wait();

private:
    // One of the two arrays of a table.
    struct Lane {
        cl::Buffer buffer;
        char* table;
        std::size_t cell_bytes;
    };
    void start_direct(const Lane& lane);
    void copy_staged(const Lane& lane);

    SweepDevice& device_;
    ColumnRange range_;
    SweepTarget<T> target_;
    bool direct_;
    std::vector<Lane> lanes_;
    std::size_t strip_width_ = 0;
    ColumnRange part_;
    std::size_t rows_ = 0;
    std::vector<cl::Event> reads_;
};

}  // namespace allways::engine
