// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/ranks/rank_executor.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cluster/cluster.h"
#include "base/threads/parallel.h"
#include "base/threads/progress_meter.h"
#include "engine/dense/dense_problem.h"
#include "engine/dense/executor.h"

namespace allways::engine {

namespace {

TileSpan moved(const TileSpan& span, std::uint32_t by) {
    return {span.begin + by, span.end + by};
}

// The tiles of a span from `begin` on and before `end`.
TileSpan clip(const TileSpan& span, std::uint32_t begin, std::uint32_t end) {
    const auto inside = [&](std::uint32_t tile) { return std::clamp(tile, begin, end); };
    return {inside(span.begin), inside(span.end), inside(span.hole_begin), inside(span.hole_end)};
}

TileSpan without(const TileSpan& span, const TileSpan& other) {
    return other.empty() ? span : span.without(other);
}

// Every rank takes part in a round with whole groups, so a grid that leaves some without tiles is no fault.
std::size_t count_pivot_groups(const std::vector<TileSpan>& groups, const TileLayout& layout) {
    return static_cast<std::size_t>(
        std::ranges::count_if(groups, [&](const TileSpan& group) { return group.begin < layout.pivot_tiles(); }));
}

// ---- Tiles
//
// One rank's part of blocked Floyd–Warshall over a grid of ranks: its tile region, and the rounds.
//
//              margin    own tiles
//            ┌───┬───┬──────────────┐    The margin has two places, which the groups of pivots take in turns:
//   margin   │D₀ │   │ pivots' rows │    the closed pivots D, their rows and their columns. A product reads these
//            │   │D₁ │ pivots' rows │    alone, so its step is that of any schedule: inner = a place of the margin.
//            ├───┼───┼──────────────┤
//   own      │pivots'│              │
//   tiles    │columns│              │
//            └───┴───┴──────────────┘

class RankTiles {
public:
    // `group`: tiles of a group of pivots. The arguments must outlive it. Called by all ranks.
    RankTiles(Cluster& cluster, Executor& executor, const TileLayout& layout, std::uint32_t group,
              const CellFormat& format)
        : cluster_(cluster),
          layout_(layout),
          format_(format),
          grid_(RankGrid::of(cluster.size())),
          groups_(groups_of(layout, group)),
          pivot_groups_(count_pivot_groups(groups_, layout)),
          group_(group),
          margin_(2 * group),
          rows_(share_of(groups_, grid_.rows, grid_.row_of(cluster.rank()))),
          columns_(share_of(groups_, grid_.columns, grid_.column_of(cluster.rank()))),
          region_(executor.make_tile_region(
              {.pivot_count = (margin_ + columns_.size()) * layout.tile, .border_count = 0, .tile = layout.tile},
              margin_ + rows_.size(), format)),
          row_ranks_(cluster.group(grid_.row_of(cluster.rank()))),
          column_ranks_(cluster.group(grid_.column_of(cluster.rank()))),
          pivots_(make_parcel(std::uint64_t{group} * group)),
          pivot_rows_(make_parcel(std::uint64_t{group} * columns_.size(), false)),
          pivot_columns_(make_parcel(std::uint64_t{group} * rows_.size())) {}

    // Takes this rank's tiles from the rows of the stream.
    void fill(const RowStream& stream) {
        const std::size_t height = std::min<std::size_t>(hardware_threads(), rows_.size());
        std::vector<std::vector<char>> whole(height);
        std::vector<Parcel> own;
        for (std::size_t i = 0; i < height; ++i) own.push_back(make_parcel(columns_.size()));
        for (std::uint32_t begin = 0; begin < rows_.size(); begin += static_cast<std::uint32_t>(height)) {
            const std::size_t count = std::min<std::size_t>(height, rows_.size() - begin);
            parallel_for(count, [&](std::size_t i) {
                whole[i].resize(bytes_of(layout_.tiles()));
                char* row = whole[i].data();
                fill_tile_row(stream, layout_, format_, rows_[begin + static_cast<std::uint32_t>(i)], row,
                              hops_in(row, layout_.tiles()));
                for (std::uint32_t j = 0; j < columns_.size(); ++j) {
                    copy_tile(row, columns_[j], layout_.tiles(), own[i].tiles.get(), j, columns_.size());
                }
            });
            for (std::size_t i = 0; i < count; ++i) {
                const auto row = margin_ + begin + static_cast<std::uint32_t>(i);
                write(own[i], {{row, row + 1}, own_columns()}, true);
            }
        }
    }

