// SPDX-License-Identifier: Apache-2.0
// A schedule: block operations over tiles with their dependencies. A plain value, built and tested without a
// device; an executor runs it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allways::engine {

// The position of each cell of the prepared problem: padded square tiles, each contiguous and row-major, tiles in
// row-major order. Pure arithmetic, shared by schedules, executors and prepare/restore.
//
//      pivots              border
//   0 ……… pivot_count | padding | …… | padding      positions; border starts on a tile boundary
//
// Positions: 0 … pivot_count-1 are passable nodes; from border_begin() on come nodes where paths only start and end.
// The rest is padding, unreachable from and to everything.
struct TileLayout {
    std::size_t pivot_count = 0;
    std::size_t border_count = 0;
    std::size_t tile = 1;  // side of a tile, in nodes

    std::size_t pivot_tiles() const { return (pivot_count + tile - 1) / tile; }
    std::size_t border_tiles() const { return (border_count + tile - 1) / tile; }
    std::size_t tiles() const { return pivot_tiles() + border_tiles(); }  // along one side
    std::size_t side() const { return tiles() * tile; }                   // padded, in nodes
    std::size_t border_begin() const { return pivot_tiles() * tile; }
    std::size_t tile_cells() const { return tile * tile; }
    std::size_t row_cells() const { return tiles() * tile_cells(); }  // cells of one row of tiles
    std::size_t cells() const { return tiles() * row_cells(); }

    std::size_t node_count() const { return pivot_count + border_count; }
    // Nodes in the rows of tiles before `tile_row`.
    std::size_t nodes_before(std::size_t tile_row) const {
        if (tile_row <= pivot_tiles()) return std::min(tile_row * tile, pivot_count);
        return pivot_count + std::min((tile_row - pivot_tiles()) * tile, border_count);
    }
    // Position of the i-th node, pivots first, then the border.
    std::size_t position(std::size_t i) const { return i < pivot_count ? i : border_begin() + (i - pivot_count); }
    // Offset of cell (row, column) inside its row of tiles; row_in_tile = row % tile.
    std::size_t offset_in_row(std::size_t row_in_tile, std::size_t column) const {
        return column / tile * tile_cells() + row_in_tile * tile + column % tile;
    }
};

// ---- Schedules

// Semiring (min, +). A, B, C are blocks of the one matrix; A and B of `min_plus` may lie in its snapshot, a second
// matrix of the same layout that only `copy` writes.
enum class Operation {
    closure,   // C ← C*            C = (inner, inner), one tile
    panels,    // C ← C ⊕ A⊗C       A = (inner, inner) closed, one tile; C = (inner, columns), and
               // C = (rows, inner); if `columns` is empty, each tile of `inner` separately
    min_plus,  // C ← C ⊕ A⊗B       A = (rows, inner), B = (inner, columns), C = (rows, columns)
    relax,  // C ← C ⊕ C(·, k)⊗C(k, ·) for each position k of `inner`, one after the other; C = (rows, columns)
    copy,   // snapshot(rows, columns) ← C
    compare,  // ends the schedule if C = snapshot(rows, columns)
    share,    // makes C = (rows, columns) readable where other rows are; until the second share after it
};

// Tiles begin … end-1 along one side, without hole_begin … hole_end-1. The hole is empty or lies inside.
struct TileSpan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t hole_begin = 0;
    std::uint32_t hole_end = 0;

    std::uint32_t hole_size() const { return hole_end - hole_begin; }
    std::uint32_t size() const { return end - begin - hole_size(); }
    bool empty() const { return size() == 0; }
    // The i-th tile of the span.
    std::uint32_t operator[](std::uint32_t i) const {
        const std::uint32_t tile = begin + i;
        return tile >= hole_begin ? tile + hole_size() : tile;
    }
    // The span without `other`, which must touch the hole if there is one.
    TileSpan without(const TileSpan& other) const;
    // The first … first + count - 1 of the span, or up to its last.
    TileSpan part(std::uint32_t first, std::uint32_t count) const;
    bool operator==(const TileSpan&) const = default;
};

// The tiles along one side that a device or a rank has, out of all.
class TileShare {
public:
    TileShare() : TileShare(0, {}) {}
    // Some of `count` tiles, ascending.
    TileShare(std::uint32_t count, std::span<const std::uint32_t> tiles);
    static TileShare all(std::uint32_t count);

