// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/column_block.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>

#include "allways/base/format.h"
#include "allways/result/next_hops.h"

namespace allways::engine {

// ---- Visits

namespace {

template <class T>
CoreRow core_row(const SweepProblem<T>& problem, std::uint32_t row) {
    const auto fixed = problem.fixed_of(row);
    const bool diagonal = fixed.size() == 1 && fixed[0].distance == T{0} && fixed[0].hop == NextHops::none &&
                          problem.class_cells.columns_beside(row).empty();
    return {row, diagonal ? fixed[0].column : CoreRow::several};
}

// A row's part before slots are assigned, with the rank at which it is visited.
struct Draft {
    std::uint32_t rank;
    RowPart part;
};

// Cuts the access arcs of a row, which has some, into runs whose core nodes lie on one path to a root.
template <class T>
void add_parts(const SweepProblem<T>& problem, std::uint32_t row, SweepVisits<T>& to, std::vector<Draft>& drafts) {
    const ordering::Elimination& tree = *problem.factor->elimination;
    const SweepSide<T>& rows = problem.rows;
    const auto rank_of = [&](std::uint32_t access) { return rows.access_arcs[access].rank; };
    const std::size_t first = to.access_of.size();
    const std::size_t first_draft = drafts.size();
    for (std::size_t a = rows.first_access_arc[row]; a < rows.first_access_arc[row + 1]; ++a) {
        to.access_of.push_back(static_cast<std::uint32_t>(a));
    }
    std::ranges::sort(to.access_of.begin() + static_cast<std::ptrdiff_t>(first), to.access_of.end(), std::greater(),
                      rank_of);
    for (std::size_t i = first; i < to.access_of.size(); ++i) {
        const std::uint32_t rank = rank_of(to.access_of[i]);
        const std::uint32_t last = drafts.size() == first_draft ? rank : rank_of(to.access_of[i - 1]);
        const bool below_last = drafts.size() > first_draft && rank > last - tree.subtree_size[last];
        if (!below_last) drafts.push_back({rank, {row, 0, i, i, false, false}});
        to.access_arcs.push_back({rows.access_arcs[to.access_of[i]].cell, tree.depth[rank]});
        drafts.back().rank = rank;
        drafts.back().part.end_access_arc = i + 1;
    }
    drafts[first_draft].part.opens = true;
    drafts.back().part.closes = true;
}

// Assigns slots in the order of visits; a row's slot is free again after the visit of its last part. Returns the number
// of slots.
std::size_t give_slots(std::vector<Draft>& drafts, std::size_t row_count) {
    std::vector<std::uint32_t> slot_of(row_count), free, closed;
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        if (i > 0 && drafts[i].rank != drafts[i - 1].rank) {
            free.insert(free.end(), closed.begin(), closed.end());
            closed.clear();
        }
        RowPart& part = drafts[i].part;
        std::uint32_t& slot = slot_of[part.row];
        if (part.opens) {
            if (free.empty()) free.push_back(count++);
            slot = free.back();
            free.pop_back();
        }
        part.slot = slot;
        if (part.closes) closed.push_back(slot);
    }
    return count;
}

}  // namespace

template <class T>
SweepVisits<T>::SweepVisits(const SweepProblem<T>& problem, const ArcsOf& arcs_of) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;

    std::vector<std::pair<std::uint32_t, std::uint32_t>> core;  // rank, row
    std::vector<Draft> drafts;
    for (std::uint32_t row = 0; row < problem.rows.count(); ++row) {
        const auto row_access_arcs = problem.rows.access_arcs_of(row);
        if (problem.is_core_row(row)) {
            core.emplace_back(row_access_arcs.front().rank, row);
        } else if (row_access_arcs.empty()) {
            untied_rows.push_back(row);
        } else {
            add_parts(problem, row, *this, drafts);
        }
    }
    std::stable_sort(core.begin(), core.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::stable_sort(drafts.begin(), drafts.end(), [](const Draft& a, const Draft& b) { return a.rank > b.rank; });
    slot_count = give_slots(drafts, problem.rows.count());

    visits.reserve(problem.visit.size() + 1);
    for (const std::uint32_t v : problem.visit) {
        visits.push_back({v, tree.depth[v], v + 1 - tree.subtree_size[v], arcs.size(), core_rows.size(), parts.size()});
        const auto add = [&](std::size_t a) { arcs.push_back({factor.up[a], tree.depth[tree.up[a]]}); };
        if (arcs_of) {
            for (const std::uint32_t k : arcs_of(v)) add(tree.first_up[v] + k);
        } else {
            for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
                if (factor.up[a] < problem.unreachable()) add(a);
            }
        }
        while (core_rows.size() < core.size() && core[core_rows.size()].first == v) {
            core_rows.push_back(core_row(problem, core[core_rows.size()].second));
        }
        while (parts.size() < drafts.size() && drafts[parts.size()].rank == v)
            parts.push_back(drafts[parts.size()].part);
    }
    visits.push_back({0, 0, 0, arcs.size(), core_rows.size(), parts.size()});
}

