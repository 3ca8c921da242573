#include "engine/skims/skim_block.h"

#include <algorithm>

#include "engine/skims/lane_loops.h"

namespace allways::engine {

namespace {

constexpr std::size_t block_bytes = std::size_t{2} << 20;
constexpr std::size_t lane_unit = 16;  // cells of a cache line

// Sums of one seed or exit that an int32 cell does not hold.
template <class S>
bool is_beyond(S sum) {
    if constexpr (std::is_integral_v<S>)
        return !is_cell(sum);
    else
        return false;
}

}  // namespace

template <class T, class S>
std::size_t SkimBlock<T, S>::wanted_columns(std::size_t height, std::size_t fields) {
    const std::size_t lane = std::max<std::size_t>(height, 1) * (sizeof(T) + fields * sizeof(S));
    return std::clamp<std::size_t>(block_bytes / lane / lane_unit * lane_unit, 8 * lane_unit, 64 * lane_unit);
}

template <class T, class S>
std::uint64_t SkimBlock<T, S>::bytes(std::size_t height, std::size_t slots, std::size_t columns, std::size_t fields) {
    const std::uint64_t cell = sizeof(T) + fields * sizeof(S);
    const std::uint64_t way = height * (cell + 8);
    return columns * ((height + slots + 2) * cell + slots * sizeof(std::uint32_t) + way);
}

template <class T, class S>
SkimBlock<T, S>::SkimBlock(const SkimProblem<T, S>& problem, std::size_t columns)
    : problem_(problem),
      fields_(problem.network().field_count),
      lanes_((columns + lane_unit - 1) / lane_unit * lane_unit),
      stack_(problem.tree().height() * lanes_),
      sum_stack_(problem.sum_rows * lanes_),
      seed_cells_(lanes_),
      seed_sums_(problem.sum_rows * lanes_),
      won_(lanes_),
      ties_(lanes_),
      slots_((problem.slot_count + 1) * lanes_),
      slot_sums_((problem.slot_count + 1) * fields_ * lanes_),
      slot_exits_((problem.slot_count + 1) * lanes_),
      sums_(fields_) {}

template <class T, class S>
void SkimBlock<T, S>::start(std::size_t begin) {
    begin_ = begin;
    columns_ = std::min(lanes_, problem_.column_nodes.size() - begin);
    ways_.clear();
    seeds_.clear();
    for (std::uint32_t lane = 0; lane < columns_; ++lane) {
        for (const ColumnAccess<T>& access : problem_.accesses_of_column(begin + lane)) {
            seeds_.push_back({access.rank, lane, ways_.size()});
            ways_.emplace_back(problem_, access);
        }
    }
    std::stable_sort(seeds_.begin(), seeds_.end(), [](const Seed& a, const Seed& b) { return a.rank > b.rank; });
    next_seed_ = 0;
}

// ---- seeds: columns whose access is at the visited node or below it

// Puts their cells and sums into the beginning of the rows. Returns the segments that contain any.
template <class T, class S>
std::uint64_t SkimBlock<T, S>::seed(const SkimVisit& visit) {
    while (next_seed_ < seeds_.size() && seeds_[next_seed_].rank > visit.rank) ++next_seed_;
    std::uint64_t seeded = 0;
    for (end_seed_ = next_seed_; end_seed_ < seeds_.size() && seeds_[end_seed_].rank >= visit.lowest; ++end_seed_) {
        const Seed& seed = seeds_[end_seed_];
        const std::size_t segment = seed.lane / seed_segment;
        if ((seeded >> segment & 1) == 0) {
            seeded |= std::uint64_t{1} << segment;
            const std::size_t begin = segment * seed_segment;
            const std::size_t count = std::min(seed_segment, lanes_ - begin);
            std::fill_n(seed_cells_.data() + begin, count, problem_.sweep.unreachable());
            const std::size_t rows = problem_.network().member_count(visit.rank) * fields_;
            for (std::size_t r = 0; r < rows; ++r) std::fill_n(seed_sums_.data() + r * lanes_ + begin, count, S{0});
        }
        const T cell = ways_[seed.way].cell(visit.depth);
        const T kept = seed_cells_.data()[seed.lane];
        if (!(cell < problem_.sweep.unreachable()) || cell > kept) continue;
        if (cell == kept && !seed_precedes(visit, seed, seeds_[won_[seed.lane]])) continue;
        won_[seed.lane] = static_cast<std::uint32_t>(end_seed_);
        put_seed(visit, seed, cell);
    }
    return seeded;
}

template <class T, class S>
void SkimBlock<T, S>::put_seed(const SkimVisit& visit, const Seed& seed, T cell) {
    const SkimNetwork<T>& network = problem_.network();
    const ColumnWay<T, S>& way = ways_[seed.way];
    seed_cells_.data()[seed.lane] = cell;
    S* to = seed_sums_.data() + seed.lane;
    const std::uint32_t members = network.member_count(visit.rank);
    for (std::uint32_t member = 0; member < members; ++member) {
        std::copy_n(way.sums(visit.depth), fields_, sums_.begin());
        if (members > 1) network.add_inside(sums_.data(), visit.rank, member, way.first_tail(visit.depth));
        for (std::size_t f = 0; f < fields_; ++f, to += lanes_) *to = sums_[f];
    }
}

template <class T, class S>
bool SkimBlock<T, S>::seed_precedes(const SkimVisit& visit, const Seed& seed, const Seed& other) {
    path_.clear();
    ways_[seed.way].append_path(path_, visit.depth);
    other_.clear();
    ways_[other.way].append_path(other_, visit.depth);
    return problem_.arc_sums.precedes(path_, other_);
}

// Where a seed and an arc tie, relaxing has kept the seed; takes the arc if its path comes first. An arc to a higher
// node and a way down differ before either ends, so the arc alone is enough.
template <class T, class S>
void SkimBlock<T, S>::settle_ties(const SkimVisit& visit, const OrderedArcs<T, S>& ordered) {
    const std::int32_t mask = problem_.sweep.first_arc_mask();
    for (std::size_t s = next_seed_; s < end_seed_; ++s) {
        const std::size_t lane = seeds_[s].lane;
        const T cell = stack_row(visit.depth)[lane];
        if (ties_.data()[lane] == 0 || won_[lane] != s || cell != seed_cells_.data()[lane]) continue;
        for (std::size_t i = 0; i < ordered.arcs.size(); ++i) {
            if (ordered.arcs[i].cell + cost_part(stack_row(ordered.arcs[i].depth)[lane], mask) != cell) continue;
            path_.clear();
            ways_[seeds_[s].way].append_path(path_, visit.depth);
            other_.assign({ordered.parts[i]});
            if (!problem_.arc_sums.precedes(path_, other_)) take_arc(visit, ordered, i, lane);
            break;  // the first of the arcs that tie
        }
    }
}

template <class T, class S>
void SkimBlock<T, S>::take_arc(const SkimVisit& visit, const OrderedArcs<T, S>& ordered, std::size_t arc,
                               std::size_t lane) {
    const std::size_t rows = problem_.network().member_count(visit.rank) * fields_;
    S* to = sum_row(problem_.first_sum_row[visit.rank]) + lane;
    for (std::size_t r = 0; r < rows; ++r, to += lanes_) {
        const SumArc<S>& along = ordered.sum_arcs[r * ordered.arcs.size() + arc];
        *to = added_sums(along.sum, sum_row(along.row)[lane]);
    }
}

// ---- the walk

template <class T, class S>
SumsRelaxed SkimBlock<T, S>::relax(const SkimVisit& visit, std::uint64_t seeded, std::span<const SweepArc<T>> arcs,
                                   const SumArc<S>* sum_arcs, LaneMask<T>* ties) {
    return sweep_kernels().relax(SumRelaxation<T, S>{.cells = {.row = stack_row(visit.depth),
                                                               .copy = nullptr,
                                                               .seeds = seed_cells_.data(),
                                                               .seeded = seeded,
                                                               .arcs = arcs.data(),
                                                               .arc_count = arcs.size(),
                                                               .stack = stack_.data(),
                                                               .lanes = lanes_,
                                                               .unreachable = problem_.sweep.unreachable(),
                                                               .first_arc_mask = problem_.sweep.first_arc_mask()},
                                                     .ties = ties,
                                                     .rows = problem_.network().member_count(visit.rank) * fields_,
                                                     .sums = sum_row(problem_.first_sum_row[visit.rank]),
                                                     .seed_sums = seed_sums_.data(),
                                                     .arcs = sum_arcs,
                                                     .stack = sum_stack_.data()});
}

template <class T, class S>
bool SkimBlock<T, S>::walk(std::size_t first, std::size_t end, const SkimTarget<T, S>& target) {
    for (std::size_t i = first; i < end; ++i) {
        const SkimVisit& visit = problem_.visits[i];
        const SkimVisit& next = problem_.visits[i + 1];
        const std::uint64_t seeded = seed(visit);
        SumsRelaxed relaxed =
            relax(visit, seeded, std::span(problem_.arcs).subspan(visit.first_arc, next.first_arc - visit.first_arc),
                  problem_.sum_arcs.data() + visit.first_sum_arc, ties_.data());
        if (relaxed.tie) {
            const OrderedArcs<T, S>& ordered = problem_.ordered(i);
            relaxed = relax(visit, seeded, ordered.arcs, ordered.sum_arcs.data(), nullptr);
            settle_ties(visit, ordered);
        }
        bool fits = relaxed.fit;
        for (std::size_t r = visit.first_row; r < next.first_row; ++r) {
            const std::uint32_t row = problem_.core_rows[r];
            const S* of_member = sum_row(problem_.sum_row_of(problem_.row_nodes[row]));
            fits = write(row, {stack_row(visit.depth), of_member}, target) && fits;
        }
        for (std::size_t e = visit.first_exit; e < next.first_exit; ++e) {
            const RowExit<T>& exit = problem_.row_exits[e];
            fits = take_exit(exit) && fits;
            if (!exit.closes) continue;
            take_direct(exit.row, exit.slot);
            fits = write(exit.row, {slot_cells(exit.slot), slot_sums(exit.slot)}, target) && fits;
        }
        if (!fits) return false;
    }
    sweep_kernels().drain();
    return true;
}

// ---- rows beyond the core

// Of exits that tie, the lowest is kept.
template <class T, class S>
bool SkimBlock<T, S>::take_exit(const RowExit<T>& exit) {
    T* const cells = slot_cells(exit.slot);
    S* const sums = slot_sums(exit.slot);
    std::uint32_t* const exits = slot_exits(exit.slot);
    const T unreachable = problem_.sweep.unreachable();
    const std::int32_t mask = problem_.sweep.first_arc_mask();
    if (exit.opens) {
        std::fill_n(cells, lanes_, unreachable);
        std::fill_n(exits, lanes_, no_exit);
    }
    std::ranges::fill(sums_, S{0});
    problem_.network().add_exit(sums_.data(), exit.exit);
    const T* const from = stack_row(problem_.tree().depth[exit.rank]);
    const S* const onward = sum_row(problem_.sum_row_of(problem_.network().exits[exit.exit].head));
    bool fits = true;
    for (std::size_t lane = 0; lane < columns_; ++lane) {
        const T cell = exit.cell + cost_part(from[lane], mask);
        if (cell > cells[lane] || !(cell < unreachable) || (cell == cells[lane] && exit.exit > exits[lane])) continue;
        cells[lane] = cell;
        exits[lane] = exit.exit;
        for (std::size_t f = 0; f < fields_; ++f) {
            S& sum = sums[f * lanes_ + lane];
            sum = added_sums(sums_[f], onward[f * lanes_ + lane]);
            fits = fits && !is_beyond(sum);
        }
    }
    return fits;
}

template <class T, class S>
void SkimBlock<T, S>::take_direct(std::uint32_t row, std::size_t slot) {
    for (const DirectExit<T>& direct : problem_.direct_of(row)) {
        const std::size_t lane = direct.column - begin_;  // wraps for columns before the block
        if (lane >= columns_) continue;
        T& cell = slot_cells(slot)[lane];
        std::uint32_t& exit = slot_exits(slot)[lane];
        if (direct.cell > cell || (direct.cell == cell && direct.exit > exit)) continue;
        cell = direct.cell;
        exit = direct.exit;
        std::ranges::fill(sums_, S{0});
        problem_.network().add_exit(sums_.data(), direct.exit);
        for (std::size_t f = 0; f < fields_; ++f) slot_sums(slot)[f * lanes_ + lane] = sums_[f];
    }
}

template <class T, class S>
bool SkimBlock<T, S>::write_untied(std::span<const std::uint32_t> rows, const SkimTarget<T, S>& target) {
    const std::size_t spare = problem_.slot_count;
    bool fits = true;
    for (const std::uint32_t row : rows) {
        std::fill_n(slot_cells(spare), lanes_, problem_.sweep.unreachable());
        std::fill_n(slot_exits(spare), lanes_, no_exit);
        take_direct(row, spare);
        fits = write(row, {slot_cells(spare), slot_sums(spare)}, target) && fits;
    }
    sweep_kernels().drain();
    return fits;
}

// ---- writing

// Distances and next hops.
template <class T, class S>
void SkimBlock<T, S>::write_cells(std::uint32_t row, const T* cells, std::size_t at, const SweepTarget<T>& target) {
    const SweepProblem<T>& sweep = problem_.sweep;
    const auto hops = sweep.hops_of(row);
    if (sweep.rows.potential.empty() && target.hop_bytes <= 1) {
        SweepWrite<T> plain{.row = cells, .to = target.cells + at, .begin = 0, .end = columns_};
        if (sweep.has_hops()) {
            plain.first_arc_bits = sweep.format.first_arc_bits;
            plain.unreachable = sweep.unreachable();
            plain.unreachable_cost = unreachable_cost<T>;
            if (target.hops != nullptr) {
                plain.hops_to = static_cast<std::uint8_t*>(target.hops) + at;
                plain.hop_of_first_arc = hops.empty() ? nullptr : hops.data();
                plain.listed = static_cast<std::uint32_t>(hops.size());
                plain.hops_end = columns_;
            }
        }
        return sweep_kernels().relax(SweepRelaxation<T>{}, plain);
    }
    for (std::size_t lane = 0; lane < columns_; ++lane) {
        target.cells[at + lane] = restored_distance(sweep, row, begin_ + lane, cells[lane]);
        if (target.hops == nullptr) continue;
        store_hop(target.hops, target.hop_bytes, at + lane, restored_hop(sweep, hops, cells[lane]));
    }
}

template <class T, class S>
bool SkimBlock<T, S>::write(std::uint32_t row, const Row& cells, const SkimTarget<T, S>& target) {
    const T unreachable = problem_.sweep.unreachable();
    const std::size_t at = (row - target.table.first_row) * target.table.stride + begin_;
    write_cells(row, cells.cells, at, target.table);
    for (std::size_t f = 0; f < fields_; ++f) {
        S* const to = target.sums[f] + at;
        const S* const sums = cells.sums + f * lanes_;
        if constexpr (std::is_integral_v<S>) {
            copy_sums(to, cells.cells, sums, unreachable, columns_);
        } else {
            for (std::size_t lane = 0; lane < columns_; ++lane) {
                to[lane] = cells.cells[lane] < unreachable ? sums[lane] / target.divisors[f] : unreachable_cost<S>;
            }
        }
    }
    return put_fixed(row, target);
}

// Cells known in advance, with the sums between members of a class.
template <class T, class S>
bool SkimBlock<T, S>::put_fixed(std::uint32_t row, const SkimTarget<T, S>& target) {
    bool fits = true;
    for (const FixedCell<T>& fixed : problem_.sweep.fixed_of(row)) {
        const std::size_t lane = fixed.column - begin_;
        if (lane >= columns_) continue;
        const std::size_t at = (row - target.table.first_row) * target.table.stride + begin_ + lane;
        target.table.cells[at] = fixed.distance;
        if (target.table.hops != nullptr) store_hop(target.table.hops, target.table.hop_bytes, at, fixed.hop);
        std::ranges::fill(sums_, S{0});
        problem_.network().add_inside(sums_.data(), problem_.row_nodes[row], problem_.column_nodes[fixed.column]);
        for (std::size_t f = 0; f < fields_; ++f) {
            fits = fits && !is_beyond(sums_[f]);
            target.sums[f][at] = std::is_integral_v<S> ? sums_[f] : static_cast<S>(sums_[f] / target.divisors[f]);
        }
    }
    return fits;
}

template class SkimBlock<std::int32_t, std::int32_t>;
template class SkimBlock<std::int32_t, double>;
template class SkimBlock<float, double>;
template class SkimBlock<double, double>;

}  // namespace allways::engine
