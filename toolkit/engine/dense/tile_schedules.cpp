// SPDX-License-Identifier: Apache-2.0
// The schedules of tables in tiles: naive, squaring, recursive and blocked.
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

namespace {

using StepIndexes = std::vector<std::uint32_t>;

// Appends the step and adds its index to `added`, unless it has nothing to do.
void append(Schedule& schedule, StepIndexes& added, Step step) {
    const bool either = step.operation == Operation::panels;  // a row, a column, or both
    if (step.inner.empty() ||
        (either ? step.rows.empty() && step.columns.empty() : step.rows.empty() || step.columns.empty())) {
        return;
    }
    schedule.steps.push_back(std::move(step));
    added.push_back(static_cast<std::uint32_t>(schedule.steps.size() - 1));
}

TileSpan pivot_tiles(const TileLayout& layout) {
    return {0, static_cast<std::uint32_t>(layout.pivot_tiles())};
}
TileSpan all_tiles(const TileLayout& layout) {
    return {0, static_cast<std::uint32_t>(layout.tiles())};
}

}  // namespace

// ---- Naive
//
// Floyd–Warshall as it stands in textbooks: n²/2 times the memory traffic a pair that blocking needs with tiles of n.

// One step per pivot tile, so that a long solve can report progress and be cancelled.
Schedule naive_schedule(const TileLayout& layout) {
    Schedule schedule{.name = "naive", .steps = {}};
    StepIndexes before;
    for (std::uint32_t pivot = 0; pivot < pivot_tiles(layout).end; ++pivot) {
        StepIndexes relaxed;
        append(schedule, relaxed,
               {.operation = Operation::relax,
                .rows = all_tiles(layout),
                .inner = {pivot, pivot + 1},
                .columns = all_tiles(layout),
                .after = before});
        before = relaxed;
    }
    return schedule;
}

// ---- Squaring
//
// Repeated squaring: after r squarings D holds the shortest paths of at most 2^r arcs. At worst ⌈log2(n-1)⌉ times the
// work of Floyd–Warshall, all in products; networks whose paths have few arcs stop early. Each squaring is several
// steps, so that a long solve can report progress and be cancelled.

Schedule squaring_schedule(const TileLayout& layout, std::uint32_t group) {
    Schedule schedule{.name = "squaring", .steps = {}};
    group = std::max(1u, group);
    const TileSpan all = all_tiles(layout);
    const TileSpan pivots = pivot_tiles(layout);
    const std::size_t nodes = layout.pivot_count + layout.border_count;
    // A path passes only pivots, so it has at most n-1 arcs and at most one more than there are pivots.
    const std::size_t most_arcs = std::min(nodes > 0 ? nodes - 1 : 0, layout.pivot_count + 1);
    const std::size_t squarings = most_arcs > 1 ? std::bit_width(most_arcs - 1) : 0;
    StepIndexes before;
    for (std::size_t squaring = 0; squaring < squarings; ++squaring) {
        StepIndexes copied, compared;
        append(schedule, copied,
               {.operation = Operation::copy, .rows = all, .inner = pivots, .columns = all, .after = before});
        before = copied;
        for (std::uint32_t begin = 0; begin < pivots.end; begin += group) {
            StepIndexes multiplied;
            append(schedule, multiplied,
                   {.rows = all,
                    .inner = {begin, std::min(begin + group, pivots.end)},
                    .columns = all,
                    .left = Source::snapshot,
                    .right = Source::snapshot,
                    .after = before});
            before = multiplied;
        }
        append(schedule, compared,
               {.operation = Operation::compare, .rows = all, .inner = pivots, .columns = all, .after = before});
        before = compared;
    }
    return schedule;
}

// ---- Recursive
//
// R-Kleene. The matrix of a range of nodes is split in two halves,
//
//   ┌───┬───┐    A ← A*          recursion
//   │ A │ B │    B ← A⊗B         C ← C⊗A       beside each other
//   ├───┼───┤    D ← D ⊕ C⊗B
//   │ C │ D │    D ← D*          recursion
//   └───┴───┘    B ← B⊗D         C ← D⊗C       beside each other
//                A ← A ⊕ B⊗C
//
// and likewise for the pivots (A, closed) and the border (D, whose nodes are never passed). A product whose result is
// one of its operands reads that operand from the snapshot.

namespace {

class RecursiveBuilder {
public:
    explicit RecursiveBuilder(const TileLayout& layout) : layout_(layout) {}

