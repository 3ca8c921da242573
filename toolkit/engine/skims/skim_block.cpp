// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_block.h"

#include <algorithm>
#include <array>

#include "engine/skims/lane_loops.h"

namespace allways::engine {

namespace {

constexpr std::size_t block_bytes = std::size_t{2} << 20;
constexpr std::size_t lane_unit = 16;  // cells of a cache line
constexpr std::size_t no_seed = ~std::size_t{0};

// Returns true if a sum of one seed or exit does not fit an int32 cell.
template <class S>
bool is_beyond(S sum) {
    if constexpr (std::is_integral_v<S>)
        return !is_cell(sum);
    else
        return false;
}

}  // namespace

template <class T, class S>
std::size_t SkimBlock<T, S>::wanted_columns(std::size_t height, std::size_t sum_rows) {
    const std::size_t lane = std::max<std::size_t>(height, 1) * sizeof(T) + sum_rows * sizeof(S);
    return std::clamp<std::size_t>(block_bytes / lane / lane_unit * lane_unit, 8 * lane_unit, 64 * lane_unit);
}

template <class T, class S>
std::uint64_t SkimBlock<T, S>::bytes(std::size_t height, std::size_t sum_rows, std::size_t slots, std::size_t columns,
                                     std::size_t fields) {
    const std::uint64_t cell = sizeof(T) + fields * sizeof(S);
    const std::uint64_t way = height * (cell + 16);
    return columns *
           (height * sizeof(T) + sum_rows * sizeof(S) + (slots + 4) * cell + slots * sizeof(std::uint32_t) + way);
}

template <class T, class S>
SkimWork<T, S>::SkimWork(const SkimProblem<T, S>& of, SkimTarget<T, S> to, unsigned most_threads)
    : problem(of),
      visits(of.visits),
      target(std::move(to)),
      threads(most_threads != 0 ? most_threads : hardware_threads()) {
    const std::size_t columns = problem.sweep.columns.count();
    block_columns =
        even_block_columns(columns, SkimBlock<T, S>::wanted_columns(problem.height, problem.sum_rows), threads);
    block_count = (columns + block_columns - 1) / block_columns;
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, block_count));
}

template <class T, class S>
SkimBlock<T, S>::SkimBlock(const SkimWork<T, S>& work)
    : work_(work),
      problem_(work.problem),
      fields_(problem_.sums_of_path()),
      lanes_((work.block_columns + lane_unit - 1) / lane_unit * lane_unit),
      stack_(problem_.height * lanes_),
      sum_stack_((problem_.zero_row() + 2 + fields_ + 1) * lanes_),
      won_(lanes_),
      slots_((work.visits.slot_count + 1) * lanes_),
      slot_sums_((work.visits.slot_count + 1) * fields_ * lanes_),
      slot_orders_((work.visits.slot_count + 1) * lanes_),
      sums_(fields_) {
    std::fill_n(sum_row(problem_.zero_row()), lanes_, S{0});
}

template <class T, class S>
void SkimBlock<T, S>::start(std::size_t begin) {
    begin_ = begin;
    columns_ = std::min(work_.block_columns, problem_.sweep.columns.count() - begin);
    ways_.clear();
    seeds_.clear();
    for (std::uint32_t lane = 0; lane < columns_; ++lane) {
        const std::size_t* const first = problem_.sweep.columns.first_access_arc.data() + begin + lane;
        for (std::size_t access = first[0]; access < first[1]; ++access) {
            seeds_.push_back({problem_.sweep.columns.access_arcs[access].rank, lane, ways_.size()});
            ways_.emplace_back(problem_, access);
        }
    }
    std::stable_sort(seeds_.begin(), seeds_.end(), [](const Seed& a, const Seed& b) { return a.rank > b.rank; });
    next_seed_ = 0;
}

// ---- the walk

template <class T, class S>
SumsRelaxed SkimBlock<T, S>::relax(const SweepVisit& visit, const VisitArcs<T, S>& arcs, bool find_ties) {
    return sweep_kernels().relax(SumRelaxation<T, S>{.row = stack_row(visit.depth),
                                                     .arcs = arcs.arcs.data(),
                                                     .arc_count = arcs.arcs.size(),
                                                     .stack = stack_.data(),
                                                     .lanes = lanes_,
                                                     .unreachable = problem_.sweep.unreachable(),
                                                     .first_arc_mask = problem_.sweep.first_arc_mask(),
                                                     .find_ties = find_ties,
                                                     .rows = problem_.relaxed_rows(visit.rank),
                                                     .sums = relaxed_row(visit),
                                                     .sum_arcs = arcs.sum_arcs,
                                                     .sum_stack = sum_stack_.data()});
}

