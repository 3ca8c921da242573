// SPDX-License-Identifier: Apache-2.0
// The least costs from some first places to all of their ancestors, in the elimination tree, and to those of some last
// places, and from there on to the last places: the places through which ways between them may lead.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "engine/factor/factor_tree.h"

namespace allways::engine {

// Borrows the tree. For one thread.
template <class T>
class AncestorCosts {
public:
    explicit AncestorCosts(const FactorTree<T>& tree) : tree_(tree) {}

    // An end with number `end`, which lies `cost` before or behind the place of the access arc.
    void add_first(const AccessArc<T>& access, double cost, std::size_t end) {
        firsts_.push_back({climb_up(tree_, access), cost, end});
        set_own(firsts_.back(), access);
    }
    void add_last(const AccessArc<T>& access, double cost, std::size_t end) {
        lasts_.push_back({climb_down(tree_, access), cost, end});
        set_own(lasts_.back(), access);
    }

    struct Least {
        double cost;  // infinite: no way
        std::size_t end = 0;
    };
    struct Costs {
        Least there;
        Least onward;
    };
    // By rank, all that have a way from a first place and one to a last place. O(upper neighbours of all ancestors).
    std::map<std::uint32_t, Costs> between() const;

private:
    struct End {
        Climb<T> climb;
        double cost;
        std::size_t end;
    };

    // A climb leaves the place that it begins at unreachable if it costs nothing.
    static void set_own(End& end, const AccessArc<T>& access) {
        auto& own = end.climb.cells[end.climb.path.size() - 1];
        own = std::min(own, static_cast<QueryCell<T>>(access.cell));
    }
    double cost_of(QueryCell<T> cell) const;
    Least least_climb(const std::vector<End>& ends, std::size_t depth, std::uint32_t rank) const;
    // Appends the costs of the places of a root path from this depth on to those before it.
    void extend(const RootPath& path, std::vector<Costs>& costs) const;

    const FactorTree<T>& tree_;
    std::vector<End> firsts_;
    std::vector<End> lasts_;
};

}  // namespace allways::engine
