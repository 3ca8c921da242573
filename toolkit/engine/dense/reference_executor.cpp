// SPDX-License-Identifier: Apache-2.0
// Runs a schedule over tiles in host memory: the same tables as every device, using only threads.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "base/threads/progress_meter.h"
#include "base/vector_clones.h"
#include "engine/dense/dense_problem.h"
#include "engine/dense/executor.h"

namespace allways::engine {

#define ALLWAYS_ALWAYS_INLINE __attribute__((always_inline)) inline

namespace {

// ---- Products of tiles
//
// A tile is tile × tile cells, row-major. Every sum equals the kernels', in an order that gives the same minimum, so
// floats agree bit for bit with a device that runs the same schedule over the same tiles.

template <class T>
ALLWAYS_ALWAYS_INLINE T right_operand(T b, [[maybe_unused]] std::int32_t cost_bits) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(b & cost_bits);
    } else {
        return b;
    }
}

// Four steps k at a time: a quarter of the loads and stores of C.
template <class T>
ALLWAYS_ALWAYS_INLINE void multiply(T* __restrict c, const T* __restrict a, const T* __restrict b, std::size_t tile,
                                    std::int32_t cost_bits) {
    for (std::size_t i = 0; i < tile; ++i) {
        T* __restrict own = c + i * tile;
        const T* left = a + i * tile;
        std::size_t k = 0;
        for (; k + 4 <= tile; k += 4) {
            const T left0 = left[k], left1 = left[k + 1], left2 = left[k + 2], left3 = left[k + 3];
            const T* __restrict right = b + k * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                const T sum0 = static_cast<T>(left0 + right_operand(right[j], cost_bits));
                const T sum1 = static_cast<T>(left1 + right_operand(right[tile + j], cost_bits));
                const T sum2 = static_cast<T>(left2 + right_operand(right[2 * tile + j], cost_bits));
                const T sum3 = static_cast<T>(left3 + right_operand(right[3 * tile + j], cost_bits));
                const T least01 = sum0 < sum1 ? sum0 : sum1;
                const T least23 = sum2 < sum3 ? sum2 : sum3;
                const T least = least01 < least23 ? least01 : least23;
                own[j] = least < own[j] ? least : own[j];
            }
        }
        for (; k < tile; ++k) {
            const T* __restrict right = b + k * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                const T sum = static_cast<T>(left[k] + right_operand(right[j], cost_bits));
                own[j] = sum < own[j] ? sum : own[j];
            }
        }
    }
}

template <class T>
ALLWAYS_ALWAYS_INLINE void multiply_with_hops(T* __restrict c, std::uint32_t* __restrict c_hops, const T* __restrict a,
                                              const std::uint32_t* __restrict a_hops, const T* __restrict b,
                                              std::size_t tile) {
    for (std::size_t i = 0; i < tile; ++i) {
        T* __restrict own = c + i * tile;
        std::uint32_t* __restrict own_hops = c_hops + i * tile;
        for (std::size_t k = 0; k < tile; ++k) {
            const T left = a[i * tile + k];
            const std::uint32_t hop = a_hops[i * tile + k];
            const T* __restrict right = b + k * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                const T sum = left + right[j];
                own_hops[j] = sum < own[j] ? hop : own_hops[j];
                own[j] = sum < own[j] ? sum : own[j];
            }
        }
    }
}

// A tile, or a copy of its cells.
template <class T>
struct Tile {
    T* cells;
    std::uint32_t* hops;  // null without a hop array
};

// C ← C ⊕ A⊗B. C overlaps neither A nor B. `cost_bits` clears the first-arc bits of the right operand (if there are
// any, int32 only; else ~0). With a hop array: hop(C) ← hop(A at the winning k), the first k on a tie.
template <class T>
ALLWAYS_ALWAYS_INLINE void multiply_any(Tile<T> c, Tile<T> a, const T* b, std::size_t tile, std::int32_t cost_bits) {
    if constexpr (!std::is_same_v<T, std::uint16_t>) {  // never with a hop array
        if (c.hops) return multiply_with_hops(c.cells, c.hops, a.cells, a.hops, b, tile);
    }
    multiply(c.cells, a.cells, b, tile, cost_bits);
}

