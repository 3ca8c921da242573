// SPDX-License-Identifier: Apache-2.0
// Runs a schedule over tiles in host memory: the same tables as every device, using only threads.
#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "base/threads/progress_meter.h"
#include "engine/dense/executor.h"
#include "engine/dense/host_tile_region.h"
#include "engine/dense/tile_matrix.h"

namespace allways::engine {
namespace {

class ReferenceExecutor final : public Executor {
public:
    explicit ReferenceExecutor(unsigned threads) : threads_(threads == 0 ? hardware_threads() : threads) {}

    std::string description() const override {
        return format("reference ({} thread{})", threads_, threads_ == 1 ? "" : "s");
    }
    bool supports(CostType) const override { return true; }
    std::size_t preferred_tile(const CellFormat&) const override { return 128; }
    std::uint32_t preferred_group(const CellFormat&) const override { return 1; }
    std::uint32_t preferred_streamed_pivots(const CellFormat&) const override { return 0; }
    std::uint64_t available_bytes() const override { return ~std::uint64_t{0}; }  // limited only by the host's memory
    TileMemory memory_for(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell) const override {
        const std::uint64_t bytes = tile_bytes(schedule, layout, cell);
        return {bytes, bytes};
    }

    ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                           const RowStream& stream, const ProgressCallback& progress) override {
        check_format(cell);
        return with_cell_type(cell, [&]<class T>() { return run<T>(schedule, layout, cell, stream, progress); });
    }

    std::unique_ptr<TileRegion> make_tile_region(const TileRegionSize& size, const CellFormat& format) override {
        return make_host_tile_region(size, format, threads_);
    }

private:
    template <class T>
    ExecutionTimes run(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                       const RowStream& stream, const ProgressCallback& progress) const {
        ExecutionTimes times;
        TileMatrix<T> matrix(layout, layout.tiles(), cell, uses_snapshot(schedule), threads_);
        Stopwatch watch;
        matrix.fill(stream);
        times.upload = watch.lap();
        ProgressMeter meter(progress, pair_count(schedule, layout));
        for (const Step& step : schedule.steps) {
            if (!matrix.run(step)) break;
            meter.add(pair_count(step, layout));
        }
        meter.finish();
        times.solve = watch.lap();
        matrix.take(stream);
        times.download = watch.lap();
        return times;
    }

    unsigned threads_;
};

}  // namespace

std::unique_ptr<Executor> make_reference_executor(unsigned threads) {
    return std::make_unique<ReferenceExecutor>(threads);
}

}  // namespace allways::engine
