// Runs a schedule over tiles in host memory: the same tables as every device, with nothing but threads.
#include <chrono>
#include <memory>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/parallel.h"
#include "engine/executor.h"
#include "engine/progress_meter.h"
#include "engine/reference.h"
#include "engine/tile_operations.h"

namespace allways::engine {
namespace {

// The tiles of one solve and the operations on them.
template <class T>
class TileMatrix {
public:
    TileMatrix(const TileLayout& layout, const CellFormat& format, unsigned threads)
        : layout_(layout),
          format_(format),
          threads_(threads),
          cells_(std::make_unique_for_overwrite<T[]>(layout.cells())),
          hops_(carried() ? std::make_unique_for_overwrite<std::uint32_t[]>(layout.cells()) : nullptr) {}

    void fill(const TileStream& stream) {
        parallel_for(
            layout_.tiles(), [&](std::size_t row) { stream.fill(row, row_cells(row), row_hops(row)); }, threads_);
    }

    void take(const TileStream& stream) {
        parallel_for(
            layout_.tiles(), [&](std::size_t row) { stream.take(row, row_cells(row), row_hops(row)); }, threads_);
    }

    void run(const Step& step) {
        switch (step.operation) {
            case Operation::closure: return close(tile(step.inner[0], step.inner[0]));
            case Operation::panel_row:
            case Operation::panel_column: return panel(step);
            case Operation::min_plus: return product(step);
        }
    }

private:
    struct Tile {
        T* cells;
        std::uint32_t* hops;  // null unless carried
    };

    bool carried() const { return format_.hops == HopMode::carried; }
    T* row_cells(std::size_t row) { return cells_.get() + row * layout_.row_cells(); }
    std::uint32_t* row_hops(std::size_t row) { return hops_ ? hops_.get() + row * layout_.row_cells() : nullptr; }
    Tile tile(std::size_t row, std::size_t column) {
        const std::size_t at = column * layout_.tile_cells();
        return {row_cells(row) + at, hops_ ? row_hops(row) + at : nullptr};
    }

    void close(Tile c) {
        const std::span cells(c.cells, layout_.tile_cells());
        if (carried()) {
            floyd_warshall_hops(cells, std::span(c.hops, cells.size()), layout_.tile, layout_.tile);
            return;
        }
        if constexpr (std::is_integral_v<T>) {
            if (format_.hops == HopMode::label) {
                return floyd_warshall_labels(cells, layout_.tile, layout_.tile, format_.label_bits);
            }
        }
        floyd_warshall(cells, layout_.tile, layout_.tile);
    }

    void multiply(Tile c, const T* a, const std::uint32_t* a_hops, const T* b) {
        if (carried()) {
            multiply_tile(c.cells, c.hops, a, a_hops, b, layout_.tile);
        } else {
            const std::int32_t labels =
                format_.hops == HopMode::label ? (std::int32_t{1} << format_.label_bits) - 1 : 0;
            multiply_tile(c.cells, a, b, layout_.tile, ~labels);
        }
    }

    // The tile is copied before it is overwritten: its old cells are an operand.
    void panel(const Step& step) {
        const bool is_row = step.operation == Operation::panel_row;
        const Tile pivot = tile(step.inner[0], step.inner[0]);
        const TileSpan& span = is_row ? step.columns : step.rows;
        const auto relax = [&](std::size_t i) {
            const auto at = span[static_cast<std::uint32_t>(i)];
            const Tile c = is_row ? tile(step.inner[0], at) : tile(at, step.inner[0]);
            const std::vector<T> cells(c.cells, c.cells + layout_.tile_cells());
            if (is_row) return multiply(c, pivot.cells, pivot.hops, cells.data());
            std::vector<std::uint32_t> hops;
            if (carried()) hops.assign(c.hops, c.hops + layout_.tile_cells());
            multiply(c, cells.data(), hops.data(), pivot.cells);
        };
        parallel_for(span.size(), relax, threads_);
    }

    void product(const Step& step) {
        const std::size_t columns = step.columns.size();
        const auto relax = [&](std::size_t i) {
            const auto row = step.rows[static_cast<std::uint32_t>(i / columns)];
            const auto column = step.columns[static_cast<std::uint32_t>(i % columns)];
            for (std::uint32_t k = 0; k < step.inner.size(); ++k) {
                const Tile a = tile(row, step.inner[k]);
                multiply(tile(row, column), a.cells, a.hops, tile(step.inner[k], column).cells);
            }
        };
        parallel_for(step.rows.size() * columns, relax, threads_);
    }

    TileLayout layout_;
    CellFormat format_;
    unsigned threads_;
    std::unique_ptr<T[]> cells_;
    std::unique_ptr<std::uint32_t[]> hops_;
};

class ReferenceExecutor final : public Executor {
public:
    explicit ReferenceExecutor(unsigned threads) : threads_(threads == 0 ? hardware_threads() : threads) {}

    std::string description() const override {
        return format("reference ({} thread{})", threads_, threads_ == 1 ? "" : "s");
    }
    bool supports(CostType) const override { return true; }
    std::size_t preferred_tile(const CellFormat&) const override { return 128; }
    std::uint64_t device_bytes(const TileLayout& layout, const CellFormat& cell) const override {
        return layout.cells() * (size_of(cell.type) + (cell.hops == HopMode::carried ? sizeof(std::uint32_t) : 0));
    }
    std::uint64_t available_bytes() const override { return ~std::uint64_t{0}; }  // the host's figure counts
    bool shares_host_memory() const override { return true; }

    ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                           const TileStream& stream, const ProgressCallback& progress) override {
        check_format(cell);
        return with_cost_type(cell.type, [&]<class T>() {
            ExecutionTimes times;
            TileMatrix<T> matrix(layout, cell, threads_);
            Stopwatch watch;
            matrix.fill(stream);
            times.upload = watch.lap();
            ProgressMeter meter(progress, pair_count(schedule, layout));
            for (const Step& step : schedule.steps) {
                matrix.run(step);
                meter.add(pair_count(step, layout));
            }
            meter.finish();
            times.solve = watch.lap();
            matrix.take(stream);
            times.download = watch.lap();
            return times;
        });
    }

private:
    unsigned threads_;
};

}  // namespace

std::unique_ptr<Executor> make_reference_executor(unsigned threads) {
    return std::make_unique<ReferenceExecutor>(threads);
}

}  // namespace allways::engine