    // Passes all pivots. Calls done() after each group.
    //
    // Look-ahead: the next group's rows and columns catch up first, and its pivots close before the rest of the product
    // begins, since their small steps would find no room beside it. The rest is cut in three: during the first piece
    // the pivots travel, during the second the rows and columns that they close leave the device, and during the third
    // these travel. A device that takes its work in order closes them after the first piece and sends them after the
    // second.
    void run(const std::function<void()>& done) {
        if (pivot_groups_ > 0) {
            const Round first = round(0);
            close_pivots(first);
            close_rows_and_columns(first);
            send_rows_and_columns(first);
        }
        for (std::size_t group = 0; group < pivot_groups_; ++group) {
            const Round at = round(group);
            receive(at);
            const bool last = group + 1 == pivot_groups_;
            const Round next = last ? Round{} : round(group + 1);
            region_->join();
            catch_up(at, next);
            const TileSpan rows = without(without(own_rows(), at.rows), next.rows);
            const TileSpan columns = without(without(own_columns(), at.columns), next.columns);
            const std::uint32_t height = rows.end - rows.begin;
            const std::uint32_t first_end = rows.begin + height / 8;
            const std::uint32_t second_end = rows.begin + height / 2;
            if (!last) close_pivots(next);
            product(clip(rows, rows.begin, first_end), at.margin, columns, true);
            if (!last) close_rows_and_columns(next);
            product(clip(rows, first_end, second_end), at.margin, columns, true);
            if (!last) send_rows_and_columns(next);
            product(clip(rows, second_end, rows.end), at.margin, columns, true);
            done();
        }
        region_->join();
    }

    std::size_t rounds() const { return pivot_groups_; }
    // Sends this rank's tiles to rank 0, which passes all rows to the stream: rows of tiles go there some at a time, in
    // ascending order.
    void take(const RowStream& stream) {
        const int own_row = grid_.row_of(cluster_.rank());
        const auto part_of = [&](std::uint32_t place) -> TileBlock {
            return {{margin_ + place, margin_ + place + 1}, own_columns()};
        };
        if (cluster_.rank() != 0) {
            Parcel part = make_parcel(columns_.size());
            for (std::uint32_t place = 0; place < rows_.size(); ++place) {
                read(part, part_of(place), true);
                if (columns_.size() > 0) cluster_.send(0, part.tiles.get(), bytes_of(columns_.size()));
            }
            return;
        }
        std::vector<TileShare> shares;
        for (int column = 0; column < grid_.columns; ++column) {
            shares.push_back(share_of(groups_, grid_.columns, column));
        }
        std::vector<int> owners;  // the row of ranks of each row of tiles
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            owners.insert(owners.end(), groups_[group].size(), row_with(group));
        }
        const std::size_t height = std::min<std::size_t>(hardware_threads(), owners.size());
        std::vector<std::vector<char>> whole(height);
        Parcel part = make_parcel(std::ranges::max(shares, {}, &TileShare::size).size());
        std::uint32_t place = 0;
        const auto collect = [&](std::vector<char>& into, int row) {
            into.resize(bytes_of(layout_.tiles()));
            for (int column = 0; column < grid_.columns; ++column) {
                const TileShare& share = shares[static_cast<std::size_t>(column)];
                if (share.size() == 0) continue;
                if (row == own_row && column == 0) {
                    read(part, part_of(place++), true);
                } else {
                    cluster_.receive(grid_.at(row, column), part.tiles.get(), bytes_of(share.size()));
                }
                for (std::uint32_t i = 0; i < share.size(); ++i) {
                    copy_tile(part.tiles.get(), i, share.size(), into.data(), share[i], layout_.tiles());
                }
            }
        };
        for (std::size_t begin = 0; begin < owners.size(); begin += height) {
            const std::size_t count = std::min(height, owners.size() - begin);
            for (std::size_t i = 0; i < count; ++i) collect(whole[i], owners[begin + i]);
            parallel_for(count, [&](std::size_t i) {
                take_tile_row(stream, layout_, format_, begin + i, whole[i].data(),
                              hops_in(whole[i].data(), layout_.tiles()));
            });
        }
    }

