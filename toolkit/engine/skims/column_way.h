// SPDX-License-Identifier: Apache-2.0
// The paths down to a column's access from each of its ancestors: their cells, their arcs and their sums.
#pragma once

#include <vector>

#include "engine/skims/skim_problem.h"

namespace allways::engine {

// By depth, 0 … the access' own. Cells and sums include the access' exit.
template <class T, class S>
class ColumnWay {
public:
    // O(upper neighbours of all ancestors).
    // `access`: the number of an access arc of the problem's columns.
    ColumnWay(const SkimProblem<T, S>& problem, std::size_t access);

    std::uint32_t connector() const { return access_->connector; }
    T cell(std::size_t depth) const { return cells_[depth]; }
    // Returns the sums from the node at which the path leaves its first class.
    const S* sums(std::size_t depth) const { return sums_.data() + depth * fields_; }
    NodeIndex first_tail(std::size_t depth) const;
    // Starts to read the path from a depth.
    void start(PathReader& path, std::size_t depth) const { path.start(steps_, depth, last_part()); }

private:
    void find_steps();
    void offer(std::size_t depth, WayDown step);
    PathPart last_part() const {
        return access_->exit == no_exit ? no_part_of_path : problem_->arc_sums.part_of_exit(access_->exit);
    }
    void add_sums(std::size_t depth);
    std::size_t access_depth() const { return cells_.size() - 1; }

    const SkimProblem<T, S>* problem_;
    std::uint32_t rank_;  // of the access arc
    const SkimAccess* access_;
    std::size_t fields_;
    std::vector<T> cells_;
    std::vector<WayDown> steps_;
    std::vector<S> sums_;  // by depth, then field
    PathReader path_, other_;
};

}  // namespace allways::engine
