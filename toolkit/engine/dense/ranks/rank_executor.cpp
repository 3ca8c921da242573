// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/ranks/rank_executor.h"

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/threads/progress_meter.h"
#include "engine/dense/ranks/rank_tiles.h"

namespace allways::engine {
namespace {

class RankExecutor final : public Executor {
public:
    RankExecutor(std::unique_ptr<Executor> device, Cluster& cluster)
        : device_(std::move(device)), cluster_(cluster), grid_(RankGrid::of(cluster.size())) {}

    std::string description() const override {
        return format("{} × {} ranks, each {}", grid_.rows, grid_.columns, device_->description());
    }
    bool supports(CostType type) const override { return device_->supports(type); }
    std::size_t preferred_tile(const CellFormat& cell) const override { return device_->preferred_tile(cell); }
    std::uint32_t preferred_group(const CellFormat& cell) const override { return device_->preferred_group(cell); }
    std::uint32_t preferred_streamed_pivots(const CellFormat&) const override { return 0; }
    std::uint64_t available_bytes() const override { return device_->available_bytes(); }
    bool shares_rows() const override { return true; }
    TileMemory memory_for(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell) const override {
        const std::uint64_t bytes = RankTiles::tile_region_bytes(grid_, layout, group_of(schedule), cell);
        const bool on_host = device_->memory_for(schedule, layout, cell).host > 0;
        return {bytes, on_host ? bytes : 0};
    }
    std::unique_ptr<TileRegion> make_tile_region(const TileRegionSize& size, const CellFormat& cell) override {
        return device_->make_tile_region(size, cell);
    }

    ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                           const RowStream& stream, const ProgressCallback& progress) override {
        check_format(cell);
        if (layout.tiles() == 0) return {};
        ExecutionTimes times;
        Stopwatch watch;
        RankTiles part(cluster_, *device_, layout, group_of(schedule), cell);
        part.fill(stream);
        cluster_.barrier();  // so that solving does not count the wait for the rows of others
        times.upload = watch.lap();
        const std::uint64_t pairs = pair_count(schedule, layout);
        ProgressMeter meter(progress, pairs);
        part.run([&] { meter.add(pairs / part.rounds()); });
        meter.finish();
        times.solve = watch.lap();
        part.take(stream);
        times.download = watch.lap();
        return times;
    }

private:
    // Without pivots nothing is shared.
    static std::uint32_t group_of(const Schedule& schedule) { return std::max(1u, rows_in_sharing(schedule)); }

    std::unique_ptr<Executor> device_;
    Cluster& cluster_;
    RankGrid grid_;
};

}  // namespace

std::unique_ptr<Executor> make_rank_executor(std::unique_ptr<Executor> device, Cluster& cluster) {
    return std::make_unique<RankExecutor>(std::move(device), cluster);
}

}  // namespace allways::engine
