// SPDX-License-Identifier: Apache-2.0
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
#include "engine/dense/schedule_builder.h"

namespace allways::engine {
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

}  // namespace allways::engine