#define ALLWAYS_MULTIPLY_TILE(T)                                                                     \
    ALLWAYS_VECTOR_CLONES("avx512f")                                                                 \
    void multiply_tile(Tile<T> c, Tile<T> a, const T* b, std::size_t tile, std::int32_t cost_bits) { \
        multiply_any(c, a, b, tile, cost_bits);                                                      \
    }
ALLWAYS_MULTIPLY_TILE(std::int32_t)
ALLWAYS_MULTIPLY_TILE(std::uint16_t)
ALLWAYS_MULTIPLY_TILE(float)
ALLWAYS_MULTIPLY_TILE(double)
#undef ALLWAYS_MULTIPLY_TILE

// ---- Tiles in host memory and the steps of a schedule on them

// Cells of a matrix in tiles, with their hop array, if any.
template <class T>
struct Tiles {
    Tiles(const TileLayout& layout, std::size_t rows, bool has_hop_array)
        : row_cells(layout.row_cells()),
          tile_cells(layout.tile_cells()),
          cells(std::make_unique_for_overwrite<T[]>(rows * row_cells)),
          hops(has_hop_array ? std::make_unique_for_overwrite<std::uint32_t[]>(rows * row_cells) : nullptr) {}

    Tile<T> at(std::size_t row, std::size_t column) const {
        const std::size_t offset = row * row_cells + column * tile_cells;
        return {cells.get() + offset, hops ? hops.get() + offset : nullptr};
    }

    std::size_t row_cells;
    std::size_t tile_cells;
    std::unique_ptr<T[]> cells;
    std::unique_ptr<std::uint32_t[]> hops;
};

// The tiles of one solve, or of a region, and the operations on them. Steps run one after another, also those that a
// device would run concurrently.
template <class T>
class TileMatrix final : public TileRegion {
public:
    // `rows` of tiles, each of layout.tiles() tiles: as many, or any number for a region.
    TileMatrix(const TileLayout& layout, std::size_t rows, const CellFormat& format, bool with_snapshot,
               unsigned threads)
        : layout_(layout), format_(format), threads_(threads), matrix_(layout, rows, has_hop_array()) {
        if (with_snapshot) snapshot_ = std::make_unique<Tiles<T>>(layout, rows, has_hop_array());
    }

    void fill(const RowStream& stream) {
        for_each_row([&](std::size_t row, const Tile<T>& tiles) {
            fill_tile_row(stream, layout_, format_, row, tiles.cells, tiles.hops);
        });
    }
    void take(const RowStream& stream) {
        for_each_row([&](std::size_t row, const Tile<T>& tiles) {
            take_tile_row(stream, layout_, format_, row, tiles.cells, tiles.hops);
        });
    }

    // Runs one step. Returns true if the schedule continues.
    bool go_on(const Step& step) {
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

    void run(const Step& step) override { go_on(step); }
    void join() override {}

    void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) override {
        for_each(block, [&](const Tile<T>& from, std::uint64_t, std::uint32_t i, std::uint32_t j) {
            copy_tile(from, matrix_.at(row + i, column + j));
        });
    }
    void read(const TileBlock& block, void* cells, std::uint32_t* hops) override {
        for_each(block, [&](const Tile<T>& from, std::uint64_t at, std::uint32_t, std::uint32_t) {
            std::copy_n(from.cells, layout_.tile_cells(), static_cast<T*>(cells) + at);
            if (hops) std::copy_n(from.hops, layout_.tile_cells(), hops + at);
        });
    }
    void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) override {
        for_each(block, [&](const Tile<T>& to, std::uint64_t at, std::uint32_t, std::uint32_t) {
            std::copy_n(static_cast<const T*>(cells) + at, layout_.tile_cells(), to.cells);
            if (hops) std::copy_n(hops + at, layout_.tile_cells(), to.hops);
        });
    }
    TransferMemory make_transfer_memory(std::size_t bytes) override {
        return std::make_shared_for_overwrite<char[]>(bytes);
    }