template <class T>
std::uint64_t SweepVisits<T>::bytes() const {
    return visits.size() * sizeof(SweepVisit) + (arcs.size() + access_arcs.size()) * sizeof(SweepArc<T>) +
           core_rows.size() * sizeof(CoreRow) + (access_of.size() + untied_rows.size()) * sizeof(std::uint32_t) +
           parts.size() * sizeof(RowPart);
}

template struct SweepVisits<std::int32_t>;
template struct SweepVisits<double>;

// ---- The work

namespace {

// The number of columns that a thread computes at once: enough for long sections of rows, since each row lies on
// another page; and the most memory for a thread's stack of rows, inside its share of a third-level cache.
// Measurements: bench/log/sweep.md, "On the host".
constexpr std::size_t wanted_columns = 5120;
constexpr std::size_t fewest_columns = 128;
constexpr std::size_t stack_bytes = std::size_t{8} << 20;

// `rows`: the number of rows that a thread keeps, on the stack and in slots.
std::size_t columns_of_rows(std::size_t rows, std::size_t cell_bytes) {
    return std::clamp(stack_bytes / (std::max<std::size_t>(rows, 1) * cell_bytes), fewest_columns, wanted_columns);
}

}  // namespace

std::size_t even_block_columns(std::size_t columns, std::size_t widest, unsigned threads) {
    const std::size_t turns = std::max<std::size_t>(1, (columns + threads * widest - 1) / (threads * widest));
    return std::max<std::size_t>(1, (columns + turns * threads - 1) / (turns * threads));
}

template <class T>
SweepWork<T>::SweepWork(const SweepProblem<T>& of, ColumnRange columns, const SweepTarget<T>& to,
                        const SweepHostOptions& options)
    : problem(of),
      kernels(options.kernels ? *options.kernels : sweep_kernels()),
      visits(problem),
      range(columns),
      target(to),
      threads(options.threads != 0 ? options.threads : hardware_threads()),
      upward(problem, range.begin, range.end, threads) {
    const std::size_t kept = problem.factor->elimination->height() + visits.slot_count;
    // The number of columns of the next block that a block must also compute, since its last line ends there.
    const std::size_t written = to.hop_bytes != 0 ? std::min(sizeof(T), to.hop_bytes) : sizeof(T);
    const std::size_t beyond = kernels.line / written;
    constexpr std::size_t unit = 64 / sizeof(T);  // lanes of a cache line
    block_columns = options.block_columns != 0
                        ? options.block_columns
                        : even_block_columns(range.size(), columns_of_rows(kept, sizeof(T)), threads);
    lanes = (std::min(block_columns + beyond, range.size()) + unit - 1) / unit * unit;
    block_count = (range.size() + block_columns - 1) / block_columns;
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, block_count));
    if (lanes > most_sweep_lanes) {
        throw InvalidArgument(format("expected at most {} columns in a column block, found {}",
                                     most_sweep_lanes - beyond, block_columns));
    }
}

