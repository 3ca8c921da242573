// SPDX-License-Identifier: Apache-2.0
// Computes whole rows of a table on OpenCL devices, for tables that are never whole in memory. Source: docs/sweep.md.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "engine/sweep/device/sweep_device_problem.h"
#include "engine/sweep/device/sweep_device_transfer.h"

namespace allways::engine {

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

}  // namespace allways::engine
