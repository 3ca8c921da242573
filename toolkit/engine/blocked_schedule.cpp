// Blocked Floyd–Warshall, groups of pivot tiles at a time, with look-ahead.
//
//   ahead:   pivots of 1 ─ rest for 2 ─ pivots of 2 ─ rest for 3 ─ pivots of 3 …
//                      └──────────────┐           └──────────────┐
//   beside:                       other rest of 1            other rest of 2 …
#include "engine/schedule_builder.h"

namespace allways::engine {
namespace {

// Pieces of the rows that follow the last part: enough that few of them leave a device after the last step, each
// enough to fill it.
constexpr std::uint32_t last_pieces = 4;

class Builder {
public:
    Builder(const TileLayout& layout, std::uint32_t group, std::uint32_t ends)
        : pivots_(pivot_tiles(layout).end), all_(all_tiles(layout)), group_(group), end_(ends ? pivots_ / ends : 0) {
        if (end_ <= group_ || pivots_ < 2 * end_) end_ = 0;
    }

    // A row of the table is right once it has seen every pivot's row, in any order in which a pivot's row is closed
    // before others see it. So the first pivots can close on their own rows while the other rows are still on their
    // way, and the last ones before the other rows see any of them.
    Schedule build() {
        if (end_ == 0) {
            pass(all_, {0, pivots_});
            return std::move(schedule_);
        }
        const TileSpan first{0, end_};
        const TileSpan last{pivots_ - end_, pivots_};
        pass(first, first);
        catch_up({end_, all_.end}, first);
        pass(all_, {first.end, last.begin});
        pass({last.begin, all_.end}, last);
        const std::uint32_t height = (last.begin + last_pieces - 1) / last_pieces;
        for (std::uint32_t begin = 0; begin < last.begin; begin += height) {
            catch_up({begin, std::min(begin + height, last.begin)}, last);
        }
        return std::move(schedule_);
    }

private:
    TileSpan group_at(std::uint32_t begin, const TileSpan& pivots) const {
        return {begin, std::min(begin + group_, pivots.end)};
    }

    void append(StepIndexes& added, Operation operation, bool ahead, const TileSpan& rows, const TileSpan& inner,
                const TileSpan& columns, const StepIndexes& after) {
        engine::append(
            schedule_, added,
            {.operation = operation, .rows = rows, .inner = inner, .columns = columns, .ahead = ahead, .after = after});
    }

    // Everything so far.
    StepIndexes all_before() const {
        StepIndexes both = ahead_;
        both.insert(both.end(), beside_.begin(), beside_.end());
        return both;
    }

    // `rows`, those of the pivots among them, see the pivots.
    void pass(const TileSpan& rows, const TileSpan& pivots) {
        ahead_ = all_before();
        beside_.clear();
        for (TileSpan group = group_at(pivots.begin, pivots); !group.empty(); group = group_at(group.end, pivots)) {
            close(group, rows);
            const TileSpan next = group_at(group.end, pivots);
            const TileSpan others = rows.without(group);
            const TileSpan rest = all_.without(group);
            const TileSpan left = next.empty() ? others : others.without(next);
            const StepIndexes after = all_before();
            StepIndexes first;
            append(first, Operation::min_plus, true, next, group, rest, after);
            append(first, Operation::min_plus, true, left, group, next, after);
            multiply_rest(left, group, next.empty() ? rest : rest.without(next), first, after);
        }
    }

    // Pivot after pivot of a group: closure, panels, and the product where it meets the group's own rows and columns.
    void close(const TileSpan& group, const TileSpan& rows) {
        for (std::uint32_t pivot = group.begin; pivot < group.end; ++pivot) {
            const TileSpan one{pivot, pivot + 1};
            const TileSpan others = all_.without(one);
            const TileSpan own = group.without(one);
            StepIndexes closed, panels, products;
            append(closed, Operation::closure, true, one, one, one, ahead_);
            append(panels, Operation::panels, true, rows.without(one), one, others, closed);
            if (panels.empty()) panels = closed;
            append(products, Operation::min_plus, true, own, one, others, panels);
            append(products, Operation::min_plus, true, rows.without(group), one, own, panels);
            ahead_ = products.empty() ? panels : products;
        }
    }

    // `rows`, none of them a pivot's, see pivots whose rows are closed.
    void catch_up(const TileSpan& rows, const TileSpan& pivots) {
        for (TileSpan group = group_at(pivots.begin, pivots); !group.empty(); group = group_at(group.end, pivots)) {
            for (std::uint32_t pivot = group.begin; pivot < group.end; ++pivot) {
                const TileSpan one{pivot, pivot + 1};
                StepIndexes panels, products;
                const bool first = group.begin == pivots.begin && pivot == group.begin;
                append(panels, Operation::panels, true, rows, one, {}, first ? all_before() : ahead_);
                append(products, Operation::min_plus, true, rows, one, group.without(one), panels);
                ahead_ = products.empty() ? panels : products;
            }
            const TileSpan next = group_at(group.end, pivots);
            const TileSpan rest = all_.without(group);
            const StepIndexes after = all_before();
            StepIndexes first;
            append(first, Operation::min_plus, true, rows, group, next, after);
            multiply_rest(rows, group, next.empty() ? rest : rest.without(next), first, after);
        }
    }

    // The product beside the next group's pivots: it neither reads nor writes what these do. `first`: the steps for
    // what they need.
    void multiply_rest(const TileSpan& rows, const TileSpan& group, const TileSpan& columns, const StepIndexes& first,
                       const StepIndexes& after) {
        StepIndexes rest;
        append(rest, Operation::min_plus, false, rows, group, columns, after);
        ahead_ = first.empty() ? after : first;
        if (!rest.empty()) beside_ = rest;
    }

    std::uint32_t pivots_;
    TileSpan all_;
    std::uint32_t group_;
    std::uint32_t end_;  // pivot tiles of the first and of the last part; 0: there are none
    Schedule schedule_{.name = "blocked", .steps = {}};
    StepIndexes ahead_;   // steps that the next pivot waits for
    StepIndexes beside_;  // the product that may still run beside it
};

}  // namespace

Schedule blocked_schedule(const TileLayout& layout, std::uint32_t group, std::uint32_t ends) {
    return Builder(layout, std::max(1u, group), ends).build();
}

}  // namespace allways::engine