std::uint64_t sweep_host_bytes(const ordering::Elimination& tree, CostType type, std::size_t columns,
                               std::size_t rows_beyond_core, std::uint64_t upward_cells) {
    const std::uint64_t cell = size_of(type);
    const std::uint64_t ancestors = std::accumulate(tree.depth.begin(), tree.depth.end(), std::uint64_t{0});
    constexpr std::uint64_t beyond = 2 * 64;  // lanes of lines that a block shares with the next, rounded up
    constexpr std::uint64_t rows_beside = 8;  // rows in addition to the stack and the slots
    const std::uint64_t rows = tree.height() + rows_beyond_core;
    const std::uint64_t widest = std::min<std::uint64_t>(wanted_columns, columns / hardware_threads() + 1) + beyond;
    const std::uint64_t kept =
        std::max<std::uint64_t>(stack_bytes, rows * fewest_columns * cell) + rows * beyond * cell;
    const std::uint64_t block = std::min(rows * widest * cell, kept) + rows_beside * widest * cell;
    return std::min(ancestors, upward_cells) * cell + tree.fill() * 2 * cell +
           tree.node_count() * (sizeof(SweepVisit) + 16) + hardware_threads() * block;
}

std::uint64_t sweep_walk_bytes(const ordering::Elimination& tree, CostType type, std::size_t columns,
                               std::size_t slots) {
    const std::uint64_t cell = size_of(type);
    const std::uint64_t ancestors = std::accumulate(tree.depth.begin(), tree.depth.end(), std::uint64_t{0});
    constexpr std::uint64_t beyond = 2 * 64;
    constexpr std::uint64_t rows_beside = 6;
    const std::uint64_t rows = tree.height() + slots + rows_beside;
    const std::uint64_t widest = columns_of_rows(tree.height() + slots, cell);
    const std::uint64_t blocks = columns / widest + hardware_threads();
    return (ancestors + rows * (columns + blocks * beyond)) * cell + tree.fill() * 2 * cell +
           tree.node_count() * (sizeof(SweepVisit) + 16);
}

template struct SweepWork<std::int32_t>;
template struct SweepWork<double>;

// ---- The block

namespace {

// A row is seeded some visits before it is relaxed, and written while the next one is relaxed. By then the stores of
// one step have reached the cache, before another step loads them in vectors of other widths, which a processor could
// not forward from its store buffer.
constexpr std::size_t seeds_ahead = 2;
constexpr std::size_t ring_rows = 4;  // the largest number of rows in progress

}  // namespace

template <class T>
ColumnBlock<T>::ColumnBlock(const SweepWork<T>& work)
    : work_(work),
      stack_(work.problem.factor->elimination->height() * work.lanes),
      ring_(ring_rows * work.lanes),
      slots_(std::max<std::size_t>(work.visits.slot_count, 1) * work.lanes),
      restored_(work.lanes),
      restored_hops_(work.lanes * work.target.hop_bytes),
      is_plain_(work.problem.rows.potential.empty() && work.target.hop_bytes <= 1) {}

template <class T>
auto ColumnBlock<T>::lanes_of(const void* lane0, std::size_t element_bytes) const -> Lanes {
    // Lines are powers of two, or 0, so a mask suffices; this runs for every row of every block.
    const std::size_t mask = work_.kernels.line == 0 ? 0 : work_.kernels.line - 1;
    const int shift = std::countr_zero(element_bytes);
    // The first lane at or after `lane` that begins a line.
    const auto line_from = [&](std::size_t lane) {
        const std::size_t past = (reinterpret_cast<std::uintptr_t>(lane0) + (lane << shift)) & mask;
        return lane + (((mask + 1 - past) & mask) >> shift);
    };
    return {std::min(begin_ == 0 ? 0 : line_from(0), columns_), std::min(line_from(work_.block_columns), columns_)};
}

template <class T>
void ColumnBlock<T>::gather_seeds() {
    const SweepProblem<T>& problem = work_.problem;
    seeds_.clear();
    for (std::uint32_t lane = 0; lane < columns_; ++lane) {
        for (const AccessArc<T>& access : problem.columns.access_arcs_of(work_.range.begin + begin_ + lane)) {
            const T cost = cost_part(access.cell, problem.first_arc_mask());
            seeds_.push_back({access.rank, lane, access.cell, cost, work_.upward.of(access.rank)});
        }
    }
    std::sort(seeds_.begin(), seeds_.end(), [](const Seed& a, const Seed& b) { return a.rank > b.rank; });
    next_seed_ = 0;
}

