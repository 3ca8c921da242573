// SPDX-License-Identifier: Apache-2.0
// Tiles in host memory and the steps of a schedule on them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "base/threads/parallel.h"
#include "engine/dense/executor.h"
#include "engine/dense/reference.h"
#include "engine/dense/tile_operations.h"
#include "engine/dense/tile_rows.h"

namespace allways::engine {

// Cells of a matrix in tiles, with their hop array, if any.
template <class T>
struct Tiles {
    Tiles(const TileLayout& layout, std::size_t rows, bool has_hop_array)
        : row_cells(layout.row_cells()),
          tile_cells(layout.tile_cells()),
          cells(std::make_unique_for_overwrite<T[]>(rows * row_cells)),
          hops(has_hop_array ? std::make_unique_for_overwrite<std::uint32_t[]>(rows * row_cells) : nullptr) {}

    struct Tile {
        T* cells;
        std::uint32_t* hops;  // null without a hop array
    };
    Tile at(std::size_t row, std::size_t column) const {
        const std::size_t offset = row * row_cells + column * tile_cells;
        return {cells.get() + offset, hops ? hops.get() + offset : nullptr};
    }

    std::size_t row_cells;
    std::size_t tile_cells;
    std::unique_ptr<T[]> cells;
    std::unique_ptr<std::uint32_t[]> hops;
};

// The tiles of one solve and the operations on them.
template <class T>
class TileMatrix {
public:
    // `rows` of tiles, each of layout.tiles() tiles: as many, or any number for steps alone.
    TileMatrix(const TileLayout& layout, std::size_t rows, const CellFormat& format, bool with_snapshot,
               unsigned threads)
        : layout_(layout), format_(format), threads_(threads), matrix_(layout, rows, has_hop_array()) {
        if (with_snapshot) snapshot_ = std::make_unique<Tiles<T>>(layout, rows, has_hop_array());
    }

    void fill(const RowStream& stream) {
        for_each_row([&](std::size_t row, Tile tiles) {
            fill_tile_row(stream, layout_, format_, row, tiles.cells, tiles.hops);
        });
    }
    void take(const RowStream& stream) {
        for_each_row([&](std::size_t row, Tile tiles) {
            take_tile_row(stream, layout_, format_, row, tiles.cells, tiles.hops);
        });
    }

    // Runs one step. Returns true if the schedule continues.
    bool run(const Step& step) {
        switch (step.operation) {
            case Operation::closure: close(matrix_.at(step.inner[0], step.inner[0])); break;
            case Operation::panels: panels(step); break;
            case Operation::min_plus: product(step); break;
            case Operation::relax: relax(step); break;
            case Operation::copy: copy(step); break;
            case Operation::compare: return differs(step);
            case Operation::share: break;
        }
        return true;
    }

    const Tiles<T>& tiles() const { return matrix_; }

private:
    using Tile = typename Tiles<T>::Tile;
    static constexpr bool is_bits16 = std::is_same_v<T, std::uint16_t>;  // never with a hop array

    bool has_hop_array() const { return format_.hops == HopMode::array; }
    const Tiles<T>& tiles_of(Source source) const { return source == Source::matrix ? matrix_ : *snapshot_; }

    template <class Work>
    void for_each_row(const Work& work) {
        parallel_for(
            layout_.tiles(), [&](std::size_t row) { work(row, matrix_.at(row, 0)); }, threads_);
    }

    // Calls work(row, column) for each tile of the step's block, on several threads.
    template <class Work>
    void for_each_tile(const Step& step, const Work& work) {
        const auto columns = step.columns.size();
        parallel_for(
            std::size_t{step.rows.size()} * columns,
            [&](std::size_t i) {
                work(step.rows[static_cast<std::uint32_t>(i / columns)],
                     step.columns[static_cast<std::uint32_t>(i % columns)]);
            },
            threads_);
    }

    void close(Tile c) {
        const std::span cells(c.cells, layout_.tile_cells());
        if constexpr (!is_bits16) {
            if (has_hop_array()) {
                return floyd_warshall_hops<T>(cells, std::span(c.hops, cells.size()), layout_.tile, layout_.tile);
            }
        }
        if constexpr (std::is_integral_v<T>) {
            if (format_.hops == HopMode::first_arc) {
                return floyd_warshall_first_arcs<T>(cells, layout_.tile, layout_.tile, format_.first_arc_bits);
            }
        }
        floyd_warshall<T>(cells, layout_.tile, layout_.tile);
    }

