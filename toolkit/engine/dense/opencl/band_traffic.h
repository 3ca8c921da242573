// SPDX-License-Identifier: Apache-2.0
// A matrix that does not fit a device passes through it in bands of rows: which bands are there at each step, where the
// others are, and the threads that move them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/threads/monitor.h"
#include "device/opencl.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

// ---- Which bands of rows a device has at each step of a schedule in bands, when it has slots for a few of them

// The fewest slots: the pivots, the rows that catch up, the next ones on their way in and the last ones on their way
// out.
inline constexpr std::uint32_t least_band_slots = 4;

struct BandMove {
    std::uint32_t band = 0;
    std::uint32_t slot = 0;
    std::uint32_t step = 0;  // that needs it; of a move out the last that uses it before it leaves
    // Of a move in, indexes of moves out: which empties the slot, and by which the band left before; nothing for the
    // first time.
    std::optional<std::uint32_t> emptied = {};
    std::optional<std::uint32_t> left = {};
    bool for_good = false;  // of a move out: no step needs it again
};

struct BandPlan {
    std::vector<BandMove> in;   // in order of `step`
    std::vector<BandMove> out;  // in order of `step`
    // The schedule's steps, and one more for each band that none of them touches.
    std::uint32_t steps = 0;
};

// Plans moves for a schedule in bands: a band comes as soon as a slot is free, and the one that was used least recently
// makes room for it. `slots` >= least_band_slots.
BandPlan plan_bands(const Schedule& schedule, const TileLayout& layout, std::uint32_t slots);

// ---- Rows of tiles while they are not on the device: in memory, or in a file

class RowStore {
public:
    // `directory`: where to keep them in a file that nobody else sees and that goes with the store; empty: in memory,
    // which is taken as rows come. Throws InputError if the directory cannot hold them.
    RowStore(std::size_t rows, std::size_t row_bytes, const std::string& directory);
    ~RowStore();
    RowStore(const RowStore&) = delete;
    RowStore& operator=(const RowStore&) = delete;

    // Different rows from several threads at once. Throws InputError (the file), CapacityError (the memory).
    void put(std::size_t row, const char* bytes);
    // Copies what `put` was given last.
    void get(std::size_t row, char* bytes) const;

private:
    std::size_t row_bytes_;
    std::string directory_;
    int file_ = -1;
    std::vector<std::unique_ptr<char, void (*)(void*)>> memory_;
};

// ---- Traffic
//
// Moves bands of rows between a device that has room for a few of them and the host, beside the work on them.
//
//   threads in:    stream.fill or store.get ─ write ─┐
//   launching:                                       └ before ─ steps … ─ after ┐
//   threads out:                                                                └ read ─ store.put or stream.take

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

    // The size of the memory through which rows pass.
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
