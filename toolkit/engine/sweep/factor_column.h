// One column of a sweep, cell by cell: visits only the ancestors of the requested rows.
#pragma once

#include <vector>

#include "engine/sweep/sweep_problem.h"
#include "engine/sweep/sweep_target.h"

namespace allways::engine {

// The constructor does the column's upward pass. Each row then costs the up-arcs of its ancestors that no earlier row
// visited. Borrows the problem. For one thread.
template <class T>
class FactorColumn {
public:
    FactorColumn(const SweepProblem<T>& problem, std::size_t column);

    // The sweep's cell: with its first-arc bits, not restored. Ignores fixed cells.
    T cell(std::size_t row);

    // The values of the table, including fixed cells.
    T distance(std::size_t row);
    std::uint32_t hop(std::size_t row);  // if cells have first-arc bits

private:
    enum class State : std::uint8_t { unseen, passed_upward, known };

    T cell_of_rank(std::uint32_t rank);
    const FixedCell<T>* fixed(std::size_t row) const;

    const SweepProblem<T>& problem_;
    std::size_t column_;
    std::vector<T> cells_;      // by rank; undefined if unseen
    std::vector<State> state_;  // by rank
    std::vector<std::uint32_t> walk_;
};

}  // namespace allways::engine
