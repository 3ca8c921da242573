// SPDX-License-Identifier: Apache-2.0
#include "allways/result/cell_numbers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <new>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/distance_table.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "result/skim_walk.h"

namespace allways {

namespace {

constexpr std::size_t cells_of_a_job = std::size_t{1} << 20;
constexpr std::size_t cells_of_a_block = 4096;  // cells that are made together

// In an integer table -unreachable is the largest magnitude of a sum; in a skim of floats NaN may be a sum.
template <class T>
bool is_number(T value, bool unknown) {
    if constexpr (std::is_integral_v<T>) {
        return value > -unreachable_cost<T> && value <= unreachable_cost<T>;
    } else {
        return unknown || !std::isnan(value);
    }
}

}  // namespace

template <class T>
struct CellNumbers::CheckedSource final : Source {
    SharedArray<T> numbers;
    std::string file;
    std::string matrix;
    bool unknown = false;

    void require(std::size_t first, std::size_t count) override {
        const std::span<const T> cells(numbers.data() + first, count);
        bool sound = true;
        for (const T value : cells) sound &= is_number(value, unknown);  // without a branch: the compiler vectorises it
        if (sound) return;
        const T wrong = *std::ranges::find_if(cells, [&](T value) { return !is_number(value, unknown); });
        throw InputError(file, 0, format("matrix {} is damaged: it has a cell of {}", matrix, wrong));
    }
};

// Memory pages of numbers that are never requested are never touched.
template <class T>
struct CellNumbers::MadeSource final : Source {
    std::size_t size;
    Make<T> make;
    std::unique_ptr<T, decltype(&std::free)> cells;
    std::unique_ptr<std::atomic<bool>[]> is_made;  // by block
    std::array<std::mutex, 16> making;             // each for some of the blocks

    MadeSource(std::size_t count, Make<T> of)
        : size(count),
          make(std::move(of)),
          cells(static_cast<T*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(T))), &std::free),
          is_made(std::make_unique<std::atomic<bool>[]>((count + cells_of_a_block - 1) / cells_of_a_block)) {
        if (cells == nullptr) throw std::bad_alloc();
    }

    void require(std::size_t first, std::size_t count) override {
        if (count == 0) return;
        const std::size_t begin = first / cells_of_a_block;
        const std::size_t end = (first + count - 1) / cells_of_a_block + 1;
        for (std::size_t block = begin; block < end; ++block) {
            if (is_made[block].load(std::memory_order_acquire)) continue;
            const std::lock_guard lock(making[block % making.size()]);
            if (is_made[block].load(std::memory_order_relaxed)) continue;
            const std::size_t at = block * cells_of_a_block;
            make(at, {cells.get() + at, std::min(cells_of_a_block, size - at)});
            is_made[block].store(true, std::memory_order_release);
        }
    }
};

CellNumbers CellNumbers::mapped(CostArray numbers, std::string file, std::string matrix, bool unknown) {
    CellNumbers cells;
    cells.numbers_ = numbers;
    std::visit(
        [&]<class T>(SharedArray<T>& all) {
            auto source = std::make_shared<CheckedSource<T>>();
            source->numbers = std::move(all);
            source->file = std::move(file);
            source->matrix = std::move(matrix);
            source->unknown = unknown;
            cells.source_ = std::move(source);
        },
        numbers);
    return cells;
}

template <class T>
CellNumbers CellNumbers::made(std::size_t count, Make<T> make) {
    CellNumbers cells;
    const auto source = std::make_shared<MadeSource<T>>(count, std::move(make));
    cells.numbers_ = SharedArray<T>(std::span<const T>(source->cells.get(), count), source);
    cells.source_ = source;
    return cells;
}

template CellNumbers CellNumbers::made(std::size_t, Make<std::int32_t>);
template CellNumbers CellNumbers::made(std::size_t, Make<float>);
template CellNumbers CellNumbers::made(std::size_t, Make<double>);

double CellNumbers::raw(std::size_t cell) const {
    return with_cost_type(type(), [&]<class T>() { return raw_value(part<T>(cell, 1).front()); });
}

CostView CellNumbers::part(std::size_t first, std::size_t count) const {
    return with_cost_type(type(), [&]<class T>() -> CostView { return part<T>(first, count); });
}

const CostArray& CellNumbers::all() const {
    if (!source_ || source_->whole) return numbers_;
    const std::size_t cells = size();
    parallel_for((cells + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
        const std::size_t first = job * cells_of_a_job;
        source_->require(first, std::min(cells_of_a_job, cells - first));
    });
    source_->whole = true;
    return numbers_;
}

// ---- skims

double Skim::value(std::uint64_t cell) const {
    return natural_value(values.raw(cell), scale);
}

const Skim& find_skim(const std::vector<Skim>& skims, std::string_view name) {
    std::vector<std::string> names;
    for (const Skim& skim : skims) {
        if (skim.scale.name == name) return skim;
        names.push_back(skim.scale.name);
    }
    throw InvalidArgument(
        format("the table has no skim '{}'; it has {}", name, names.empty() ? "none" : joined(names)));
}