// Puts the cells of the columns whose access arcs lead from the visited node, or from below it, into the initial values
// of the row. Returns the segments that contain such cells.
template <class T>
std::uint64_t ColumnBlock<T>::seed(const SweepVisit& visit, T* row) {
    while (next_seed_ < seeds_.size() && seeds_[next_seed_].rank > visit.rank) ++next_seed_;
    std::uint64_t seeded = 0;
    for (auto s = seeds_.begin() + static_cast<std::ptrdiff_t>(next_seed_);
         s != seeds_.end() && s->rank >= visit.lowest; ++s) {
        const std::size_t segment = s->lane / seed_segment;
        if ((seeded >> segment & 1) == 0) {
            seeded |= std::uint64_t{1} << segment;
            const std::size_t begin = segment * seed_segment;
            std::fill_n(row + begin, std::min(seed_segment, work_.lanes - begin), work_.problem.unreachable());
        }
        const T cell = s->rank == visit.rank ? s->cell : s->upward[visit.depth] + s->cost;
        row[s->lane] = std::min(row[s->lane], cell);
    }
    return seeded;
}

// Relaxes a row and writes the pending row.
template <class T>
void ColumnBlock<T>::run(const SweepRelaxation<T>& relaxation) {
    work_.kernels.relax(relaxation, pending_);
    if (pending_.to == nullptr) return;
    pending_.to = nullptr;
    pending_.begin = pending_.end = pending_.hops_begin = pending_.hops_end = 0;
    if (pending_row_.diagonal == CoreRow::several)
        put_fixed(pending_row_.row);
    else
        put_fixed(pending_row_.row, pending_row_.diagonal, T{0}, NextHops::none);
}

template <class T>
void ColumnBlock<T>::relax(T* row, T* copy, const T* seeds, std::uint64_t seeded, const SweepArc<T>* arcs,
                           std::size_t count) {
    run({.row = row,
         .copy = copy,
         .seeds = seeds,
         .seeded = seeded,
         .arcs = arcs,
         .arc_count = count,
         .stack = stack_.data(),
         .lanes = work_.lanes,
         .unreachable = work_.problem.unreachable(),
         .first_arc_mask = work_.problem.first_arc_mask()});
}

// Relaxes the rows whose access arcs lead to the node just relaxed and to its ancestors.
template <class T>
void ColumnBlock<T>::relax_parts(std::size_t visit) {
    const SweepVisits<T>& visits = work_.visits;
    for (std::size_t p = visits.visits[visit].first_part; p < visits.visits[visit + 1].first_part; ++p) {
        const RowPart& part = visits.parts[p];
        T* row = slots_.data() + part.slot * work_.lanes;
        relax(row, nullptr, row, part.opens ? 0 : ~std::uint64_t{0}, visits.access_arcs.data() + part.first_access_arc,
              part.end_access_arc - part.first_access_arc);
        if (part.closes) write_access_row(part.row, row);
    }
}

template <class T>
void ColumnBlock<T>::write_core_rows(std::size_t visit, const T* cells) {
    const SweepVisits<T>& visits = work_.visits;
    const std::size_t end = visits.visits[visit + 1].first_row;
    for (std::size_t r = visits.visits[visit].first_row; r < end; ++r) {
        const CoreRow& core = visits.core_rows[r];
        if (pending_.to == nullptr && is_plain_) {
            set_plain_write(pending_, core.row, cells);
            pending_row_ = core;
        } else {
            write(core.row, cells);
        }
    }
}

// Writes a row that is not a core row, once all its access arcs are relaxed.
template <class T>
void ColumnBlock<T>::write_access_row(std::uint32_t row, T* cells) {
    for (const DirectCell<T>& direct : work_.problem.direct_of(row)) {
        // Wraps around for columns before the block.
        const std::size_t lane = direct.column - (work_.range.begin + begin_);
        if (lane < columns_) cells[lane] = std::min(cells[lane], direct.cell);
    }
    write(row, cells);
}

