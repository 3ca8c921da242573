// One column of a sweep, cell by cell: only the ancestors of the rows that are asked for are ever visited.
#pragma once

#include <vector>

#include "engine/sweep/sweep_problem.h"
#include "engine/sweep/sweep_target.h"

namespace allways::engine {

// The constructor does the column's upward pass. A row then costs the up-arcs of those of its ancestors that no row
// before it had. Borrows the problem. For one thread.
template <class T>
class FactorColumn {
public:
    FactorColumn(const SweepProblem<T>& problem, std::size_t column);

    // The sweep's cell: with its first-arc bits, not restored. Fixed cells are not looked at.
    T cell(std::size_t row);

    // The values of the table, fixed cells included.
    T distance(std::size_t row);
    std::uint32_t hop(std::size_t row);  // where cells have first-arc bits

private:
    enum class State : std::uint8_t { unseen, passed_upward, known };

    T cell_of_rank(std::uint32_t rank);
    const FixedCell<T>* fixed(std::size_t row) const;

    const SweepProblem<T>& problem_;
    std::size_t column_;
    std::vector<T> cells_;      // by rank; nothing where unseen
    std::vector<State> state_;  // by rank
    std::vector<std::uint32_t> walk_;
};

}  // namespace allways::engine