    Schedule build() {
        const TileSpan pivots = pivot_tiles(layout_);
        const TileSpan border{pivots.end, all_tiles(layout_).end};
        if (pivots.empty()) return std::move(schedule_);
        close(pivots);
        multiply_border(pivots, border);
        product(border, pivots, border);
        return std::move(schedule_);
    }

private:
    void close(const TileSpan& span) {
        if (span.size() == 1) {
            StepIndexes closed;
            append(schedule_, closed,
                   {.operation = Operation::closure, .rows = span, .inner = span, .columns = span, .after = before_});
            before_ = closed;
            return;
        }
        const std::uint32_t middle = span.begin + (span.size() + 1) / 2;
        const TileSpan a{span.begin, middle};
        const TileSpan d{middle, span.end};
        close(a);
        multiply_border(a, d);
        product(d, a, d);
        close(d);
        multiply_border(d, a);
        product(a, d, a);
    }

    // (closed, other) ← closed⊗(closed, other) and (other, closed) ← (other, closed)⊗closed.
    void multiply_border(const TileSpan& closed, const TileSpan& other) {
        StepIndexes done;
        if (closed.size() == 1) {
            append(
                schedule_, done,
                {.operation = Operation::panels, .rows = other, .inner = closed, .columns = other, .after = before_});
        } else {
            multiply_copy(
                done, {.rows = closed, .inner = closed, .columns = other, .right = Source::snapshot, .after = before_});
            multiply_copy(done, {.rows = other,
                                 .inner = closed,
                                 .columns = closed,
                                 .left = Source::snapshot,
                                 .ahead = true,
                                 .after = before_});
        }
        if (!done.empty()) before_ = done;
    }

    // A product of the block with its own previous value.
    void multiply_copy(StepIndexes& done, Step step) {
        Step copy = step;
        copy.operation = Operation::copy;
        StepIndexes copied;
        append(schedule_, copied, copy);
        step.after = copied;
        append(schedule_, done, step);
    }

    void product(const TileSpan& rows, const TileSpan& inner, const TileSpan& columns) {
        StepIndexes done;
        append(schedule_, done, {.rows = rows, .inner = inner, .columns = columns, .after = before_});
        if (!done.empty()) before_ = done;
    }

    TileLayout layout_;
    Schedule schedule_{.name = "recursive", .steps = {}};
    StepIndexes before_;
};

}  // namespace

Schedule recursive_schedule(const TileLayout& layout) {
    return RecursiveBuilder(layout).build();
}

// ---- Blocked
//
// Blocked Floyd–Warshall, groups of pivot tiles at a time, with look-ahead.
//
//   ahead:   pivots of 1 ─ rest for 2 ─ pivots of 2 ─ rest for 3 ─ pivots of 3 …
//                      └──────────────┐           └──────────────┐
//   beside:                       other rest of 1            other rest of 2 …

namespace {

// Pieces of the rows after the last part: enough that few of them leave a device after the last step, each large enough
// to fill it.
constexpr std::uint32_t last_pieces = 6;
// Pivot tiles whose columns catch up one after the other before all of them are multiplied with the rest: enough to
// fill a device with each step.
constexpr std::uint32_t block = 8;
// The fewest groups of streamed pivots: with less work, the steps that run twice, once for the pivots' own rows and
// once for the others, do not pay off.
constexpr std::uint32_t least_groups = 4;

class BlockedBuilder {
public:
    BlockedBuilder(const TileLayout& layout, std::uint32_t group, std::uint32_t streamed_pivots)
        : pivots_(pivot_tiles(layout).end),
          all_(all_tiles(layout)),
          group_(group),
          streamed_(streamed_pivots ? pivots_ / streamed_pivots : 0) {
        if (streamed_ < least_groups * group_ || pivots_ < 3 * streamed_) streamed_ = 0;
    }

    // A row of the table is correct once it has seen every pivot's row, in any order in which a pivot's row is closed
    // before others see it. So the first pivots can close on their own rows while the other rows are still being sent,
    // and the last ones before the other rows see any of them.
    Schedule build() {
        if (streamed_ == 0) {
            pass(all_, {0, pivots_});
            return std::move(schedule_);
        }
        // No work can start before the first part's rows have arrived, so a larger part hides more.
        const TileSpan first{0, 2 * streamed_};
        const TileSpan last{pivots_ - streamed_, pivots_};
        pass(first, first);
        join();
        catch_up_later({first.end, all_.end}, first);
        join();
        pass(all_, {first.end, last.begin});
        join();
        pass({last.begin, all_.end}, last);
        join();
        const std::uint32_t height = (last.begin + last_pieces - 1) / last_pieces;
        for (std::uint32_t begin = 0; begin < last.begin; begin += height) {
            catch_up_later({begin, std::min(begin + height, last.begin)}, last);
        }
        return std::move(schedule_);
    }