template <class T, class S>
void SkimBlock<T, S>::walk(std::size_t first, std::size_t end, const std::function<bool(std::size_t)>& tick) {
    const SweepVisits<T>& visits = work_.visits;
    for (std::size_t i = first; i < end; ++i) {
        const SweepVisit& visit = visits.visits[i];
        bool fits = relax_visit(i);
        for (std::size_t r = visit.first_row; r < visits.visits[i + 1].first_row; ++r) {
            fits = write_core_row(visit, visits.core_rows[r].row) && fits;
        }
        for (std::size_t p = visit.first_part; p < visits.visits[i + 1].first_part; ++p) {
            fits = take_part(visits.parts[p]) && fits;
        }
        if (!fits) throw SumsTooLarge();
        if ((i - first) % tick_visits == tick_visits - 1 && !tick(tick_visits)) return;
    }
    sweep_kernels().drain();
    tick((end - first) % tick_visits);
}

// Computes a visited row with its sums. Returns true if they fit.
template <class T, class S>
bool SkimBlock<T, S>::relax_visit(std::size_t at) {
    const SweepVisit& visit = work_.visits.visits[at];
    const bool find_ties = problem_.has_connectors || !problem_.arc_sums.is_ordered();
    SumsRelaxed relaxed = relax(visit, problem_.arcs_of(at), find_ties);
    if (relaxed.tie) {
        relaxed = relax(visit, problem_.ordered(at), false);
        if (problem_.has_connectors) relaxed.fit = prefer_lower_connectors(at) && relaxed.fit;
    }
    bool fits = take_seeds(at) && relaxed.fit;
    if (has_members(visit)) fits = spread_to_members(visit) && fits;
    return fits;
}

// Takes, of equal paths to a column, those by its first connector.
template <class T, class S>
bool SkimBlock<T, S>::prefer_lower_connectors(std::size_t at) {
    const SweepVisit& visit = work_.visits.visits[at];
    const VisitArcs<T, S> ordered = problem_.ordered(at);
    const std::size_t count = ordered.arcs.size();
    const std::size_t rows = problem_.relaxed_rows(visit.rank);
    const T* const cells = stack_row(visit.depth);
    S* const sums = relaxed_row(visit);
    const S* const connectors = sums + (fields_ - 1) * lanes_;
    bool fits = true;
    for (std::size_t a = 0; a < count; ++a) {
        const SweepArc<T>& arc = ordered.arcs[a];
        const T* const above = stack_row(arc.depth);
        const S* const connectors_above = sum_row(ordered.sum_arcs[(fields_ - 1) * count + a].row);
        if (!any_lower_connector(ConnectorRows<T, S>{cells, above, arc.cell, connectors, connectors_above, lanes_}))
            continue;
        for (std::size_t lane = 0; lane < columns_; ++lane) {
            if (arc.cell + above[lane] != cells[lane] || !(connectors_above[lane] < connectors[lane])) continue;
            for (std::size_t r = 0; r < rows; ++r) {
                const SumArc<S>& sum_arc = ordered.sum_arcs[r * count + a];
                S& sum = sums[r * lanes_ + lane];
                sum = added_sums(sum_arc.sum, sum_row(sum_arc.row)[lane]);
                fits = fits && !is_beyond(sum);
            }
        }
    }
    return fits;
}

// ---- seeds: the paths down to columns whose access is at the visited node or below it

// Takes seeds that are shorter than the result of the arcs, or as short and first.
template <class T, class S>
bool SkimBlock<T, S>::take_seeds(std::size_t at) {
    const SweepVisit& visit = work_.visits.visits[at];
    while (next_seed_ < seeds_.size() && seeds_[next_seed_].rank > visit.rank) ++next_seed_;
    std::size_t end = next_seed_;
    for (; end < seeds_.size() && seeds_[end].rank >= visit.lowest; ++end) won_[seeds_[end].lane] = no_seed;
    bool fits = true;
    for (std::size_t s = next_seed_; s < end; ++s) {
        const Seed& seed = seeds_[s];
        const T cell = ways_[seed.way].cell(visit.depth);
        const T kept = stack_row(visit.depth)[seed.lane];
        if (cell > kept || !(cell < problem_.sweep.unreachable())) continue;
        if (cell == kept && !precedes(seed, at)) continue;
        won_[seed.lane] = s;
        fits = put_seed(visit, seed, cell) && fits;
    }
    return fits;
}

