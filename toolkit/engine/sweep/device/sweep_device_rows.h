// Whole rows of a table from an OpenCL device, for tables that nobody holds. Source: docs/sweep.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/progress_meter.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

// A half-open range of a table's rows, in the order of computing.
struct RowRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Computes rows on a device and reads them band by band: all that fit the device at a time; on one that shares the
// host's memory, those of a large band.
template <class T>
class DeviceRows {
public:
    // `tree`: the network's; `n`: columns; `rows`: of the table; `hop_bytes`: as stored, 1, 2 or 4, or 0: none wanted.
    // Throws CapacityError if not even one row fits.
    DeviceRows(SweepDevice& device, const ordering::Elimination& tree, std::size_t n, std::size_t rows,
               std::size_t hop_bytes);

    std::uint64_t device_bytes() const { return device_bytes_; }  // at most, roughly
    std::uint64_t host_bytes() const;                             // besides the bands
    double seconds() const { return seconds_; }                   // that the device was at work

    // Copies `band` to the target; computes rows first that are not on the device. `problem_of(begin, end)`: the sweep
    // of these rows. Throws DeviceError, CapacityError, Cancelled.
    void read(RowRange band, std::size_t row_count,
              const std::function<SweepProblem<T>(std::size_t, std::size_t)>& problem_of, SweepTarget<T> target,
              const ProgressCallback& progress);
    void release() { held_.reset(); }

private:
    struct Held {
        Held(SweepDevice& device, SweepProblem<T> of, std::size_t hop_bytes)
            : problem(std::move(of)),
              on_device(device, problem, hop_bytes),
              block(on_device.make_block(on_device.whole_groups(problem.columns.count()))) {}
        SweepProblem<T> problem;
        DeviceSweepProblem<T> on_device;
        DeviceColumnBlock block;
        RowRange rows;
    };
    void compute(RowRange rows, SweepProblem<T> problem);
    void copy(RowRange some, const SweepTarget<T>& target, ProgressMeter& meter);

    SweepDevice& device_;
    std::size_t hop_bytes_;
    std::size_t most_rows_ = 0;
    std::uint64_t device_bytes_ = 0;
    double seconds_ = 0;
    std::unique_ptr<Held> held_;
};

}  // namespace allways::engine
