// The sweep on an OpenCL device beside the best it can do with the same memory: fill it, and have it read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/sweep/device/sweep_device.h"

namespace allways::bench {

struct DeviceSweepResult {
    engine::SweepShape shape;
    std::size_t column_blocks = 0;  // that the table takes in device memory
    double setup_seconds = 0;       // streams made and sent; kernels are built before the first run, untimed
    double sweep_seconds = 0;       // the device's, with the upward pass; the table stays there
    double fill_seconds = 0;        // for the same buffers
    double share = 0;               // fill_seconds / sweep_seconds
    std::uint64_t table_bytes = 0;
    double total_seconds = 0;         // problem → table in pinned host memory, streams made anew; 0: not measured
    double read_seconds = 0;          // the same bytes from device to that memory and nothing else
    double total_share = 0;           // read_seconds / total_seconds
    std::size_t checked_columns = 0;  // in each table, compared with plain loops
};

// All rows and columns of the problem; `hop_bytes` 0 where it has no first-arc bits. Each figure is the best of the
// runs. `end_to_end`: also into host memory, which has to hold the table. Throws Error where a cell is wrong.
template <class T>
DeviceSweepResult bench_device_sweep(engine::SweepDevice& device, const engine::SweepProblem<T>& problem,
                                     std::size_t hop_bytes, int runs, bool end_to_end);

}  // namespace allways::bench
