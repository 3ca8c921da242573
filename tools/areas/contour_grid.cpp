// SPDX-License-Identifier: Apache-2.0
#include "areas/contour_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/parallel.h"

namespace allways::tools {

namespace {

constexpr std::size_t tile_nodes = 64;               // per side; a row of them fits in a 64-bit word
constexpr std::int64_t tile_cells = tile_nodes - 1;  // neighbouring tiles share their border nodes
constexpr double most_tiles = 1e7;                   // of at least a kilobyte each

struct Segment {
    Coordinate begin;
    Coordinate end;
    std::uint32_t level = 0;
};

// The x range in which points with y from `bottom` to `top` may be within `distance` of the segment: never too narrow,
// seldom too wide.
std::pair<double, double> reach_in_band(const Segment& segment, double distance, double bottom, double top) {
    double from = 0, to = 1;
    if (const double rise = segment.end.y - segment.begin.y; rise != 0) {
        const double a = (bottom - distance - segment.begin.y) / rise;
        const double b = (top + distance - segment.begin.y) / rise;
        from = std::clamp(std::min(a, b), 0.0, 1.0);
        to = std::clamp(std::max(a, b), 0.0, 1.0);
    }
    const double width = segment.end.x - segment.begin.x;
    const double one = segment.begin.x + from * width;
    const double other = segment.begin.x + to * width;
    return {std::min(one, other) - distance, std::max(one, other) + distance};
}

// A tile, by its number, and a segment near it.
struct Entry {
    std::uint64_t tile = 0;
    std::uint32_t segment = 0;
    friend auto operator<=>(const Entry&, const Entry&) = default;
};

class Maker {
public:
    Maker(std::span<const std::vector<Line>> lines, double distance, double step)
        : distance_(distance), levels_(lines.size()) {
        for (std::uint32_t level = 0; level < lines.size(); ++level) {
            for (const Line& line : lines[level]) add(line, level);
        }
        place_grid(step);
        refuse_too_many_tiles();
    }

    std::pair<ContourGrid, std::vector<Contours>> make(const ProgressCallback& progress) {
        const std::vector<Entry> entries = distribute(progress);
        std::vector<std::size_t> tiles;  // the first entry of each tile
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (i == 0 || entries[i].tile != entries[i - 1].tile) tiles.push_back(i);
        }
        tiles.push_back(entries.size());

        std::vector<std::vector<Contours>> found(tiles.size() - 1);
        const auto caller = std::this_thread::get_id();
        parallel_for(found.size(), [&](std::size_t i) {
            if (std::this_thread::get_id() == caller) report(progress, "areas", i, found.size());
            found[i] = contours_of(std::span(entries).subspan(tiles[i], tiles[i + 1] - tiles[i]));
        });
        std::vector<Contours> all(levels_);
        for (std::size_t level = 0; level < levels_; ++level) {
            Contours& contours = all[level];
            for (std::vector<Contours>& tile : found) {
                contours.insert(contours.end(), tile[level].begin(), tile[level].end());
                tile[level] = {};
            }
            std::ranges::sort(contours, {}, &Crossing::edge);
        }
        return {grid_, std::move(all)};
    }

private:
    void add(const Line& line, std::uint32_t level) {
        if (line.size() == 1) segments_.push_back({line[0], line[0], level});
        for (std::size_t i = 1; i < line.size(); ++i) segments_.push_back({line[i - 1], line[i], level});
    }

    // Surrounds all segments with a margin, so that the outermost nodes are far from every line.
    void place_grid(double step) {
        BoundingBox box;
        for (const Segment& segment : segments_) box.add(segment.begin), box.add(segment.end);
        if (segments_.empty()) box = {{}, {}};
        reach_ = distance_ + step * (1 + 1e-9);  // upper bound on the distance of a node next to a near node
        const double margin = distance_ + 3 * step;
        grid_.step = step;
        grid_.origin = {std::floor((box.low.x - margin) / step) * step, std::floor((box.low.y - margin) / step) * step};
        grid_.columns = static_cast<std::uint64_t>((box.width() + 2 * margin) / step) + 3;
        tile_columns_ = grid_.columns / tile_cells + 1;
    }

