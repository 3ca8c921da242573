// SPDX-License-Identifier: Apache-2.0
// A sweep problem packed in the order in which a column block walks it: visits, their arcs, and the resulting rows.
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
    std::uint32_t lowest;   // lowest rank of its subtree: lowest … rank
    std::size_t first_arc;  // the visit's arcs end at the next visit's first one
    std::size_t first_row;  // core rows
    std::size_t first_part;
};

// A row of the visited core node itself. Most have one known cell, the diagonal; searching for it among all known cells
// of the table would be a cache miss for each row of each column block.
struct CoreRow {
    static constexpr std::uint32_t several = ~std::uint32_t{0};  // several known cells, or one of another kind
    std::uint32_t row;
    std::uint32_t diagonal;  // the column of its diagonal, or several
};

// Some access arcs of a row that is not a core row. Their core nodes are the visited node or its ancestors, so their
// cells are on the stack during the visit. Most rows have one such part; rows with more are collected in a slot from
// visit to visit.
struct RowTies {
    std::uint32_t row;
    std::uint32_t slot;
    std::size_t first_access_arc;
    std::size_t end_access_arc;
    bool opens;   // it is the row's first part
    bool closes;  // it is the row's last part
};

template <class T>
struct SweepVisits {
    std::vector<SweepVisit> visits;  // with an additional one as the end
    std::vector<SweepArc<T>> arcs;
    std::vector<CoreRow> core_rows;
    std::vector<RowTies> parts;
    std::vector<SweepArc<T>> access_arcs;    // sorted by part, then depth
    std::vector<std::uint32_t> untied_rows;  // rows without any access arc
    std::size_t slot_count = 0;

    explicit SweepVisits(const SweepProblem<T>& problem);
    std::size_t count() const { return visits.size() - 1; }
    std::uint64_t bytes() const;
};

}  // namespace allways::engine