    std::uint32_t size() const { return static_cast<std::uint32_t>(tiles_.size()); }
    // The i-th of them.
    std::uint32_t operator[](std::uint32_t i) const { return tiles_[i]; }
    bool has(std::uint32_t tile) const { return before_[tile + 1] != before_[tile]; }
    // Counts those before `tile`: for one of them its own place.
    std::uint32_t before(std::uint32_t tile) const { return before_[tile]; }
    // The places of the tiles that lie in a span.
    TileSpan own(const TileSpan& span) const {
        return {before(span.begin), before(span.end), before(span.hole_begin), before(span.hole_end)};
    }

private:
    std::vector<std::uint32_t> tiles_;
    std::vector<std::uint32_t> before_;
};

enum class Source { matrix, snapshot };

struct Step {
    Operation operation = Operation::min_plus;
    TileSpan rows;
    TileSpan inner;
    TileSpan columns;
    Source left = Source::matrix;   // A of min_plus
    Source right = Source::matrix;  // B of min_plus
    // The next pivot depends on it: an executor that can runs it beside the other steps.
    bool ahead = false;
    std::vector<std::uint32_t> after;  // indexes of steps that must finish before this one starts
};

struct Schedule {
    std::string name;
    std::vector<Step> steps;  // in an order that respects `after`
    // If it is not 0, the rows of tiles fall into bands of so many, the last one of fewer, and a step touches rows of
    // two bands at most.
    std::uint32_t band = 0;
};

// The rows of tiles of a band.
inline TileSpan rows_of_band(std::uint32_t band, std::uint32_t height, const TileLayout& layout) {
    return {band * height, std::min((band + 1) * height, static_cast<std::uint32_t>(layout.tiles()))};
}

// Number of pairs (one add, one min) in the schedule, padding included; 0 for copies and comparisons.
std::uint64_t pair_count(const Step& step, const TileLayout& layout);
std::uint64_t pair_count(const Schedule& schedule, const TileLayout& layout);

// The same schedule with each product cut by rows into steps of at most so many pairs, or of one row of tiles: for
// devices on which it would take long, since a solve that is cancelled finishes the steps that have begun.
Schedule in_pieces(const Schedule& schedule, const TileLayout& layout, std::uint64_t most_pairs);

// The most rows of tiles that are shared at once; 0: the schedule is for one device.
std::uint32_t rows_in_sharing(const Schedule& schedule);

// Returns true if the schedule needs a second matrix.
bool uses_snapshot(const Schedule& schedule);

// Every schedule passes only the layout's pivot tiles, never border nodes.

// Blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003) with look-ahead: for each group of pivot tiles the
// closures and panels of its tiles, then the min-plus product over the rest, `group` tiles deep, so that every cell of
// the rest is read and written once per group. The rows and columns of the next group come first, and its pivots run
// beside the remaining product. `streamed_pivots`: if it is s >= 3, the first 2/s of the pivots close on their own rows
// before the other rows see them, and so do the last 1/s: work begins before all rows have reached a device, and rows
// leave it before the last are done. Ignored if 1/s of the pivots are fewer than four groups.
Schedule blocked_schedule(const TileLayout& layout, std::uint32_t group = 1, std::uint32_t streamed_pivots = 0);

// The same for rows that are spread over several devices: each group closes on its own rows alone and is then shared,
// and a step reads no other row of another device. Rows of a group belong to the same device.
Schedule shared_blocked_schedule(const TileLayout& layout, std::uint32_t group = 1);

// The same for a device that has room for some rows only: bands of `band` rows close on themselves one after the other,
// and all others then catch up, a band at a time, in turns from the first to the last and from the last to the first,
// so that those which a device still has come first.
Schedule banded_blocked_schedule(const TileLayout& layout, std::uint32_t band, std::uint32_t group = 1);

// Floyd–Warshall (Floyd 1962), one pass over the whole matrix for each pivot; one step per pivot tile.
Schedule naive_schedule(const TileLayout& layout);

// R-Kleene (D'Alberto & Nicolau, "R-Kleene: a high-performance divide-and-conquer algorithm for the all-pair shortest
// path for densely connected networks", Algorithmica 2007): 2×2 recursion down to one tile. Needs a snapshot.
Schedule recursive_schedule(const TileLayout& layout);

// Repeated squaring: at most ⌈log2(n-1)⌉ min-plus squarings, ending after the first that changes nothing. Its products
// are `group` tiles deep. Needs a snapshot.
Schedule squaring_schedule(const TileLayout& layout, std::uint32_t group = 1);

// Makes the schedule of that name; `group` applies to blocked and squaring, `streamed_pivots` to blocked. Throws
// InvalidArgument listing the names.
Schedule make_schedule(std::string_view name, const TileLayout& layout, std::uint32_t group,
                       std::uint32_t streamed_pivots = 0);

}  // namespace allways::engine
