// SPDX-License-Identifier: Apache-2.0
// Moves bands of rows between a device that has room for a few of them and the host, beside the work on them.
//
//   threads in:    stream.fill or store.get ─ write ─┐
//   launching:                                       └ before ─ steps … ─ after ┐
//   threads out:                                                                └ read ─ store.put or stream.take
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/threads/monitor.h"
#include "device/opencl.h"
#include "device/staging.h"
#include "engine/dense/band_plan.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/row_store.h"

namespace allways::engine {

class BandTraffic {
public:
    // All arguments must outlive it. Throws DeviceError if the system refuses the threads.
    BandTraffic(const cl::CommandQueue& in, const cl::CommandQueue& out, DeviceMatrix& matrix, const BandPlan& plan,
                const RowStream& stream, RowStore& store);
    ~BandTraffic();  // stops and joins
    BandTraffic(const BandTraffic&) = delete;
    BandTraffic& operator=(const BandTraffic&) = delete;

    // Waits until the bands of a step are on the device, and tells the matrix where.
    void before(std::uint32_t step);
    // `last`: what has been launched last on each of the device's queues.
    void after(std::uint32_t step, const std::array<cl::Event, 2>& last);
    // Waits until all rows have left.
    void finish();

    // Of the memory through which rows pass.
    static std::uint64_t staging_bytes(std::uint64_t row_bytes);

private:
    // One direction: its moves in order, row by row.
    struct Way {
        std::vector<std::uint32_t> heights = {};    // of each move's band
        std::vector<std::uint32_t> rows_left = {};  // that have not moved
        std::size_t next_move = 0;
        std::uint32_t next_row = 0;
    };
    using MoveRow = void (BandTraffic::*)(std::size_t move, std::uint32_t row, char* memory);

    void start(Way& way, MoveRow move_row, const cl::CommandQueue& queue);
    void run(Way& way, MoveRow move_row, char* memory);
    void row_in(std::size_t move, std::uint32_t row, char* memory);
    void row_out(std::size_t move, std::uint32_t row, char* memory);
    void stop_and_join();
    std::uint32_t tile_row(std::uint32_t band, std::uint32_t row) const;
    std::uint32_t* hops_in(char* memory) const;

    cl::Context context_;
    cl::CommandQueue in_queue_;
    cl::CommandQueue out_queue_;
    DeviceMatrix& matrix_;
    const BandPlan& plan_;
    const RowStream& stream_;
    RowStore& store_;
    Way in_;
    Way out_;
    std::size_t placed_ = 0;                            // moves in that the matrix knows of
    std::size_t launched_ = 0;                          // moves out whose steps have been launched
    std::vector<std::array<cl::Event, 2>> used_up_to_;  // of each move out
    std::vector<std::unique_ptr<device::Staging>> stagings_;
    std::vector<std::thread> threads_;
    Monitor monitor_;
};

}  // namespace allways::engine
