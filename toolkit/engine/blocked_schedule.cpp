// Blocked Floyd–Warshall, groups of pivot tiles at a time, with look-ahead.
//
//   ahead:   pivots of 1 ─ rest for 2 ─ pivots of 2 ─ rest for 3 ─ pivots of 3 …
//                      └──────────────┐           └──────────────┐
//   beside:                       other rest of 1            other rest of 2 …
#include "engine/schedule_builder.h"

namespace allways::engine {
namespace {

class Builder {
public:
    Builder(const TileLayout& layout, std::uint32_t group)
        : pivots_(pivot_tiles(layout).end), all_(all_tiles(layout)), group_(group) {}

    Schedule build() {
        for (std::uint32_t begin = 0; begin < pivots_; begin += group_) {
            const TileSpan group = group_at(begin);
            close_group(group);
            multiply_rest(group, group_at(group.end));
        }
        return std::move(schedule_);
    }

private:
    TileSpan group_at(std::uint32_t begin) const { return {begin, std::min(begin + group_, pivots_)}; }

    void append(StepIndexes& added, Operation operation, bool ahead, const TileSpan& rows, const TileSpan& inner,
                const TileSpan& columns, const StepIndexes& after) {
        engine::append(schedule_, added,
                       {.operation = operation,
                        .rows = rows,
                        .inner = inner,
                        .columns = columns,
                        .ahead = ahead,
                        .after = after});
    }

    // Pivot after pivot: closure, panels, and the product where it meets the group's own rows and columns.
    void close_group(const TileSpan& group) {
        for (std::uint32_t pivot = group.begin; pivot < group.end; ++pivot) {
            const TileSpan one{pivot, pivot + 1};
            const TileSpan others = all_.without(one);
            const TileSpan own = group.without(one);
            StepIndexes closed, panels, products;
            append(closed, Operation::closure, true, one, one, one, ahead_);
            append(panels, Operation::panels, true, others, one, others, closed);
            if (panels.empty()) panels = closed;
            append(products, Operation::min_plus, true, own, one, others, panels);
            append(products, Operation::min_plus, true, all_.without(group), one, own, panels);
            ahead_ = products.empty() ? panels : products;
        }
    }

    // What the next group needs first, then what is left: neither reads nor writes what the next group's pivots do.
    void multiply_rest(const TileSpan& group, const TileSpan& next) {
        const TileSpan rest = all_.without(group);
        StepIndexes after = ahead_;
        after.insert(after.end(), beside_.begin(), beside_.end());
        const TileSpan left = next.empty() ? rest : rest.without(next);
        StepIndexes first;
        if (!next.empty()) {
            append(first, Operation::min_plus, true, next, group, rest, after);
            append(first, Operation::min_plus, true, left, group, next, after);
        }
        StepIndexes other;
        append(other, Operation::min_plus, false, left, group, left, after);
        ahead_ = first.empty() ? after : first;
        beside_ = other.empty() ? beside_ : other;
    }

    std::uint32_t pivots_;
    TileSpan all_;
    std::uint32_t group_;
    Schedule schedule_{.name = "blocked", .steps = {}};
    StepIndexes ahead_;   // steps that the next pivot waits for
    StepIndexes beside_;  // the product that may still run beside it
};

}  // namespace

Schedule blocked_schedule(const TileLayout& layout, std::uint32_t group) {
    return Builder(layout, std::max(1u, group)).build();
}

}  // namespace allways::engine
