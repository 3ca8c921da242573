// A sweep problem packed in the order in which a strip of columns walks it: visits, their arcs, and the rows they give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

struct SweepVisit {
    std::uint32_t rank;
    std::uint32_t depth;
    std::uint32_t lowest;   // rank of its subtree: the subtree is lowest … rank
    std::size_t first_arc;  // up to the next visit's
    std::size_t first_row;  // core rows
    std::size_t first_part;
};

// A row that is that of the visited core node. Most have one known cell, the diagonal; looking for it among all known
// cells of the table would be a cache miss for each row of each strip.
struct CoreRow {
    static constexpr std::uint32_t several = ~std::uint32_t{0};  // known cells, or one of another kind
    std::uint32_t row;
    std::uint32_t diagonal;  // its column, or several
};

// Some taps of a row that is no core row: all of them ancestors of the visit that they belong to, or that one itself,
// so that their cells are on the stack then. Most rows have one part; others gather in a slot from visit to visit.
struct RowPart {
    std::uint32_t row;
    std::uint32_t slot;
    std::size_t first_tap;
    std::size_t end_tap;
    bool opens;   // the row's first part
    bool closes;  // and its last
};

template <class T>
struct SweepVisits {
    std::vector<SweepVisit> visits;  // and one more, the end
    std::vector<SweepArc<T>> arcs;
    std::vector<CoreRow> core_rows;
    std::vector<RowPart> parts;
    std::vector<SweepArc<T>> taps;           // of parts, by depth
    std::vector<std::uint32_t> untied_rows;  // without any tap
    std::size_t slot_count = 0;

    explicit SweepVisits(const SweepProblem<T>& problem);
    std::size_t count() const { return visits.size() - 1; }
    std::uint64_t bytes() const;
};

}  // namespace allways::engine
