// SPDX-License-Identifier: Apache-2.0
// Compares the sweep on an OpenCL device with the limits of its memory: a fill, and a read to the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/sweep/device/sweep_device.h"

namespace allways::bench {

struct DeviceSweepResult {
    engine::SweepShape shape;
    std::size_t column_blocks = 0;  // of the table in device memory
    double setup_seconds = 0;       // making and sending streams; kernels are built before the first run, untimed
    double sweep_seconds = 0;       // of the slowest device, with the upward pass; the table stays there
    double wall_seconds = 0;        // the same by the clock of the host
    double fill_seconds = 0;        // of the same buffers
    double share = 0;               // fill_seconds / sweep_seconds
    std::uint64_t table_bytes = 0;
    double total_seconds = 0;         // problem → table in pinned host memory, with new streams; 0: not measured
    double read_seconds = 0;          // copying the same bytes from the device to that memory
    double total_share = 0;           // read_seconds / total_seconds
    std::size_t checked_columns = 0;  // per table, compared with plain loops
};

// Solves all rows and columns of the problem; `hop_bytes` is 0 without first-arc bits. Several devices take equal
// shares of the columns, at the same time. Each figure is the best of the runs. `end_to_end`: also into host memory,
// which must hold the table; of one device only. Throws Error for a wrong cell.
template <class T>
DeviceSweepResult bench_device_sweep(const engine::SweepDevices& devices, const engine::SweepProblem<T>& problem,
                                     std::size_t hop_bytes, int runs, bool end_to_end);

}  // namespace allways::bench