    // The rows of the next group catch up and close first: on their device the other rows wait for them, since the
    // small steps of closing would find no room beside a running product. They are shared beside the others.
    Schedule build_shared() {
        StepIndexes others;  // the last steps of the rows that caught up with the group before
        StepIndexes shared;
        const auto share = [&](const TileSpan& group) {
            StepIndexes after = ahead_;
            after.insert(after.end(), others.begin(), others.end());
            shared.clear();
            append(shared, Operation::share, true, {group, group, all_}, after);
        };
        TileSpan group = group_at(0, {0, pivots_});
        close(group, group);
        share(group);
        while (!group.empty()) {
            const TileSpan next = group_at(group.end, {0, pivots_});
            const TileSpan rest = all_.without(group);
            StepIndexes after = shared;
            after.insert(after.end(), others.begin(), others.end());
            ahead_ = catch_up(next, group, {.product = true, .columns = true}, after);
            close(next, next);
            after.insert(after.end(), ahead_.begin(), ahead_.end());
            StepIndexes caught_up =
                catch_up(next.empty() ? rest : rest.without(next), group, {.product = false, .columns = false}, after);
            // Last: a device that waits for the rows has its own work by then.
            share(next);
            others = std::move(caught_up);
            group = next;
        }
        return std::move(schedule_);
    }

    Schedule build_in_bands(std::uint32_t height, const TileLayout& layout) {
        schedule_.band = height;
        const std::uint32_t bands = (all_.end + height - 1) / height;
        for (std::uint32_t closing = 0; closing * height < pivots_; ++closing) {
            const TileSpan rows = rows_of_band(closing, height, layout);
            const TileSpan pivots{rows.begin, std::min(rows.end, pivots_)};
            pass(rows, pivots);
            join();
            for (std::uint32_t i = 0; i < bands; ++i) {
                const std::uint32_t band = closing % 2 == 0 ? i : bands - 1 - i;
                if (band != closing) catch_up_later(rows_of_band(band, height, layout), pivots);
            }
            join();
        }
        return std::move(schedule_);
    }

private:
    TileSpan group_at(std::uint32_t begin, const TileSpan& pivots) const {
        return {begin, std::min(begin + group_, pivots.end)};
    }

    struct Block {
        TileSpan rows;
        TileSpan inner;
        TileSpan columns;
    };
    void append(StepIndexes& added, Operation operation, bool ahead, const Block& of, const StepIndexes& after) {
        engine::append(schedule_, added,
                       {.operation = operation,
                        .rows = of.rows,
                        .inner = of.inner,
                        .columns = of.columns,
                        .ahead = ahead,
                        .after = after});
    }

    // All steps so far, except those of rows that only catch up.
    StepIndexes all_before() const {
        StepIndexes both = ahead_;
        both.insert(both.end(), beside_.begin(), beside_.end());
        return both;
    }

    // Makes the following steps wait for all steps so far.
    void join() {
        ahead_ = all_before();
        ahead_.insert(ahead_.end(), columns_.begin(), columns_.end());
        beside_.clear();
        columns_.clear();
    }

    // Applies the pivots to `rows`, which include the pivots' own.
    void pass(const TileSpan& rows, const TileSpan& pivots) {
        for (TileSpan group = group_at(pivots.begin, pivots); !group.empty(); group = group_at(group.end, pivots)) {
            close(group, rows);
            const TileSpan next = group_at(group.end, pivots);
            const TileSpan others = rows.without(group);
            const TileSpan rest = all_.without(group);
            const TileSpan left = next.empty() ? others : others.without(next);
            const StepIndexes after = all_before();
            StepIndexes first;
            append(first, Operation::min_plus, true, {next, group, rest}, after);
            append(first, Operation::min_plus, true, {left, group, next}, after);
            multiply_rest(left, group, next.empty() ? rest : rest.without(next), first, after);
        }
    }

