#include "engine/sweep_strip.h"

#include <algorithm>
#include <array>

namespace allways::engine {

namespace {

// A row is seeded some visits before it is relaxed, and written a visit after: what one step has stored has reached the cache
// by the time that the next one loads it in other pieces, which a processor could not forward.
constexpr std::size_t seeds_ahead = 3;
constexpr std::size_t ring_rows = 8;  // more than are on their way

constexpr std::size_t tick_visits = 4096;

}  // namespace

template <class T>
SweepStrip<T>::SweepStrip(const SweepWork<T>& work)
    : work_(work),
      stack_(work.problem.factor->elimination->height() * work.lanes),
      ring_(ring_rows * work.lanes),
      slots_(std::max<std::size_t>(work.visits.slot_count, 1) * work.lanes),
      restored_(work.lanes),
      restored_hops_(work.lanes * work.target.hop_bytes) {}

template <class T>
auto SweepStrip<T>::lanes_of(const void* lane0, std::size_t element_bytes) const -> Lanes {
    const std::size_t line = work_.kernels.line;
    // The first lane, from `lane` on, that begins a line.
    const auto line_from = [&](std::size_t lane) {
        if (line == 0) return lane;
        const std::size_t past = (reinterpret_cast<std::uintptr_t>(lane0) + lane * element_bytes) % line;
        return past == 0 ? lane : lane + (line - past) / element_bytes;
    };
    return {std::min(begin_ == 0 ? 0 : line_from(0), columns_), std::min(line_from(work_.strip), columns_)};
}

template <class T>
void SweepStrip<T>::gather_seeds() {
    const SweepProblem<T>& problem = work_.problem;
    seeds_.clear();
    for (std::uint32_t lane = 0; lane < columns_; ++lane) {
        for (const Tap<T>& tap : problem.columns.taps_of(work_.range.begin + begin_ + lane)) {
            const T cost = cost_part(tap.cell, problem.label_mask());
            seeds_.push_back({tap.rank, lane, tap.cell, cost, work_.lift.of(tap.rank)});
        }
    }
    std::sort(seeds_.begin(), seeds_.end(), [](const Seed& a, const Seed& b) { return a.rank > b.rank; });
    next_seed_ = 0;
}

// Lowers the cells of columns that are tied to the visited node or below it. Returns whether there are any.
template <class T>
bool SweepStrip<T>::seed(const SweepVisit& visit, T* row) {
    while (next_seed_ < seeds_.size() && seeds_[next_seed_].rank > visit.rank) ++next_seed_;
    if (next_seed_ == seeds_.size() || seeds_[next_seed_].rank < visit.lowest) return false;
    std::fill_n(row, work_.lanes, work_.problem.unreachable());
    for (auto s = seeds_.begin() + static_cast<std::ptrdiff_t>(next_seed_); s != seeds_.end() && s->rank >= visit.lowest;
         ++s) {
        const T cell = s->rank == visit.rank ? s->cell : s->lift[visit.depth] + s->cost;
        row[s->lane] = std::min(row[s->lane], cell);
    }
    return true;
}

template <class T>
void SweepStrip<T>::relax(T* row, bool seeded, const SweepArc<T>* arcs, std::size_t count, T* costs) const {
    work_.kernels.relax(SweepRelaxation<T>{.row = row,
                                           .seeded = seeded,
                                           .arcs = arcs,
                                           .arc_count = count,
                                           .stack = stack_.data(),
                                           .lanes = work_.lanes,
                                           .unreachable = work_.problem.unreachable(),
                                           .label_mask = work_.problem.label_mask(),
                                           .costs = costs});
}

// The rows that are tied to the node just relaxed and to ancestors of it.
template <class T>
void SweepStrip<T>::relax_parts(std::size_t visit) {
    const SweepVisits<T>& visits = work_.visits;
    for (std::size_t p = visits.visits[visit].first_part; p < visits.visits[visit + 1].first_part; ++p) {
        const RowPart& part = visits.parts[p];
        T* row = slots_.data() + part.slot * work_.lanes;
        relax(row, !part.opens, visits.taps.data() + part.first_tap, part.end_tap - part.first_tap, nullptr);
        if (part.closes) write_tapped(part.row, row);
    }
}

// A row that is no core row, when all its taps are in.
template <class T>
void SweepStrip<T>::write_tapped(std::uint32_t row, T* cells) {
    for (const DirectCell<T>& direct : work_.problem.direct_of(row)) {
        const std::size_t lane = direct.column - (work_.range.begin + begin_);  // wraps for columns before the strip
        if (lane < columns_) cells[lane] = std::min(cells[lane], direct.cell);
    }
    write(row, cells);
}

template <class T>
void SweepStrip<T>::write(std::uint32_t row, const T* cells) {
    const SweepProblem<T>& problem = work_.problem;
    const SweepTarget<T>& target = work_.target;
    const std::size_t at = row * target.stride + begin_;
    T* const cells_to = target.cells + at;
    const Lanes cell_lanes = lanes_of(cells_to, sizeof(T));
    auto* const hops_to = target.hops ? static_cast<unsigned char*>(target.hops) + at * target.hop_bytes : nullptr;
    const Lanes hop_lanes = hops_to ? lanes_of(hops_to, target.hop_bytes) : Lanes{0, 0};

    const bool hops_are_labels = !hops_to || (target.hop_bytes == 1 && problem.hops_of(row).empty());
    if (problem.rows.potential.empty() && hops_are_labels)
        write_plain_row(cells_to, cell_lanes, hops_to, hop_lanes, cells);
    else
        write_restored_row(row, cells_to, cell_lanes, hops_to, hop_lanes, cells);

    for (const FixedCell<T>& fixed : problem.fixed_of(row)) {
        const std::size_t lane = fixed.column - (work_.range.begin + begin_);
        if (lane >= cell_lanes.begin && lane < cell_lanes.end) cells_to[lane] = fixed.distance;
        if (lane >= hop_lanes.begin && lane < hop_lanes.end) store_hop(hops_to, target.hop_bytes, lane, fixed.hop);
    }
}

// Distances are costs as they are, and hops of one byte are labels.
template <class T>
void SweepStrip<T>::write_plain_row(T* cells_to, Lanes cell_lanes, std::uint8_t* hops_to, Lanes hop_lanes,
                                    const T* cells) const {
    const std::size_t count = cell_lanes.end - cell_lanes.begin;
    if constexpr (std::is_integral_v<T>) {
        if (work_.problem.has_hops()) {
            work_.kernels.key_costs(cells_to + cell_lanes.begin, cells + cell_lanes.begin, count,
                                    work_.problem.format.label_bits, work_.problem.unreachable(), unreachable_cost<T>);
            if (!hops_to) return;
            work_.kernels.key_labels(hops_to + hop_lanes.begin, cells + hop_lanes.begin, hop_lanes.end - hop_lanes.begin,
                                     work_.problem.label_mask(), work_.problem.unreachable());
            return;
        }
    }
    work_.kernels.copy(cells_to + cell_lanes.begin, cells + cell_lanes.begin, count * sizeof(T));
}

// Any row: potentials undone, labels looked up, hops of any width.
template <class T>
void SweepStrip<T>::write_restored_row(std::uint32_t row, T* cells_to, Lanes cell_lanes, unsigned char* hops_to,
                                       Lanes hop_lanes, const T* cells) {
    const SweepProblem<T>& problem = work_.problem;
    T* const restored = restored_.data();
    for (std::size_t lane = cell_lanes.begin; lane < cell_lanes.end; ++lane) {
        restored[lane] = restored_distance(problem, row, work_.range.begin + begin_ + lane, cells[lane]);
    }
    work_.kernels.copy(cells_to + cell_lanes.begin, restored + cell_lanes.begin,
                       (cell_lanes.end - cell_lanes.begin) * sizeof(T));
    if (!hops_to) return;
    const std::size_t bytes = work_.target.hop_bytes;
    const auto hops = problem.hops_of(row);
    for (std::size_t lane = hop_lanes.begin; lane < hop_lanes.end; ++lane) {
        store_hop(restored_hops_.data(), bytes, lane, restored_hop(problem, hops, cells[lane]));
    }
    work_.kernels.copy(hops_to + hop_lanes.begin * bytes, restored_hops_.data() + hop_lanes.begin * bytes,
                       (hop_lanes.end - hop_lanes.begin) * bytes);
}

template <class T>
void SweepStrip<T>::run(std::size_t begin, const std::function<bool(std::size_t)>& tick) {
    begin_ = begin;
    columns_ = std::min(work_.lanes, work_.range.size() - begin);
    gather_seeds();
    const SweepVisits<T>& visits = work_.visits;
    const std::size_t count = visits.count();
    const auto ring = [&](std::size_t visit) { return ring_.data() + visit % ring_rows * work_.lanes; };
    std::array<bool, ring_rows> seeded{};
    const auto seed_visit = [&](std::size_t i) {
        if (i < count) seeded[i % ring_rows] = seed(visits.visits[i], ring(i));
    };
    for (std::size_t i = 0; i < seeds_ahead; ++i) seed_visit(i);
    for (std::size_t i = 0; i <= count; ++i) {
        seed_visit(i + seeds_ahead);
        if (i < count) {
            const SweepVisit& visit = visits.visits[i];
            relax(ring(i), seeded[i % ring_rows], visits.arcs.data() + visit.first_arc,
                  visits.visits[i + 1].first_arc - visit.first_arc, stack_.data() + visit.depth * work_.lanes);
            relax_parts(i);
        }
        if (i > 0) {
            const std::size_t end = visits.visits[i].first_row;
            for (std::size_t r = visits.visits[i - 1].first_row; r < end; ++r) write(visits.core_rows[r], ring(i - 1));
        }
        if (i % tick_visits == tick_visits - 1 && !tick(tick_visits)) return;
    }
    for (const std::uint32_t row : visits.untied_rows) {
        std::fill_n(ring_.data(), work_.lanes, work_.problem.unreachable());
        write_tapped(row, ring_.data());
    }
}

template class SweepStrip<std::int32_t>;
template class SweepStrip<float>;
template class SweepStrip<double>;

}  // namespace allways::engine