    // Throws if there would be too many tiles. Counts the tiles along each segment as if segments shared none.
    void refuse_too_many_tiles() const {
        const double side = grid_.step * static_cast<double>(tile_cells);
        double tiles = 0;
        for (const Segment& segment : segments_) {
            tiles += (std::abs(segment.end.x - segment.begin.x) + std::abs(segment.end.y - segment.begin.y)) / side;
        }
        if (tiles <= most_tiles) return;
        throw InvalidArgument(
            format("areas {:.6g} around roads of this length need a grid of {:.0e} parts; the limit is {:.0e}; choose "
                   "a larger `buffer`",
                   distance_, tiles, most_tiles));
    }

    double x_of(std::uint64_t column) const { return grid_.origin.x + static_cast<double>(column) * grid_.step; }
    double y_of(std::uint64_t row) const { return grid_.origin.y + static_cast<double>(row) * grid_.step; }

    // The tiles that contain the nodes from `low` to `high` along one axis. A node on a border is in two tiles.
    std::pair<std::int64_t, std::int64_t> tiles_of(double low, double high, double origin) const {
        const auto first = static_cast<std::int64_t>(std::floor((low - origin) / grid_.step)) - 1;
        const auto last = static_cast<std::int64_t>(std::ceil((high - origin) / grid_.step)) + 1;
        return {std::max<std::int64_t>(first - 1, 0) / tile_cells, last / tile_cells};
    }

    // All pairs of a tile and a segment near it, by tile, then in the order of levels.
    std::vector<Entry> distribute(const ProgressCallback& progress) const {
        std::vector<Entry> entries;
        for (std::uint32_t i = 0; i < segments_.size(); ++i) {
            if (i % 16384 == 0) report(progress, "areas", 0, 0);
            const Segment& segment = segments_[i];
            const auto [bottom, top] = tiles_of(std::min(segment.begin.y, segment.end.y) - reach_,
                                                std::max(segment.begin.y, segment.end.y) + reach_, grid_.origin.y);
            for (std::int64_t row = bottom; row <= top; ++row) {
                const auto [west, east] =
                    reach_in_band(segment, reach_, y_of(static_cast<std::uint64_t>(row * tile_cells)),
                                  y_of(static_cast<std::uint64_t>((row + 1) * tile_cells)));
                const auto [left, right] = tiles_of(west, east, grid_.origin.x);
                for (std::int64_t column = left; column <= right; ++column) {
                    entries.push_back(
                        {static_cast<std::uint64_t>(row) * tile_columns_ + static_cast<std::uint64_t>(column), i});
                }
            }
        }
        std::ranges::sort(entries);
        return entries;
    }

    // Squared distances at the nodes of one tile. Distances beyond reach_ are not exact: only larger than reach_².
    struct Tile {
        std::uint64_t first_column = 0;
        std::uint64_t first_row = 0;
        std::array<double, tile_nodes> x{};
        std::array<std::array<double, tile_nodes>, tile_nodes> squares{};
    };

    std::vector<Contours> contours_of(std::span<const Entry> entries) const {
        Tile tile;
        tile.first_row = entries[0].tile / tile_columns_ * tile_cells;
        tile.first_column = entries[0].tile % tile_columns_ * tile_cells;
        for (std::size_t i = 0; i < tile_nodes; ++i) tile.x[i] = x_of(tile.first_column + i);
        for (auto& row : tile.squares) row.fill(4 * reach_ * reach_);
        std::vector<Contours> found(levels_);
        std::size_t at = 0;
        for (std::uint32_t level = 0; level < levels_; ++level) {
            const std::size_t before = at;
            for (; at < entries.size() && segments_[entries[at].segment].level == level; ++at) {
                approach(tile, segments_[entries[at].segment]);
            }
            if (at == before && level > 0) {
                found[level] = found[level - 1];
            } else {
                find_crossings(tile, found[level]);
            }
        }
        return found;
    }