void append_skim(std::vector<Skim>& skims, Skim skim, const CostScale& cost, std::uint64_t cells) {
    if (skim.values.size() != cells) {
        throw InvalidArgument(
            format("skim {} needs {} values, one for each cell, found {}", skim.scale.name, cells, skim.values.size()));
    }
    const auto same_name = [&](const Skim& other) { return other.scale.name == skim.scale.name; };
    if (skim.scale.name == cost.name || std::ranges::any_of(skims, same_name)) {
        throw InvalidArgument(format("the table already has {}", skim.scale.name));
    }
    skims.push_back(std::move(skim));
}

namespace {

using namespace result;

constexpr std::size_t block = 64;  // columns per block, so that rows are read in runs of consecutive cells

// The graph that walks over a table's hops use: its nodes and arcs, or under turn rules the states and their steps.
struct WalkedArcs {
    std::vector<std::uint64_t> first_out;
    std::vector<NodeIndex> head;           // no_node for a forbidden step, which no hop uses
    std::vector<SkimField> fields;         // by arc or step
    std::vector<std::size_t> first_state;  // index of each node's first state in `states`
    std::vector<NodeIndex> states;

    WalkedArcs(const TableArcs& arcs, std::vector<SkimField> of_steps) : fields(std::move(of_steps)) {
        if (arcs.states.empty()) {
            first_out = arcs.first_out;
            head = arcs.head;
            return;
        }
        const TurnStates& turn = arcs.states;
        first_out.assign(turn.first_step.begin(), turn.first_step.end());
        head = turn.next;
        const AdjacencyArray by_node = build_adjacency(arcs.first_out.size() - 1, turn.node);
        first_state = by_node.first_out;
        states = by_node.arcs;
    }

    void begin(SkimWalk& walk, NodeIndex target) const {
        if (states.empty()) return walk.begin(target);
        walk.begin(std::span(states).subspan(first_state[target], first_state[target + 1] - first_state[target]));
    }
};

// Fills all cells of columns first … last - 1. Returns false if sums do not fit.
bool fill_columns(const DistanceTable& table, const WalkedArcs& walked, SkimWalk& walk, std::size_t first,
                  std::size_t last, SkimCells& cells) {
    const std::size_t n = table.node_count();
    const std::size_t rows = table.next_hops().row_count();
    std::vector<std::uint32_t> hops((last - first) * rows);  // by column
    for (std::size_t from = 0; from < rows; ++from) {
        for (std::size_t to = first; to < last; ++to) hops[(to - first) * rows + from] = table.next_hops().at(from, to);
    }
    const HopArcs<std::uint64_t> arcs{walked.first_out, walked.head};
    for (std::size_t to = first; to < last; ++to) {
        const std::uint32_t* column = hops.data() + (to - first) * rows;
        walked.begin(walk, static_cast<NodeIndex>(to));
        for (std::size_t from = 0; from < n; ++from) {
            const auto sums =
                walk.sums(static_cast<NodeIndex>(from), arcs, [&](NodeIndex state) { return column[state]; });
            if (!cells.put(std::uint64_t{from} * n + to, sums)) return false;
        }
    }
    return true;
}

// Returns nothing if sums do not fit.
std::vector<Skim> fill(const DistanceTable& table, const WalkedArcs& walked, bool whole,
                       const ProgressCallback& progress) {
    const std::size_t n = table.node_count();
    SkimCells cells(walked.fields, std::uint64_t{n} * n, whole);
    std::atomic<bool> fits{true};
    std::atomic<std::size_t> columns_done{0};
    std::mutex reporting;
    parallel_for((n + block - 1) / block, [&](std::size_t b) {
        if (!fits) return;
        SkimWalk walk(table.next_hops().row_count(), walked.fields);
        const std::size_t last = std::min(n, (b + 1) * block);
        if (!fill_columns(table, walked, walk, b * block, last, cells)) fits = false;
        columns_done += last - b * block;
        const std::lock_guard lock(reporting);
        report(progress, "skims", std::uint64_t{columns_done} * n, std::uint64_t{n} * n);
    });
    return fits ? std::move(cells).finish() : std::vector<Skim>{};
}

}  // namespace

void add_skims(DistanceTable& table, std::span<const std::string> names, const ProgressCallback& progress) {
    if (names.empty()) return;
    if (!table.has_next_hops() || table.next_hops().kind() != NextHops::Kind::arc_ordinal) {
        throw InvalidArgument("skims need the next hops of a network, which this table does not have");
    }
    const WalkedArcs walked(table.arcs(), step_fields(table.arcs(), table.scale(), names));
    std::vector<Skim> skims = fill(table, walked, true, progress);
    if (skims.empty()) skims = fill(table, walked, false, progress);
    for (Skim& skim : skims) table.add_skim(std::move(skim));
}

}  // namespace allways