    // For each pivot of a group: closure, panels, and the product for the group's own rows and columns.
    void close(const TileSpan& group, const TileSpan& rows) {
        for (std::uint32_t pivot = group.begin; pivot < group.end; ++pivot) {
            const TileSpan one{pivot, pivot + 1};
            const TileSpan others = all_.without(one);
            const TileSpan own = group.without(one);
            StepIndexes closed, panels, products;
            append(closed, Operation::closure, true, {one, one, one}, ahead_);
            append(panels, Operation::panels, true, {rows.without(one), one, others}, closed);
            if (panels.empty()) panels = closed;
            append(products, Operation::min_plus, true, {own, one, others}, panels);
            append(products, Operation::min_plus, true, {rows.without(group), one, own}, panels);
            ahead_ = products.empty() ? panels : products;
        }
    }

    // The queue of a catching up's product, and of the steps in the pivots' own columns.
    struct Ahead {
        bool product;
        bool columns;
    };

    // Applies pivots that are closed among themselves to `rows` without pivots: one product for everything beyond the
    // pivots, then their own columns. Returns the last steps.
    StepIndexes catch_up(const TileSpan& rows, const TileSpan& pivots, Ahead ahead, const StepIndexes& after) {
        StepIndexes product;
        append(product, Operation::min_plus, ahead.product, {rows, pivots, all_.without(pivots)}, after);
        StepIndexes before = product.empty() ? after : product;
        const auto then = [&](Operation operation, const TileSpan& inner, const TileSpan& columns) {
            StepIndexes added;
            append(added, operation, ahead.columns, {rows, inner, columns}, before);
            if (!added.empty()) before = added;
        };
        then(Operation::panels, pivots, {});
        for (std::uint32_t begin = pivots.begin; begin < pivots.end; begin += block) {
            const TileSpan own{begin, std::min(begin + block, pivots.end)};
            for (std::uint32_t pivot = own.begin; pivot < own.end; ++pivot) {
                const TileSpan one{pivot, pivot + 1};
                then(Operation::min_plus, one, own.without(one));
            }
            then(Operation::min_plus, own, pivots.without(own));
        }
        return before;
    }

    // The same beside other rows that do so.
    void catch_up_later(const TileSpan& rows, const TileSpan& pivots) {
        const Ahead ahead{.product = false, .columns = schedule_.band == 0};
        const StepIndexes last = catch_up(rows, pivots, ahead, all_before());
        columns_.insert(columns_.end(), last.begin(), last.end());
    }

    // The product that runs beside the next group's pivots; it neither reads nor writes their tiles. `first`: the steps
    // that produce its operands.
    void multiply_rest(const TileSpan& rows, const TileSpan& group, const TileSpan& columns, const StepIndexes& first,
                       const StepIndexes& after) {
        StepIndexes rest;
        append(rest, Operation::min_plus, false, {rows, group, columns}, after);
        ahead_ = first.empty() ? after : first;
        if (!rest.empty()) beside_ = rest;
    }

    std::uint32_t pivots_;
    TileSpan all_;
    std::uint32_t group_;
    std::uint32_t streamed_;  // streamed pivot tiles of the last part, half of those of the first; 0: none
    Schedule schedule_{.name = "blocked", .steps = {}};
    StepIndexes ahead_;    // steps that the next pivot waits for
    StepIndexes beside_;   // the product that may still run beside it
    StepIndexes columns_;  // the last steps of rows that caught up: their products run concurrently
};

}  // namespace

Schedule blocked_schedule(const TileLayout& layout, std::uint32_t group, std::uint32_t streamed_pivots) {
    return BlockedBuilder(layout, std::max(1u, group), streamed_pivots).build();
}

Schedule banded_blocked_schedule(const TileLayout& layout, std::uint32_t band, std::uint32_t group) {
    return BlockedBuilder(layout, std::max(1u, group), 0).build_in_bands(band, layout);
}

Schedule shared_blocked_schedule(const TileLayout& layout, std::uint32_t group) {
    return BlockedBuilder(layout, std::max(1u, group), 0).build_shared();
}

// ---- By name

Schedule make_schedule(std::string_view name, const TileLayout& layout, std::uint32_t group,
                       std::uint32_t streamed_pivots) {
    if (name == "blocked") return blocked_schedule(layout, group, streamed_pivots);
    if (name == "naive") return naive_schedule(layout);
    if (name == "recursive") return recursive_schedule(layout);
    if (name == "squaring") return squaring_schedule(layout, group);
    std::string there_are;
    for (const std::string& known : tile_schedules()) there_are += format("{}{}", there_are.empty() ? "" : ", ", known);
    throw InvalidArgument(format("unknown schedule '{}'; expected auto, sweep, {}", name, there_are));
}

}  // namespace allways::engine
