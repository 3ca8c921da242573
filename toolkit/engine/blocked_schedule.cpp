// Blocked Floyd–Warshall, groups of pivot tiles at a time, with look-ahead.
//
//   ahead:   pivots of 1 ─ rest for 2 ─ pivots of 2 ─ rest for 3 ─ pivots of 3 …
//                      └──────────────┐           └──────────────┐
//   beside:                       other rest of 1            other rest of 2 …
#include "engine/schedule_builder.h"

namespace allways::engine {
namespace {

// Strips of a streamed group's product: enough that few rows wait, each enough to fill a device.
constexpr std::uint32_t strips = 8;

class Builder {
public:
    Builder(const TileLayout& layout, std::uint32_t group, std::uint32_t ends)
        : pivots_(pivot_tiles(layout).end), all_(all_tiles(layout)), group_(group), ends_(ends) {
        if (ends_ <= group_ || pivots_ < 4 * ends_) ends_ = 0;
    }

    Schedule build() {
        for (TileSpan group = group_at(0); !group.empty(); group = group_at(group.end)) {
            if (is_streamed(group)) {
                close_streamed(group);
            } else {
                close_group(group);
                multiply_rest(group, group_at(group.end));
            }
        }
        return std::move(schedule_);
    }

private:
    bool is_streamed(const TileSpan& group) const {
        return ends_ != 0 && (group.begin == 0 || group.begin == pivots_ - ends_);
    }
    // The last group of the middle is cut where the streamed one begins.
    TileSpan group_at(std::uint32_t begin) const {
        if (ends_ == 0) return {begin, std::min(begin + group_, pivots_)};
        if (begin == 0) return {0, ends_};
        if (begin >= pivots_ - ends_) return {begin, pivots_};
        return {begin, std::min(begin + group_, pivots_ - ends_)};
    }

    void append(StepIndexes& added, Operation operation, bool ahead, const TileSpan& rows, const TileSpan& inner,
                const TileSpan& columns, const StepIndexes& after) {
        engine::append(
            schedule_, added,
            {.operation = operation, .rows = rows, .inner = inner, .columns = columns, .ahead = ahead, .after = after});
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

    // First the group's own rows; then strip by strip of the other rows its columns, and beside the next strip's
    // columns the product.
    void close_streamed(const TileSpan& group) {
        StepIndexes chain = ahead_;
        for (std::uint32_t pivot = group.begin; pivot < group.end; ++pivot) {
            const TileSpan one{pivot, pivot + 1};
            const TileSpan own = group.without(one);
            const TileSpan others = all_.without(one);
            StepIndexes closed, panels, products;
            append(closed, Operation::closure, true, one, one, one, chain);
            append(panels, Operation::panels, true, own, one, others, closed);
            append(products, Operation::min_plus, true, own, one, others, panels);
            chain = products;
        }
        StepIndexes products;
        const std::uint32_t height = std::max(1u, (all_.size() + strips - 1) / strips);
        for (const TileSpan& side : {TileSpan{0, group.begin}, TileSpan{group.end, all_.end}}) {
            for (std::uint32_t begin = side.begin; begin < side.end; begin += height) {
                const TileSpan strip{begin, std::min(begin + height, side.end)};
                StepIndexes after = close_columns(group, strip, chain);
                after.insert(after.end(), beside_.begin(), beside_.end());
                append(products, Operation::min_plus, false, strip, group, all_.without(group), after);
            }
        }
        ahead_ = products;
        beside_.clear();
    }

    StepIndexes close_columns(const TileSpan& group, const TileSpan& strip, StepIndexes chain) {
        for (std::uint32_t pivot = group.begin; pivot < group.end; ++pivot) {
            const TileSpan one{pivot, pivot + 1};
            StepIndexes panels, products;
            append(panels, Operation::panels, true, strip, one, {}, chain);
            append(products, Operation::min_plus, true, strip, one, group.without(one), panels);
            chain = products;
        }
        return chain;
    }

    std::uint32_t pivots_;
    TileSpan all_;
    std::uint32_t group_;
    std::uint32_t ends_;
    Schedule schedule_{.name = "blocked", .steps = {}};
    StepIndexes ahead_;   // steps that the next pivot waits for
    StepIndexes beside_;  // the product that may still run beside it
};

}  // namespace

Schedule blocked_schedule(const TileLayout& layout, std::uint32_t group, std::uint32_t ends) {
    return Builder(layout, std::max(1u, group), ends).build();
}

}  // namespace allways::engine
