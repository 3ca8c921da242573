// SPDX-License-Identifier: Apache-2.0
// One rank's part of blocked Floyd–Warshall over a grid of ranks: its tile region, and the rounds.
//
//              margin    own tiles
//            ┌───┬───┬──────────────┐    The margin has two places for remote_rows, which the groups of pivots take in
//            turns:
//   margin   │D₀ │   │ pivots' rows │    the closed pivots D, their rows and their columns. A product reads these
//            │   │D₁ │ pivots' rows │    alone, so its step is that of any schedule: inner = a place of the margin.
//            ├───┼───┼──────────────┤
//   own      │pivots'│              │
//   tiles    │columns│              │
//            └───┴───┴──────────────┘
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "allways/cluster/cluster.h"
#include "engine/dense/executor.h"
#include "engine/dense/ranks/rank_grid.h"
#include "engine/dense/tile_region.h"

namespace allways::engine {

class RankTiles {
public:
    // `group`: tiles of a group of pivots. The arguments must outlive it. Called by all ranks.
    RankTiles(Cluster& cluster, Executor& executor, const TileLayout& layout, std::uint32_t group,
              const CellFormat& format);

    // Takes this rank's tiles from the rows of the stream.
    void fill(const RowStream& stream);
    // Passes all pivots. Calls done() after each group.
    void run(const std::function<void()>& done);
    std::size_t rounds() const { return pivot_groups_; }
    // Sends this rank's tiles to rank 0, which passes all rows to the stream.
    void take(const RowStream& stream);

    // Bytes of a rank's tile region at most, and of what it keeps on the host.
    static std::uint64_t tile_region_bytes(const RankGrid& grid, const TileLayout& layout, std::uint32_t group,
                                           const CellFormat& format);

private:
    // Room for tiles on their way between ranks.
    struct Parcel {
        std::unique_ptr<TransferMemory> cells;
        std::unique_ptr<TransferMemory> hop_array;  // null without one
        std::vector<std::unique_ptr<Pending>> sent;

        std::uint32_t* hops() const {
            return hop_array ? reinterpret_cast<std::uint32_t*>(hop_array->data()) : nullptr;
        }
    };
    // A group of pivots and where its tiles are: in the margin, and among the own ones.
    struct Round {
        std::size_t group;
        TileSpan margin;
        TileSpan rows;
        TileSpan columns;
    };

    Round round(std::size_t group) const;
    TileSpan own_rows() const { return {margin_, margin_ + rows_.size()}; }
    TileSpan own_columns() const { return {margin_, margin_ + columns_.size()}; }
    bool has_hop_array() const { return format_.hops == HopMode::array; }
    std::size_t tile_bytes() const { return layout_.tile_cells() * cell_bytes(format_); }

    Parcel make_parcel(std::uint64_t tiles, bool with_hops = true);
    void product(const TileSpan& rows, const TileSpan& inner, const TileSpan& columns, bool beside = false);
    void close(const Round& at);
    void close_rows(const Round& at);
    void close_columns(const Round& at);
    void close_pivots(const Round& at);
    void close_rows_and_columns(const Round& at);
    void send_rows_and_columns(const Round& at);
    void catch_up(const Round& at, const Round& next);
    void receive(const Round& at);
    void read(Parcel& parcel, const TileBlock& block, bool with_hops);
    void write(const Parcel& parcel, const TileBlock& block, bool with_hops);
    void begin_broadcast(RankGroup& group, int root, Parcel& parcel, std::uint64_t tiles, bool with_hops);
    static void wait(Parcel& parcel);

    Cluster& cluster_;
    TileLayout layout_;
    CellFormat format_;
    RankGrid grid_;
    std::vector<TileSpan> groups_;
    std::size_t pivot_groups_;
    std::uint32_t group_;
    std::uint32_t margin_;  // tiles
    AxisShare rows_;
    AxisShare columns_;
    std::unique_ptr<TileRegion> region_;
    std::unique_ptr<RankGroup> row_ranks_;     // those with the same rows
    std::unique_ptr<RankGroup> column_ranks_;  // those with the same columns
    Parcel pivots_;
    Parcel pivot_rows_;
    Parcel pivot_columns_;
};

}  // namespace allways::engine