template <class T>
void ColumnBlock<T>::write(std::uint32_t row, const T* cells) {
    if (is_plain_) {
        SweepWrite<T> plain{};
        set_plain_write(plain, row, cells);
        work_.kernels.relax(SweepRelaxation<T>{}, plain);
    } else {
        write_restored(row, cells);
    }
    put_fixed(row);
}

template <class T>
T* ColumnBlock<T>::cells_of(std::uint32_t row) const {
    return work_.target.cells + (row - work_.target.first_row) * work_.target.stride + begin_;
}

template <class T>
unsigned char* ColumnBlock<T>::hops_of(std::uint32_t row) const {
    const SweepTarget<T>& target = work_.target;
    if (!target.hops) return nullptr;
    const std::size_t at = (row - target.first_row) * target.stride + begin_;
    return static_cast<unsigned char*>(target.hops) + at * target.hop_bytes;
}

template <class T>
void ColumnBlock<T>::set_plain_write(SweepWrite<T>& write, std::uint32_t row, const T* cells) const {
    write_plain(write, work_.problem, row, cells, cells_of(row), hops_of(row));
    const Lanes lanes = lanes_of(write.to, sizeof(T));
    write.begin = lanes.begin;
    write.end = lanes.end;
    if (!write.hops_to) return;
    const Lanes hop_lanes = lanes_of(write.hops_to, 1);
    write.hops_begin = hop_lanes.begin;
    write.hops_end = hop_lanes.end;
}

// Writes distances with potentials undone, and hops of any width.
template <class T>
void ColumnBlock<T>::write_restored(std::uint32_t row, const T* cells) {
    const SweepProblem<T>& problem = work_.problem;
    T* const restored = restored_.data();
    const Lanes lanes = lanes_of(cells_of(row), sizeof(T));
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
        restored[lane] = restored_distance(problem, row, work_.range.begin + begin_ + lane, cells[lane]);
    }
    work_.kernels.copy(cells_of(row) + lanes.begin, restored + lanes.begin, (lanes.end - lanes.begin) * sizeof(T));
    if (!work_.target.hops) return;
    const std::size_t bytes = work_.target.hop_bytes;
    const auto hops = problem.hops_of(row);
    const Lanes hop_lanes = lanes_of(hops_of(row), bytes);
    for (std::size_t lane = hop_lanes.begin; lane < hop_lanes.end; ++lane) {
        store_hop(restored_hops_.data(), bytes, lane, restored_hop(problem, hops, cells[lane]));
    }
    work_.kernels.copy(hops_of(row) + hop_lanes.begin * bytes, restored_hops_.data() + hop_lanes.begin * bytes,
                       (hop_lanes.end - hop_lanes.begin) * bytes);
}

template <class T>
void ColumnBlock<T>::put_fixed(std::uint32_t row) {
    const std::size_t begin = work_.range.begin + begin_;
    work_.problem.for_each_fixed(row, begin, begin + columns_, [&](const FixedCell<T>& fixed) {
        put_fixed(row, fixed.column, fixed.distance, fixed.hop);
    });
}

template <class T>
void ColumnBlock<T>::put_fixed(std::uint32_t row, std::uint32_t column, T distance, std::uint32_t hop) {
    const std::size_t lane = column - (work_.range.begin + begin_);
    if (lane >= columns_) return;
    const Lanes lanes = lanes_of(cells_of(row), sizeof(T));
    if (lane >= lanes.begin && lane < lanes.end) cells_of(row)[lane] = distance;
    if (!work_.target.hops) return;
    const Lanes hop_lanes = lanes_of(hops_of(row), work_.target.hop_bytes);
    if (lane >= hop_lanes.begin && lane < hop_lanes.end) store_hop(hops_of(row), work_.target.hop_bytes, lane, hop);
}

template <class T>
void ColumnBlock<T>::start(std::size_t begin) {
    begin_ = begin;
    columns_ = std::min(work_.lanes, work_.range.size() - begin);
    pending_ = {};
    gather_seeds();
}