template <class T, class S>
bool SkimBlock<T, S>::put_seed(const SweepVisit& visit, const Seed& seed, T cell) {
    const SkimNetwork<T>& network = problem_.network();
    const ColumnWay<T, S>& way = ways_[seed.way];
    stack_row(visit.depth)[seed.lane] = cell;
    S* to = relaxed_row(visit) + seed.lane;
    bool fits = true;
    for (std::size_t f = 0; f < fields_; ++f, to += lanes_) {
        *to = way.sums(visit.depth)[f];
        fits = fits && !is_beyond(*to);
    }
    if (has_members(visit)) *to = static_cast<S>(network.member_in(visit.rank, way.first_tail(visit.depth)));
    return fits;
}

// Returns true if the path that continues behind an arc ends by the seed's connector.
template <class T, class S>
bool SkimBlock<T, S>::leads_to_connector(const VisitArcs<T, S>& arcs, std::size_t arc, const Seed& seed) const {
    const SumArc<S>& connector = arcs.sum_arcs[(fields_ - 1) * arcs.arcs.size() + arc];
    return sum_row(connector.row)[seed.lane] == static_cast<S>(ways_[seed.way].connector());
}

// Compares with the path of the current cell: another seed's, or one that begins with the first of the arcs that give
// this cell. An arc to a higher node and a path down differ before either ends, so comparing the arc alone suffices.
template <class T, class S>
bool SkimBlock<T, S>::precedes(const Seed& seed, std::size_t at) {
    const SweepVisit& visit = work_.visits.visits[at];
    if (problem_.has_connectors) {
        const S own = static_cast<S>(ways_[seed.way].connector());
        const S kept = relaxed_row(visit)[(fields_ - 1) * lanes_ + seed.lane];
        if (own != kept) return own < kept;
    }
    ways_[seed.way].start(path_, visit.depth);
    if (won_[seed.lane] != no_seed) {
        ways_[seeds_[won_[seed.lane]].way].start(other_, visit.depth);
        return problem_.arc_sums.precedes(path_, other_);
    }
    const std::int32_t mask = problem_.sweep.first_arc_mask();
    const T cell = stack_row(visit.depth)[seed.lane];
    const VisitArcs<T, S> ordered = problem_.ordered(at);
    for (std::size_t i = 0; i < ordered.arcs.size(); ++i) {
        const SweepArc<T>& arc = ordered.arcs[i];
        if (arc.cell + cost_part(stack_row(arc.depth)[seed.lane], mask) != cell) continue;
        if (problem_.has_connectors && !leads_to_connector(ordered, i, seed)) continue;
        other_.start(ordered.parts[i]);
        return problem_.arc_sums.precedes(path_, other_);
    }
    fail_cells();
}

// ---- classes: rows of sums from each member, computed from those of the member at which paths leave the class

template <class T, class S>
S* SkimBlock<T, S>::relaxed_row(const SweepVisit& visit) const {
    return sum_row(has_members(visit) ? problem_.zero_row() + 1 : problem_.first_sum_row(visit.rank));
}

// Processes a cache line of each row at a time. Columns whose paths leave by the same member share its tree.
template <class T, class S>
bool SkimBlock<T, S>::spread_to_members(const SweepVisit& visit) {
    const SkimClass& inside = *problem_.network().classes[visit.rank];
    const std::size_t values = inside.graph().member_count() * fields_;
    const S* const relaxed = relaxed_row(visit);
    const T* const cells = stack_row(visit.depth);
    S* const rows = sum_row(problem_.first_sum_row(visit.rank));
    ClassTrees trees(inside.graph());
    bool fits = true;
    for (std::size_t first = 0; first < columns_; first += lane_unit) {
        const std::size_t end = std::min(first + lane_unit, columns_);
        std::array<const S*, lane_unit> sums{};  // sums of a column's tree; null: no path
        class_sums_.resize(lane_unit * values);
        for (std::size_t lane = first; lane < end; ++lane) {
            if (!(cells[lane] < problem_.sweep.unreachable())) continue;
            const S leaves_at = relaxed[fields_ * lanes_ + lane];
            for (std::size_t before = first; before < lane && sums[lane - first] == nullptr; ++before) {
                if (relaxed[fields_ * lanes_ + before] == leaves_at) sums[lane - first] = sums[before - first];
            }
            if (sums[lane - first] != nullptr) continue;
            S* const own = class_sums_.data() + (lane - first) * values;
            add_up(inside, trees, static_cast<std::uint32_t>(leaves_at), own);
            sums[lane - first] = own;
        }
        for (std::size_t lane = first; lane < end; ++lane) {
            if (sums[lane - first] == nullptr) sums[lane - first] = class_sums_.data();  // any valid numbers
        }
        for (std::size_t i = 0, f = 0; i < values; ++i, f = f + 1 == fields_ ? 0 : f + 1) {
            const S* const onward = relaxed + f * lanes_;
            for (std::size_t lane = first; lane < end; ++lane) {
                const S sum = added_sums(sums[lane - first][i], onward[lane]);
                rows[i * lanes_ + lane] = sum;
                fits = fits && (!is_beyond(sum) || !(cells[lane] < problem_.sweep.unreachable()));
            }
        }
    }
    return fits;
}