private:
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

    void close(const Tile<T>& c) {
        for (std::size_t k = 0; k < layout_.tile; ++k) relax(c, c, c, k);
    }

    std::int32_t cost_bits() const {
        return format_.hops == HopMode::first_arc ? ~((std::int32_t{1} << format_.first_arc_bits) - 1) : ~0;
    }

    // Calls work(tile, position of its first cell in host memory, row and column in the block).
    template <class Work>
    void for_each(const TileBlock& block, const Work& work) {
        for (std::uint32_t i = 0; i < block.rows.size(); ++i) {
            for (std::uint32_t j = 0; j < block.columns.size(); ++j) {
                const std::uint64_t at = (std::uint64_t{i} * block.columns.size() + j) * layout_.tile_cells();
                work(matrix_.at(block.rows.begin + i, block.columns.begin + j), at, i, j);
            }
        }
    }
    void copy_tile(const Tile<T>& from, const Tile<T>& to) const {
        std::copy_n(from.cells, layout_.tile_cells(), to.cells);
        if (from.hops) std::copy_n(from.hops, layout_.tile_cells(), to.hops);
    }

    void multiply(const Tile<T>& c, const Tile<T>& a, const T* b) const {
        multiply_tile(c, a, b, layout_.tile, cost_bits());
    }

    void panels(const Step& step) {
        for (std::uint32_t i = 0; i < step.inner.size(); ++i) panels(step, step.inner[i]);
    }

    // A tile is copied before it is overwritten, since its old cells are an operand.
    void panels(const Step& step, std::uint32_t inner) {
        const Tile<T> pivot = matrix_.at(inner, inner);
        const auto columns = step.columns.size();
        parallel_for(
            std::size_t{columns} + step.rows.size(),
            [&](std::size_t i) {
                const auto at = static_cast<std::uint32_t>(i);
                const bool in_row = at < columns;
                const Tile<T> c =
                    in_row ? matrix_.at(inner, step.columns[at]) : matrix_.at(step.rows[at - columns], inner);
                std::vector<T> cells(c.cells, c.cells + layout_.tile_cells());
                if (in_row) return multiply(c, pivot, cells.data());
                std::vector<std::uint32_t> hops;
                if (has_hop_array()) hops.assign(c.hops, c.hops + layout_.tile_cells());
                multiply(c, {cells.data(), hops.data()}, pivot.cells);
            },
            threads_);
    }

    void product(const Step& step) {
        for_each_tile(step, [&](std::uint32_t row, std::uint32_t column) {
            for (std::uint32_t k = step.inner.begin; k < step.inner.end; ++k) {
                multiply(matrix_.at(row, column), tiles_of(step.left).at(row, k),
                         tiles_of(step.right).at(k, column).cells);
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
    void relax(const Tile<T>& c, const Tile<T>& left, const Tile<T>& right, std::size_t k) {
        const std::size_t tile = layout_.tile;
        [[maybe_unused]] const std::int32_t cost_bits = this->cost_bits();
        const T* pivots = right.cells + k * tile;
        for (std::size_t i = 0; i < tile; ++i) {
            const T via = left.cells[i * tile + k];
            const std::uint32_t hop = left.hops ? left.hops[i * tile + k] : no_hop;
            T* own = c.cells + i * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                T onward = pivots[j];
                if constexpr (std::is_integral_v<T>) onward = static_cast<T>(onward & cost_bits);
                const T sum = static_cast<T>(via + onward);
                if (!(sum < own[j])) continue;
                own[j] = sum;
                if (c.hops) c.hops[i * tile + j] = hop;
            }
        }
    }

    void copy(const Step& step) {
        for_each_tile(step, [&](std::uint32_t row, std::uint32_t column) {
            copy_tile(matrix_.at(row, column), snapshot_->at(row, column));
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

// ---- The executor

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
    MemoryNeed memory_for(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell) const override {
        const std::uint64_t bytes = tile_bytes(schedule, layout, cell);
        return {.device = bytes, .host = bytes, .device_available = ~std::uint64_t{0}};  // limited only by the host's
    }

    ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                           const RowStream& stream, const ProgressCallback& progress) override {
        check_format(cell);
        return with_cell_type(cell, [&]<class T>() { return run<T>(schedule, layout, cell, stream, progress); });
    }

    std::unique_ptr<TileRegion> make_tile_region(const TileLayout& layout, std::uint32_t rows,
                                                 const CellFormat& format) override {
        return with_cell_type(format, [&]<class T>() -> std::unique_ptr<TileRegion> {
            return std::make_unique<TileMatrix<T>>(layout, rows, format, false, threads_);
        });
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
            if (!matrix.go_on(step)) break;
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
