// Origins and destinations of skims, tied to the core of a factor, and the ranks that a sweep from the roots down
// visits for the origins. Like SweepProblem and SweepVisits, but each arc also names the exit it stands for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/skims/skim_factor.h"

namespace allways::engine {

// An exit between a node beyond the core and a core node; no exit if it is that node itself.
struct SkimAccessArc {
    std::uint32_t rank;
    std::int32_t cost;
    std::uint32_t exit;  // SkimFactor::no_exit: none
};

// An access arc of an origin beyond the core, handled when its rank is visited. Its row is collected in a slot from the
// first access to the last.
struct RowAccess {
    SkimAccessArc arc;
    std::uint32_t row;
    std::uint32_t slot;
    bool opens;
    bool closes;
};

// From an origin to a destination by one exit, both beyond the core.
struct DirectExit {
    std::uint32_t column;
    std::int32_t cost;
    std::uint32_t exit;
};

struct SkimVisit {
    std::uint32_t rank;
    std::uint32_t depth;
    std::uint32_t lowest;   // rank of its subtree
    std::size_t first_arc;  // up to the next visit's
    std::size_t first_row;  // rows of this core node
    std::size_t first_access;
};

struct SkimArc {
    std::int32_t cost;
    std::uint32_t depth;  // its head's
    PathPart part;
};

struct SkimProblem {
    std::span<const NodeIndex> origins;
    std::span<const NodeIndex> destinations;

    std::vector<SkimVisit> visits;  // descending ranks, and one more: the end
    std::vector<SkimArc> arcs;      // by visit, in the order of their paths: the first of those that tie wins
    std::vector<std::uint32_t> core_rows;
    std::vector<RowAccess> accesses;
    std::vector<std::uint32_t> untied_rows;  // without any access arc
    std::size_t slot_count = 0;
    std::vector<std::size_t> first_direct;  // rows + 1
    std::vector<DirectExit> direct;

    // Columns in sweep order: neighbours share most of their way up.
    std::vector<std::uint32_t> column_at;
    std::vector<std::uint32_t> place_of;    // the position of each column in it
    std::vector<std::size_t> first_access;  // by column, and the end
    std::vector<SkimAccessArc> column_accesses;
    std::vector<std::size_t> first_same;  // rows + 1
    std::vector<std::uint32_t> same;      // columns in the row's class of zero-cost cycles

    SkimProblem(const SkimFactor& skims, const ordering::Factor<std::int32_t>& factor,
                std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations);

    std::span<const SkimAccessArc> accesses_of_column(std::size_t column) const {
        return {column_accesses.data() + first_access[column], first_access[column + 1] - first_access[column]};
    }
    std::span<const DirectExit> direct_of(std::size_t row) const {
        return {direct.data() + first_direct[row], first_direct[row + 1] - first_direct[row]};
    }
    std::span<const std::uint32_t> same_class(std::size_t row) const {
        return {same.data() + first_same[row], first_same[row + 1] - first_same[row]};
    }
    std::size_t visit_count() const { return visits.size() - 1; }

private:
    void add_columns(const SkimInput& input, const ordering::Elimination& tree);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> add_rows(const SkimInput& input,
                                                                  const ordering::Elimination& tree);
    void give_slots();
    void add_visits(const SkimFactor& skims, const ordering::Factor<std::int32_t>& factor,
                    std::vector<std::pair<std::uint32_t, std::uint32_t>> core);
};

}  // namespace allways::engine