    std::int32_t cost_bits() const {
        return format_.hops == HopMode::first_arc ? ~((std::int32_t{1} << format_.first_arc_bits) - 1) : ~0;
    }

    void multiply(Tile c, const T* a, [[maybe_unused]] const std::uint32_t* a_hops, const T* b) {
        if constexpr (!is_bits16) {
            if (has_hop_array()) return multiply_tile(c.cells, c.hops, a, a_hops, b, layout_.tile);
        }
        multiply_tile(c.cells, a, b, layout_.tile, cost_bits());
    }

    void panels(const Step& step) {
        for (std::uint32_t i = 0; i < step.inner.size(); ++i) panels(step, step.inner[i]);
    }

    // A tile is copied before it is overwritten, since its old cells are an operand.
    void panels(const Step& step, std::uint32_t inner) {
        const Tile pivot = matrix_.at(inner, inner);
        const auto columns = step.columns.size();
        parallel_for(
            std::size_t{columns} + step.rows.size(),
            [&](std::size_t i) {
                const auto at = static_cast<std::uint32_t>(i);
                const bool in_row = at < columns;
                const Tile c =
                    in_row ? matrix_.at(inner, step.columns[at]) : matrix_.at(step.rows[at - columns], inner);
                const std::vector<T> cells(c.cells, c.cells + layout_.tile_cells());
                if (in_row) return multiply(c, pivot.cells, pivot.hops, cells.data());
                std::vector<std::uint32_t> hops;
                if (has_hop_array()) hops.assign(c.hops, c.hops + layout_.tile_cells());
                multiply(c, cells.data(), hops.data(), pivot.cells);
            },
            threads_);
    }

    void product(const Step& step) {
        for_each_tile(step, [&](std::uint32_t row, std::uint32_t column) {
            for (std::uint32_t k = step.inner.begin; k < step.inner.end; ++k) {
                const Tile a = tiles_of(step.left).at(row, k);
                multiply(matrix_.at(row, column), a.cells, a.hops, tiles_of(step.right).at(k, column).cells);
            }
        });
    }

    void relax(const Step& step) {
        for (std::uint32_t pivot = step.inner.begin; pivot < step.inner.end; ++pivot) {
            for (std::size_t k = 0; k < layout_.tile; ++k) {
                for_each_tile(step, [&](std::uint32_t row, std::uint32_t column) {
                    relax(matrix_.at(row, column), matrix_.at(row, pivot), matrix_.at(pivot, column), k);
                });
            }
        }
    }

    // Step k in one tile: `left` holds column k, `right` row k; either may be c itself.
    void relax(Tile c, Tile left, Tile right, std::size_t k) {
        const std::size_t tile = layout_.tile;
        const T* pivots = right.cells + k * tile;
        for (std::size_t i = 0; i < tile; ++i) {
            const T via = left.cells[i * tile + k];
            const std::uint32_t hop = has_hop_array() ? left.hops[i * tile + k] : no_hop;
            T* own = c.cells + i * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                T onward = pivots[j];
                if constexpr (std::is_integral_v<T>) onward = static_cast<T>(onward & cost_bits());
                const T sum = static_cast<T>(via + onward);
                if (!(sum < own[j])) continue;
                own[j] = sum;
                if (has_hop_array()) c.hops[i * tile + j] = hop;
            }
        }
    }

    void copy(const Step& step) {
        for_each_tile(step, [&](std::uint32_t row, std::uint32_t column) {
            const Tile from = matrix_.at(row, column);
            const Tile to = snapshot_->at(row, column);
            std::copy_n(from.cells, layout_.tile_cells(), to.cells);
            if (has_hop_array()) std::copy_n(from.hops, layout_.tile_cells(), to.hops);
        });
    }

    bool differs(const Step& step) {
        std::atomic<bool> changed{false};
        for_each_tile(step, [&](std::uint32_t row, std::uint32_t column) {
            const T* cells = matrix_.at(row, column).cells;
            if (!std::equal(cells, cells + layout_.tile_cells(), snapshot_->at(row, column).cells)) changed = true;
        });
        return changed;
    }

    TileLayout layout_;
    CellFormat format_;
    unsigned threads_;
    Tiles<T> matrix_;
    std::unique_ptr<Tiles<T>> snapshot_;
};

}  // namespace allways::engine
