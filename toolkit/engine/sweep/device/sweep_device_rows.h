// SPDX-License-Identifier: Apache-2.0
// Whole rows of a table from OpenCL devices, for tables that nobody holds. Source: docs/sweep.md.
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

// Computes rows on devices and reads them band by band: on one device all that fit at a time; several take parts of the
// rows in turns, and each computes its next one while the others' are read. On a device that shares the host's memory
// a part is a large band.
template <class T>
class DeviceRows {
public:
    // `tree`: the network's; `n`: columns; `rows`: of the table; `hop_bytes`: as stored, 1, 2 or 4, or 0: none wanted.
    // Throws CapacityError if not even one row fits a device.
    DeviceRows(const SweepDevices& devices, const ordering::Elimination& tree, std::size_t n, std::size_t rows,
               std::size_t hop_bytes);

    std::uint64_t device_bytes() const;  // at most, roughly
    std::uint64_t host_bytes() const;    // besides the bands
    double seconds() const;              // that the devices were at work

    // Copies `band` to the target; computes rows first that are not on a device. `problem_of(begin, end)`: the sweep
    // of these rows. Throws DeviceError, CapacityError, Cancelled.
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
    // Some rows on a device. The last member first: it is waited for before the others go.
    struct Part {
        std::size_t of = 0;  // the device's place
        RowRange rows;
        std::unique_ptr<Held> held;
        double seconds = 0;
        std::future<void> computed;
    };
    struct Share {
        std::shared_ptr<SweepDevice> device;
        std::size_t most_rows = 0;
        std::uint64_t bytes = 0;
        double seconds = 0;
        std::uint64_t rows_computed = 0;
    };
    using ProblemOf = std::function<SweepProblem<T>(std::size_t, std::size_t)>;
    Part& part_of(std::size_t row, std::size_t row_count, const ProblemOf& problem_of);
    void start(std::size_t share, std::size_t begin, std::size_t row_count, const ProblemOf& problem_of);
    std::size_t rows_of_part(const Share& share) const;

    std::vector<Share> shares_;
    std::size_t hop_bytes_;
    std::vector<std::unique_ptr<Part>> parts_;  // in the order of their rows; at most one for each device
};

}  // namespace allways::engine