    // A node gets the same value in each tile that contains it, because the value depends only on node and segment.
    void approach(Tile& tile, const Segment& segment) const {
        const Coordinate way{segment.end.x - segment.begin.x, segment.end.y - segment.begin.y};
        const double square = way.x * way.x + way.y * way.y;
        const double scale = square > 0 ? 1 / square : 0;
        const double bottom = std::min(segment.begin.y, segment.end.y) - reach_;
        const double top = std::max(segment.begin.y, segment.end.y) + reach_;
        const double rows_below = (bottom - y_of(tile.first_row)) / grid_.step - 1;
        for (auto row = static_cast<std::size_t>(std::clamp(rows_below, 0.0, double{tile_nodes})); row < tile_nodes;
             ++row) {
            const double y = y_of(tile.first_row + row);
            if (y < bottom) continue;
            if (y > top) break;
            const auto [west, east] = reach_in_band(segment, reach_, y, y);
            const auto begin = static_cast<std::size_t>(std::ranges::lower_bound(tile.x, west) - tile.x.begin());
            const auto end = static_cast<std::size_t>(std::ranges::upper_bound(tile.x, east) - tile.x.begin());
            const double up = y - segment.begin.y;
            double* squares = tile.squares[row].data();
            for (std::size_t i = begin; i < end; ++i) {
                const double right = tile.x[i] - segment.begin.x;
                const double along = (right * way.x + up * way.y) * scale;
                const double share = along < 0 ? 0 : along > 1 ? 1 : along;
                const double dx = right - share * way.x;
                const double dy = up - share * way.y;
                const double found = dx * dx + dy * dy;
                squares[i] = found < squares[i] ? found : squares[i];
            }
        }
    }

    void find_crossings(const Tile& tile, Contours& found) const {
        const double limit = distance_ * distance_;
        std::array<std::uint64_t, tile_nodes> near{};
        for (std::size_t row = 0; row < tile_nodes; ++row) {
            for (std::size_t i = 0; i < tile_nodes; ++i) near[row] |= std::uint64_t{tile.squares[row][i] <= limit} << i;
        }
        for (std::size_t row = 0; row + 1 < tile_nodes; ++row) {
            const std::uint64_t low = near[row];
            const std::uint64_t high = near[row + 1];
            std::uint64_t mixed =
                ((low ^ low >> 1) | (high ^ high >> 1) | (low ^ high)) << 1 >> 1;  // no cell begins at the last column
            for (; mixed != 0; mixed &= mixed - 1) {
                const auto column = static_cast<std::size_t>(__builtin_ctzll(mixed));
                add_cell(tile, column, row, found);
            }
        }
    }

    // Numbers the cell's corners and edges counterclockwise from its lower left corner and its lower edge.
    void add_cell(const Tile& tile, std::size_t column, std::size_t row, Contours& found) const {
        std::array<double, 4> far{};
        for (int corner = 0; corner < 4; ++corner) {
            const std::size_t right = corner == 1 || corner == 2 ? 1 : 0;
            const std::size_t up = corner >= 2 ? 1 : 0;
            far[static_cast<std::size_t>(corner)] = std::sqrt(tile.squares[row + up][column + right]);
        }
        const auto is_near = [&](int corner) {
            const std::size_t right = corner == 1 || corner == 2 ? 1 : 0;
            const std::size_t up = corner >= 2 ? 1 : 0;
            return tile.squares[row + up][column + right] <= distance_ * distance_;
        };
        const std::uint64_t i = tile.first_column + column;
        const std::uint64_t j = tile.first_row + row;
        const std::array<ContourGrid::Edge, 4> edges{grid_.edge(i, j, false), grid_.edge(i + 1, j, true),
                                                     grid_.edge(i, j + 1, false), grid_.edge(i, j, true)};
        const bool joined = far[0] + far[1] + far[2] + far[3] <= 4 * distance_;  // saddle: the near corners connect
        for (int from = 0; from < 4; ++from) {
            const int after = (from + 1) % 4;
            if (!is_near(from) || is_near(after))
                continue;  // a contour enters where the walk around the cell leaves the near area
            int to = (from + (joined ? 1 : 3)) % 4;
            while (is_near(to) || !is_near((to + 1) % 4)) to = (to + (joined ? 1 : 3)) % 4;
            const double inside = far[static_cast<std::size_t>(from)];
            const double outside = far[static_cast<std::size_t>(after)];
            const double depth = std::clamp((distance_ - inside) / (outside - inside), least_depth, 1 - least_depth);
            const bool near_is_first = from == 0 || from == 1;  // the walk follows these two edges forwards
            found.push_back(
                {edges[static_cast<std::size_t>(from)], edges[static_cast<std::size_t>(to)], depth, near_is_first});
        }
    }

    double distance_;
    double reach_ = 0;
    std::size_t levels_;
    std::vector<Segment> segments_;
    ContourGrid grid_;
    std::uint64_t tile_columns_ = 0;
};

}  // namespace

std::pair<ContourGrid, std::vector<Contours>> distance_contours(std::span<const std::vector<Line>> lines,
                                                                double distance, double step,
                                                                const ProgressCallback& progress) {
    return Maker(lines, distance, step).make(progress);
}

}  // namespace allways::tools