    // Bytes of a rank's tile region at most, and of what it keeps on the host.
    static std::uint64_t tile_region_bytes(const RankGrid& grid, const TileLayout& layout, std::uint32_t group,
                                           const CellFormat& format) {
        const std::vector<TileSpan> groups = groups_of(layout, group);
        const std::uint64_t rows = 2 * group + share_of(groups, grid.rows, 0).size();
        const std::uint64_t columns = 2 * group + share_of(groups, grid.columns, 0).size();
        const std::uint64_t hop = format.hops == HopMode::array ? sizeof(std::uint32_t) : 0;
        return rows * columns * layout.tile_cells() * (cell_bytes(format) + hop);
    }

private:
    // Room for tiles on their way between ranks.
    struct Parcel {
        TransferMemory tiles;
        std::vector<std::unique_ptr<Pending>> sent;
    };
    // A group of pivots and where its tiles are: in the margin, and among the own ones.
    struct Round {
        std::size_t group;
        TileSpan margin;
        TileSpan rows;
        TileSpan columns;
    };

    Round round(std::size_t group) const {
        const auto begin = static_cast<std::uint32_t>(group % 2) * group_;
        return {group,
                {begin, begin + groups_[group].size()},
                moved(rows_.own(groups_[group]), margin_),
                moved(columns_.own(groups_[group]), margin_)};
    }

    TileSpan own_rows() const { return {margin_, margin_ + rows_.size()}; }
    TileSpan own_columns() const { return {margin_, margin_ + columns_.size()}; }
    int row_with(std::size_t group) const { return static_cast<int>(group) % grid_.rows; }
    int column_with(std::size_t group) const { return static_cast<int>(group) % grid_.columns; }

    // Tiles in host memory: the cells of all, then the hops of all if there is a hop array.
    std::size_t tile_bytes() const { return layout_.tile_cells() * cell_bytes(format_); }
    std::size_t tile_hop_bytes() const {
        return format_.hops == HopMode::array ? layout_.tile_cells() * sizeof(std::uint32_t) : 0;
    }

    std::uint64_t bytes_of(std::uint64_t tiles, bool with_hops = true) const {
        return tiles * (tile_bytes() + (with_hops ? tile_hop_bytes() : 0));
    }

    std::uint32_t* hops_in(char* tiles, std::uint64_t count) const {
        return tile_hop_bytes() == 0 ? nullptr : reinterpret_cast<std::uint32_t*>(tiles + count * tile_bytes());
    }

    // Copies tile i of `from_count` to place j of `to_count`.
    void copy_tile(const char* from, std::size_t i, std::size_t from_count, char* to, std::size_t j,
                   std::size_t to_count) const {
        std::memcpy(to + j * tile_bytes(), from + i * tile_bytes(), tile_bytes());
        std::memcpy(to + to_count * tile_bytes() + j * tile_hop_bytes(),
                    from + from_count * tile_bytes() + i * tile_hop_bytes(), tile_hop_bytes());
    }

    Parcel make_parcel(std::uint64_t tiles, bool with_hops = true) {
        return {region_->make_transfer_memory(bytes_of(tiles, with_hops)), {}};
    }

    void product(const TileSpan& rows, const TileSpan& inner, const TileSpan& columns, bool beside = false) {
        if (rows.empty() || columns.empty()) return;
        region_->run({.rows = rows, .inner = inner, .columns = columns, .ahead = !beside, .after = {}});
    }

    // The pivots among themselves, in the margin.
    void close(const Round& at) {
        region_->copy({at.rows, at.columns}, at.margin.begin, at.margin.begin);
        for (std::uint32_t pivot = at.margin.begin; pivot < at.margin.end; ++pivot) {
            const TileSpan one{pivot, pivot + 1};
            const TileSpan others = at.margin.without(one);
            region_->run({.operation = Operation::closure,
                          .rows = one,
                          .inner = one,
                          .columns = one,
                          .ahead = true,
                          .after = {}});
            if (others.empty()) break;
            region_->run({.operation = Operation::panels,
                          .rows = others,
                          .inner = one,
                          .columns = others,
                          .ahead = true,
                          .after = {}});
            product(others, one, others);
        }
        region_->copy({at.margin, at.margin}, at.rows.begin, at.columns.begin);
    }

    // B ← D⊗B: the old B in the margin, the closed pivots beside the new one.
    void close_rows(const Round& at) {
        region_->copy({at.rows, own_columns()}, at.margin.begin, margin_);
        write(pivots_, {at.rows, at.margin}, true);
        product(at.rows, at.margin, without(own_columns(), at.columns));
    }

