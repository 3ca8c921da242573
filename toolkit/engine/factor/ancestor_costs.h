// SPDX-License-Identifier: Apache-2.0
// In the elimination tree, the ancestors that some first places and some last places have in common, with the least
// costs from the first places to each of them and from there to the last places: the places through which paths between
// first and last places may lead.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "engine/factor/factor_tree.h"

namespace allways::engine {

// Borrows the tree. For use by one thread.
template <class T>
class AncestorCosts {
public:
    explicit AncestorCosts(const FactorTree<T>& tree) : tree_(tree) {}

    // Adds an end with number `end` that lies `cost` before or behind the place of the access arc.
    void add_first(const AccessArc<T>& access, double cost, std::size_t end) {
        firsts_.push_back({climb_up(tree_, access), cost, end});
        set_own(firsts_.back(), access);
    }
    void add_last(const AccessArc<T>& access, double cost, std::size_t end) {
        lasts_.push_back({climb_down(tree_, access), cost, end});
        set_own(lasts_.back(), access);
    }

    struct Least {
        double cost;  // infinite: no path
        std::size_t end = 0;
    };
    struct Costs {
        Least there;
        Least onward;
    };
    // Returns by rank all ancestors that have a path from a first place and a path to a last place. O(upper neighbours
    // of all ancestors).
    std::map<std::uint32_t, Costs> between() const;

private:
    struct End {
        Climb<T> climb;
        double cost;
        std::size_t end;
    };

    // Sets the cell of the place where a climb begins, which the climb leaves unreachable if it costs nothing.
    static void set_own(End& end, const AccessArc<T>& access) {
        auto& own = end.climb.cells[end.climb.path.size() - 1];
        own = std::min(own, static_cast<QueryCell<T>>(access.cell));
    }
    double cost_of(QueryCell<T> cell) const;
    Least least_climb(const std::vector<End>& ends, std::size_t depth, std::uint32_t rank) const;
    // Appends the costs of the places of a root path from this depth on to the costs of those before it.
    void extend(const RootPath& path, std::vector<Costs>& costs) const;

    const FactorTree<T>& tree_;
    std::vector<End> firsts_;
    std::vector<End> lasts_;
};

}  // namespace allways::engine
