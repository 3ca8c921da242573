// SPDX-License-Identifier: Apache-2.0
// What a sweep on devices gives to the host: column blocks of a table, whole rows of it, or sums over it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <span>
#include <vector>

#include "device/opencl.h"
#include "engine/sweep/device/sweep_device.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

// ---- Column blocks of a table

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

// ---- Rows
//
// Computes whole rows of a table on OpenCL devices, for tables that are never whole in memory. Source: docs/sweep.md.

// A half-open range of a table's rows, in the order of computing.
struct RowRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
    bool has(std::size_t row) const { return row >= begin && row < end; }
};

// Computes rows on devices and reads them band by band. A single device computes all rows that fit at a time. Several
// devices take parts of the rows one after another, and each computes its next part while the others' parts are read.
// On a device that shares the host's memory a part is a large band.
template <class T>
class DeviceRows {
public:
    // `tree`: the network's; `n`: number of columns; `rows`: number of rows of the table; `hop_bytes`: as stored, 1, 2
    // or 4, or 0 if no hops are wanted. Throws CapacityError if not even one row fits a device.
    DeviceRows(const SweepDevices& devices, const ordering::Elimination& tree, std::size_t n, std::size_t rows,
               std::size_t hop_bytes);

    std::uint64_t device_bytes() const;  // an upper bound, roughly
    std::uint64_t host_bytes() const;    // in addition to the bands
    double seconds() const;              // time that the devices were busy

    // Copies `band` to the target, after computing those of its rows that are not on a device. `problem_of(begin,
    // end)`: the sweep of these rows. Throws DeviceError, CapacityError, Cancelled.
    void read(RowRange band, std::size_t row_count,
              const std::function<SweepProblem<T>(std::size_t, std::size_t)>& problem_of, SweepTarget<T> target,
              const ProgressCallback& progress);
    void release() { parts_.clear(); }

private:
    struct Held {
        Held(SweepDevice& device, SweepProblem<T> of, std::size_t hop_bytes)
            : problem(std::move(of)),
              on_device(device, problem, hop_bytes),
              block(on_device.make_block(on_device.whole_groups(problem.columns.count()))) {}
        SweepProblem<T> problem;
        DeviceSweepProblem<T> on_device;
        DeviceColumnBlock block;
    };
    // Some rows on a device. The order of members matters: the last one is destroyed first, which waits for the
    // computation.
    struct Part {
        std::size_t of = 0;  // index of the device
        RowRange rows;
        std::unique_ptr<Held> held;
        double seconds = 0;
        std::future<void> computed;
    };
    struct DeviceLoad {
        std::shared_ptr<SweepDevice> device;
        std::size_t most_rows = 0;
        std::uint64_t bytes = 0;
        double seconds = 0;
        std::uint64_t rows_computed = 0;
    };
    using ProblemOf = std::function<SweepProblem<T>(std::size_t, std::size_t)>;
    Part& part_of(std::size_t row, std::size_t row_count, const ProblemOf& problem_of);
    void start(std::size_t share, std::size_t begin, std::size_t row_count, const ProblemOf& problem_of);
    std::size_t rows_of_part(const DeviceLoad& share) const;

    std::vector<DeviceLoad> shares_;
    std::size_t hop_bytes_;
    std::vector<std::unique_ptr<Part>> parts_;  // in the order of their rows; at most one for each device
};

// ---- Sums over the rows or columns of a table that a device computes and that never leaves it

// The sums: weights of those columns of a row, or rows of a column, whose distance is within a limit.
template <class T>
struct TableSums {
    std::vector<T> limits;
    std::vector<std::span<const double>> weights;  // by kind, finite and not negative: of the columns, or of the rows
    bool of_columns = false;
};

// Returns the sums of each row (column), by kind and within a kind by limit. Weights that are integers, whose totals
// fit 32 bits, are added exactly. Throws as sweep_on_device, and InvalidArgument for other weights on a device without
// float64.
template <class T>
std::vector<double> sums_on_device(SweepDevice& device, const SweepProblem<T>& problem, const TableSums<T>& wanted,
                                   const ProgressCallback& progress = {});

}  // namespace allways::engine