template <class T>
void ColumnBlock<T>::walk(std::size_t first, std::size_t end, const std::function<bool(std::size_t)>& tick) {
    const SweepVisits<T>& visits = work_.visits;
    const auto ring = [&](std::size_t visit) { return ring_.data() + visit % ring_rows * work_.lanes; };
    std::array<std::uint64_t, ring_rows> seeded{};
    const auto seed_visit = [&](std::size_t i) {
        if (i < end) seeded[i % ring_rows] = seed(visits.visits[i], ring(i));
    };
    for (std::size_t i = first; i < first + seeds_ahead; ++i) seed_visit(i);
    for (std::size_t i = first; i < end; ++i) {
        seed_visit(i + seeds_ahead);
        const SweepVisit& visit = visits.visits[i];
        // A row that other rows read is on the stack, and is written from there while the next row, below it, is
        // relaxed. The node visited after a leaf may have the same depth, so a leaf's row stays in the ring.
        const bool is_leaf = visits.visits[i + 1].depth <= visit.depth;
        const bool has_parts = visits.visits[i + 1].first_part > visit.first_part;
        T* const row = is_leaf ? ring(i) : stack_row(visit.depth);
        relax(row, is_leaf && has_parts ? stack_row(visit.depth) : nullptr, ring(i), seeded[i % ring_rows],
              visits.arcs.data() + visit.first_arc, visits.visits[i + 1].first_arc - visit.first_arc);
        relax_parts(i);
        write_core_rows(i, row);
        if ((i - first) % tick_visits == tick_visits - 1 && !tick(tick_visits)) return;
    }
    run(SweepRelaxation<T>{});  // relaxes nothing, only writes the pending row
    work_.kernels.drain();
    tick((end - first) % tick_visits);
}

template <class T>
void ColumnBlock<T>::write_untied(std::span<const std::uint32_t> rows) {
    for (const std::uint32_t row : rows) {
        std::fill_n(ring_.data(), work_.lanes, work_.problem.unreachable());
        write_access_row(row, ring_.data());
    }
    work_.kernels.drain();
}

template class ColumnBlock<std::int32_t>;
template class ColumnBlock<double>;

// ---- Steps

template <class T>
WalkSteps::WalkSteps(const SweepVisits<T>& visits) : untied_(visits.untied_rows) {
    std::vector<std::uint32_t> rows;
    const auto add_rows = [&] {  // any order within a visit
        std::ranges::sort(rows);
        for (const std::uint32_t row : rows) {
            if (row != row_count_++) throw InvalidArgument("the rows are not in the order of the walk");
        }
        rows.clear();
    };
    for (std::size_t i = 0; i < visits.count(); ++i) {
        for (std::size_t r = visits.visits[i].first_row; r < visits.visits[i + 1].first_row; ++r) {
            rows.push_back(visits.core_rows[r].row);
        }
        for (std::size_t p = visits.visits[i].first_part; p < visits.visits[i + 1].first_part; ++p) {
            if (visits.parts[p].closes) rows.push_back(visits.parts[p].row);
        }
        add_rows();
        rows_after_.push_back(row_count_);
    }
    rows.assign(untied_.begin(), untied_.end());
    add_rows();
}

template WalkSteps::WalkSteps(const SweepVisits<std::int32_t>&);
template WalkSteps::WalkSteps(const SweepVisits<double>&);

WalkSteps::Step WalkSteps::next(std::size_t most) {
    const std::size_t first = row_;
    Step step{.first_visit = visit_, .end_visit = visit_};
    if (visit_ < rows_after_.size()) {
        const auto begin = rows_after_.begin() + static_cast<std::ptrdiff_t>(visit_);
        const auto last = std::upper_bound(begin, rows_after_.end(), first + most);
        if (last == begin)
            throw InvalidArgument(format("one visit completes {} rows, more than {} at a time", *begin - first, most));
        step.end_visit = visit_ = static_cast<std::size_t>(last - rows_after_.begin());
        row_ = *(last - 1);
    }
    if (visit_ == rows_after_.size()) {
        const std::size_t end = std::min(first + most, row_count_);
        step.untied = untied_.subspan(row_ - (row_count_ - untied_.size()), end - row_);
        row_ = end;
    }
    step.row_count = row_ - first;
    return step;
}

}  // namespace allways::engine