    // C ← C⊗D: the old C in the margin, the closed pivots above the new one.
    void close_columns(const Round& at) {
        region_->copy({own_rows(), at.columns}, margin_, at.margin.begin);
        write(pivots_, {at.margin, at.columns}, true);
        product(without(own_rows(), at.rows), at.margin, at.columns);
    }

    // Closes the pivots of a group on their rank, and begins to send them to those that have their rows or columns.
    void close_pivots(const Round& at) {
        const bool has_rows = !at.rows.empty();
        const bool has_columns = !at.columns.empty();
        const std::uint64_t size = at.margin.size();
        if (has_rows && has_columns) {
            close(at);
            read(pivots_, {at.margin, at.margin}, true);
        }
        if (has_rows) begin_broadcast(*row_ranks_, column_with(at.group), pivots_, size * size, true);
        if (has_columns) begin_broadcast(*column_ranks_, row_with(at.group), pivots_, size * size, true);
    }

    void close_rows_and_columns(const Round& at) {
        wait(pivots_);
        if (!at.rows.empty()) close_rows(at);
        if (!at.columns.empty()) close_columns(at);
    }

    // Reads a group's closed rows and columns, and begins to send them to all ranks that need them.
    void send_rows_and_columns(const Round& at) {
        const std::uint64_t size = at.margin.size();
        if (!at.rows.empty()) read(pivot_rows_, {at.rows, own_columns()}, false);
        begin_broadcast(*column_ranks_, row_with(at.group), pivot_rows_, size * columns_.size(), false);
        if (!at.columns.empty()) read(pivot_columns_, {own_rows(), at.columns}, true);
        begin_broadcast(*row_ranks_, column_with(at.group), pivot_columns_, size * rows_.size(), true);
    }

    // The rows and columns of the next group, so that it can close.
    void catch_up(const Round& at, const Round& next) {
        product(next.rows, at.margin, without(own_columns(), at.columns));
        product(without(without(own_rows(), at.rows), next.rows), at.margin, next.columns);
    }

    void receive(const Round& at) {
        wait(pivot_rows_);
        wait(pivot_columns_);
        write(pivot_rows_, {at.margin, own_columns()}, false);
        write(pivot_columns_, {own_rows(), at.margin}, true);
    }

    void read(Parcel& parcel, const TileBlock& block, bool with_hops) {
        if (block.tiles() == 0) return;
        char* tiles = parcel.tiles.get();
        region_->read(block, tiles, with_hops ? hops_in(tiles, block.tiles()) : nullptr);
    }

    void write(const Parcel& parcel, const TileBlock& block, bool with_hops) {
        if (block.tiles() == 0) return;
        char* tiles = parcel.tiles.get();
        region_->write(block, tiles, with_hops ? hops_in(tiles, block.tiles()) : nullptr);
    }

    void begin_broadcast(RankGroup& group, int root, Parcel& parcel, std::uint64_t tiles, bool with_hops) {
        if (tiles == 0) return;
        parcel.sent.push_back(group.begin_broadcast(root, parcel.tiles.get(), bytes_of(tiles, with_hops)));
    }

    static void wait(Parcel& parcel) {
        for (const auto& pending : parcel.sent) pending->wait();
        parcel.sent.clear();
    }

    Cluster& cluster_;
    TileLayout layout_;
    CellFormat format_;
    RankGrid grid_;
    std::vector<TileSpan> groups_;
    std::size_t pivot_groups_;
    std::uint32_t group_;
    std::uint32_t margin_;  // tiles
    TileShare rows_;
    TileShare columns_;
    std::unique_ptr<TileRegion> region_;
    std::unique_ptr<RankGroup> row_ranks_;     // those with the same rows
    std::unique_ptr<RankGroup> column_ranks_;  // those with the same columns
    Parcel pivots_;
    Parcel pivot_rows_;
    Parcel pivot_columns_;
};

// ---- The executor

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
    bool shares_rows() const override { return true; }
    MemoryNeed memory_for(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell) const override {
        MemoryNeed memory = device_->memory_for(schedule, layout, cell);
        memory.device = RankTiles::tile_region_bytes(grid_, layout, group_of(schedule), cell);
        if (memory.host > 0) memory.host = memory.device;
        return memory;
    }
    std::unique_ptr<TileRegion> make_tile_region(const TileLayout& layout, std::uint32_t rows,
                                                 const CellFormat& cell) override {
        return device_->make_tile_region(layout, rows, cell);
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