// Returns the sums along the paths to one member, by member, then field.
template <class T, class S>
void SkimBlock<T, S>::add_up(const SkimClass& inside, ClassTrees& trees, std::uint32_t target, S* sums) const {
    std::fill_n(sums + target * fields_, fields_, S{0});
    trees.towards(target, [&](std::uint32_t member, std::uint32_t arc) {
        const S* const onward = sums + std::size_t{inside.graph().head[arc]} * fields_;
        S* const own = sums + std::size_t{member} * fields_;
        std::copy_n(onward, fields_, own);
        for (std::size_t f = 0; f < problem_.network().field_count; ++f) {
            own[f] = added_sums(sum_of_value<S>(inside.values(arc)[f]), onward[f]);
        }
    });
}

// ---- rows beyond the core

// Writes a row that has one access arc and no direct cells: it is a node of the core, or as far from one as its exit.
template <class T, class S>
bool SkimBlock<T, S>::write_core_row(const SweepVisit& visit, std::uint32_t row) {
    const auto access = static_cast<std::uint32_t>(problem_.sweep.rows.first_access_arc[row]);
    const SkimAccess& of = problem_.row_accesses[access];
    if (of.exit == no_exit) {
        write(row, {stack_row(visit.depth), sum_row(problem_.sum_row_of(of.node)), nullptr});
        return true;
    }
    const std::size_t spare = work_.visits.slot_count;
    open_slot(spare);
    const bool fits = take_access(access, visit.depth, spare);
    write_slot(row, spare);
    return fits;
}

template <class T, class S>
bool SkimBlock<T, S>::take_part(const RowPart& part) {
    if (part.opens) open_slot(part.slot);
    bool fits = true;
    for (std::size_t a = part.first_access_arc; a < part.end_access_arc; ++a) {
        fits = take_access(work_.visits.access_of[a], work_.visits.access_arcs[a].depth, part.slot) && fits;
    }
    if (part.closes) {
        take_direct(part.row, part.slot);
        write_slot(part.row, part.slot);
    }
    return fits;
}

template <class T, class S>
void SkimBlock<T, S>::open_slot(std::size_t slot) {
    std::fill_n(slot_cells(slot), lanes_, problem_.sweep.unreachable());
    std::fill_n(slot_orders(slot), lanes_, no_exit);
}

