// SPDX-License-Identifier: Apache-2.0
// One device's part of a solve: its rows of tiles up, its part of every step, its rows down.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <tuple>

#include "device/opencl.h"
#include "device/program_cache.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/dense/opencl/launcher.h"
#include "engine/dense/opencl/row_transfers.h"

namespace allways::engine {

class DeviceWorker {
public:
    // `follows`: another device chooses the tiles, and this one's tuned values give way where they do not divide them.
    DeviceWorker(device::OpenClDevice device, const device::OpenClOptions& options, bool follows = false);

    // With the memory that tiles may take of it.
    const device::OpenClDevice& device() const { return device_; }
    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& upload_queue() const { return upload_queue_; }
    bool supports(CostType type) const { return type != CostType::float64 || device_.info.has_float64; }
    device::Tuning tuning(const CellFormat& format) const;

    // Longer steps of a schedule should be cut (in_pieces), so that a cancelled solve ends in some tenths of a second.
    std::uint64_t most_pairs_of_a_step() const;

    // Called with pairs that are done; ends the solve by throwing.
    using Done = std::function<void(std::uint64_t pairs)>;
    // Runs all steps of the schedule on the device's own rows. `exchange`: gives it those of others; null if these are
    // all rows. Throws what `done` and the exchange throw, and as Executor::execute.
    ExecutionTimes run(const Schedule& schedule, const TileLayout& layout, const CellFormat& format,
                       const TileShare& own, RowExchange* exchange, const RowStream& stream, const Done& done);

    // The part of the device's memory that rows of tiles may take.
    std::uint64_t bytes_for_rows() const;
    // As Executor has it.
    std::uint32_t band_of_rows(const TileLayout& layout, const CellFormat& format) const;
    MemoryNeed memory_for(const Schedule& schedule, const TileLayout& layout, const CellFormat& format) const;

    // Throws as run().
    std::unique_ptr<TileRegion> make_tile_region(const TileLayout& layout, std::uint32_t rows,
                                                 const CellFormat& format);

    // Pairs in a second, of products as in a solve with such tiles. Takes a tenth of a second, and the kernels' build.
    double measure(const CellFormat& format, std::size_t tile);

private:
    struct Job;
    ExecutionTimes run(Job& job);
    ExecutionTimes run_mapped(Job& job);
    ExecutionTimes run_streamed(Job& job);
    ExecutionTimes run_in_bands(Job& job, std::uint32_t slots);
    template <class Before, class After>
    void run_steps(Job& job, const Before& before, const After& after);
    static void meet(const Job& job);
    void share_rows(Job& job, const Step& step);
    template <class Work>
    ExecutionTimes to_its_end(const Work& work);
    void wait_out() noexcept;
    KernelSet& kernels(const CellFormat& format, std::size_t tile);
    std::uint64_t max_buffer_bytes() const;
    std::uint64_t rows_with_room(const TileLayout& layout, const CellFormat& format) const;
    std::uint64_t slots_for(std::uint32_t band, const TileLayout& layout, const CellFormat& format) const;

    device::OpenClDevice device_;
    device::OpenClOptions options_;
    bool follows_;
    device::ProgramCache cache_;
    cl::Context context_;
    Queues queues_;
    cl::CommandQueue upload_queue_;
    cl::CommandQueue download_queue_;
    PlacesMemory upload_places_;
    PlacesMemory download_places_;
    std::map<std::tuple<CostType, HopMode, int, CellWidth, std::size_t>, KernelSet> kernels_;
};

}  // namespace allways::engine
