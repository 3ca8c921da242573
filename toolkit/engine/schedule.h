// A schedule: block operations over tiles with their dependencies. A plain value, built and tested without a
// device; an executor runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "engine/tile_layout.h"

namespace allways::engine {

// Semiring (min, +). A, B, C are blocks of the one matrix.
enum class Operation {
    closure,       // C ← C*            C = (inner, inner), one tile
    panel_row,     // C ← C ⊕ A⊗C       A = (inner, inner) closed, C = (inner, columns)
    panel_column,  // C ← C ⊕ C⊗A       A = (inner, inner) closed, C = (rows, inner)
    min_plus,      // C ← C ⊕ A⊗B       A = (rows, inner), B = (inner, columns), C = (rows, columns)
};

// Tiles begin … end-1 along one side, without `hole` where that lies inside.
struct TileSpan {
    static constexpr std::uint32_t no_hole = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t hole = no_hole;

    bool has_hole() const { return hole >= begin && hole < end; }
    std::uint32_t size() const { return end - begin - (has_hole() ? 1 : 0); }
    // The i-th tile of the span.
    std::uint32_t operator[](std::uint32_t i) const {
        const std::uint32_t tile = begin + i;
        return tile + (has_hole() && tile >= hole ? 1 : 0);
    }
};

struct Step {
    Operation operation = Operation::min_plus;
    TileSpan rows;
    TileSpan inner;
    TileSpan columns;
    std::vector<std::uint32_t> after;  // indexes of steps that must be complete before this one starts
};

struct Schedule {
    std::string name;
    std::vector<Step> steps;  // in an order that respects `after`
};

// Multiply-and-compare pairs (one add, one min) the schedule does, padding included.
std::uint64_t pair_count(const Step& step, const TileLayout& layout);
std::uint64_t pair_count(const Schedule& schedule, const TileLayout& layout);

// Blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003): for each pivot tile its closure, its row
// and column panels, then the min-plus product over the rest. Pivots are the layout's pivot tiles only, so
// border nodes are never passed.
Schedule blocked_schedule(const TileLayout& layout);

}  // namespace allways::engine