// `access`: the number of a row's access arc, whose node is on the stack. Keeps the lowest of tied ones.
template <class T, class S>
bool SkimBlock<T, S>::take_access(std::uint32_t access, std::size_t depth, std::size_t slot) {
    const SkimAccess& of = problem_.row_accesses[access];
    const T arc = problem_.sweep.rows.access_arcs[access].cell;
    const std::uint32_t order = problem_.has_connectors ? access : of.exit;
    T* const cells = slot_cells(slot);
    S* const sums = slot_sums(slot);
    std::uint32_t* const orders = slot_orders(slot);
    const T unreachable = problem_.sweep.unreachable();
    const std::int32_t mask = problem_.sweep.first_arc_mask();
    std::ranges::fill(sums_, S{0});
    if (of.exit != no_exit) problem_.network().add_exit(sums_.data(), of.exit);
    const T* const from = stack_row(depth);
    const S* const onward = sum_row(problem_.sum_row_of(of.node));
    bool fits = true;
    for (std::size_t lane = 0; lane < columns_; ++lane) {
        const T cell = arc + cost_part(from[lane], mask);
        if (cell > cells[lane] || !(cell < unreachable) || (cell == cells[lane] && order > orders[lane])) continue;
        cells[lane] = cell;
        orders[lane] = order;
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
    for (std::size_t d = problem_.sweep.first_direct[row]; d < problem_.sweep.first_direct[row + 1]; ++d) {
        const DirectCell<T>& direct = problem_.sweep.direct[d];
        const std::uint32_t exit = problem_.direct_exits[d];
        const std::size_t lane = direct.column - begin_;  // wraps around for columns before the block
        if (lane >= columns_) continue;
        T& cell = slot_cells(slot)[lane];
        std::uint32_t& order = slot_orders(slot)[lane];
        if (direct.cell > cell || (direct.cell == cell && exit > order)) continue;
        cell = direct.cell;
        order = exit;
        std::ranges::fill(sums_, S{0});
        problem_.network().add_exit(sums_.data(), exit);
        for (std::size_t f = 0; f < fields_; ++f) slot_sums(slot)[f * lanes_ + lane] = sums_[f];
    }
}

template <class T, class S>
void SkimBlock<T, S>::write_slot(std::uint32_t row, std::size_t slot) {
    write(row, {slot_cells(slot), slot_sums(slot), slot_orders(slot)});
}

template <class T, class S>
void SkimBlock<T, S>::write_untied(std::span<const std::uint32_t> rows) {
    const std::size_t spare = work_.visits.slot_count;
    for (const std::uint32_t row : rows) {
        open_slot(spare);
        take_direct(row, spare);
        write_slot(row, spare);
    }
    sweep_kernels().drain();
}

// ---- writing

// Writes distances and next hops.
template <class T, class S>
void SkimBlock<T, S>::write_cells(std::uint32_t row, const T* cells, std::size_t at) {
    const SweepProblem<T>& sweep = problem_.sweep;
    const SweepTarget<T>& target = work_.target.table;
    if (sweep.rows.potential.empty() && target.hop_bytes <= 1) {
        SweepWrite<T> plain{};
        write_plain(plain, sweep, row, cells, target.cells + at,
                    target.hops == nullptr ? nullptr : static_cast<unsigned char*>(target.hops) + at);
        plain.end = columns_;
        if (plain.hops_to != nullptr) plain.hops_end = columns_;
        return sweep_kernels().relax(SweepRelaxation<T>{}, plain);
    }
    const auto hops = sweep.hops_of(row);
    for (std::size_t lane = 0; lane < columns_; ++lane) {
        target.cells[at + lane] = restored_distance(sweep, row, begin_ + lane, cells[lane]);
        if (target.hops == nullptr) continue;
        store_hop(target.hops, target.hop_bytes, at + lane, restored_hop(sweep, hops, cells[lane]));
    }
}

template <class T, class S>
void SkimBlock<T, S>::write(std::uint32_t row, const RowArrays& cells) {
    const SkimTarget<T, S>& target = work_.target;
    const T unreachable = problem_.sweep.unreachable();
    const std::size_t at = (row - target.table.first_row) * target.table.stride + begin_;
    write_cells(row, cells.cells, at);
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
    for (std::size_t lane = 0; target.row_connectors != nullptr && lane < columns_; ++lane) {
        const std::size_t access =
            cells.orders == nullptr ? problem_.sweep.rows.first_access_arc[row] : cells.orders[lane];
        target.row_connectors[at + lane] =
            cells.cells[lane] < unreachable ? problem_.row_accesses[access].connector : 0;
    }
    put_fixed(row);
}

// Writes cells known in advance. Rows of classes have their sums already.
template <class T, class S>
void SkimBlock<T, S>::put_fixed(std::uint32_t row) {
    const SkimTarget<T, S>& target = work_.target;
    const std::size_t row_at = (row - target.table.first_row) * target.table.stride;
    problem_.sweep.for_each_fixed(row, begin_, begin_ + columns_, [&](const FixedCell<T>& fixed) {
        const std::size_t at = row_at + fixed.column;
        target.table.cells[at] = fixed.distance;
        if (target.table.hops != nullptr) store_hop(target.table.hops, target.table.hop_bytes, at, fixed.hop);
        if (problem_.row_nodes[row] != problem_.column_nodes[fixed.column]) return;
        for (std::size_t f = 0; f < fields_; ++f) target.sums[f][at] = S{0};
    });
}

template struct SkimWork<std::int32_t, std::int32_t>;
template struct SkimWork<std::int32_t, double>;
template struct SkimWork<double, double>;
template class SkimBlock<std::int32_t, std::int32_t>;
template class SkimBlock<std::int32_t, double>;
template class SkimBlock<double, double>;

}  // namespace allways::engine
