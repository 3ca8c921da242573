// SPDX-License-Identifier: Apache-2.0
// The places of a factor and the steps between them, without preparing the network again: from it a query learns how
// its ends are tied to the core, and which arc the first-arc bits of a cell mean.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allways/result/network_factor.h"
#include "engine/prepare/zero_classes.h"
#include "engine/sweep/sweep_problem.h"
#include "result/factor_arrays.h"

namespace allways::engine {

// Borrows the factor. Whatever the arrays hold, accesses stay within them; throws DamagedContent if they contradict
// each other.
template <class T>
class FactorNetwork {
public:
    // Throws InvalidArgument if sizes do not fit each other. O(1).
    explicit FactorNetwork(const NetworkFactor& factor);

    std::uint32_t place_count() const { return static_cast<std::uint32_t>(factor_.arrays().places.rank_of.size()); }
    std::uint32_t rank_count() const { return static_cast<std::uint32_t>(factor_.rank_count()); }
    std::uint32_t rank_of(NodeIndex place) const;  // rank_count() or more: the place is on the border
    bool is_border(NodeIndex place) const { return rank_of(place) >= rank_count(); }
    NodeIndex end_of(NodeIndex node) const;
    NodeIndex node_of(NodeIndex state) const;

    // The steps out of a place, in the order of its node's arcs; the step to an end place, which uses no arc, comes
    // last.
    struct Steps {
        NodeIndex place;
        NodeIndex node;
        std::uint64_t first_arc;   // first arc of the node
        std::uint64_t first_step;  // first step of the state; without turn rules, first_arc
        std::uint32_t arcs;
        std::uint32_t count;  // number of steps
    };
    Steps steps(NodeIndex place) const;
    // Prefetches the steps into the cache.
    void prefetch(const Steps& steps) const {
        __builtin_prefetch(factor_.arcs.head.data() + steps.first_arc);
        __builtin_prefetch(cost_.data() + steps.first_arc);
    }
    struct Step {
        NodeIndex head;  // the place itself if the step is forbidden, or a loop
        T cost;          // raw
    };
    Step step(const Steps& steps, std::uint32_t ordinal) const;

    bool has_classes() const { return !factor_.arrays().places.first_member.empty(); }
    // The classes with the hops inside them, for tables: O(steps).
    ZeroClasses zero_classes() const;
    // The places of a rank.
    std::span<const NodeIndex> members_at(std::uint32_t rank) const;
    // Members of one class are at distance 0 of each other, up to potentials.
    bool are_one_class(NodeIndex a, NodeIndex b) const {
        return a == b || (has_classes() && !is_border(a) && rank_of(a) == rank_of(b));
    }
    std::uint32_t hop_inside(NodeIndex from, NodeIndex to) const;  // NextHops::none if from = to
    // Returns the whole path inside a class, place by place with the hop from there.
    std::vector<std::pair<NodeIndex, std::uint32_t>> way_inside(NodeIndex from, NodeIndex to) const;
    // Returns true if hops inside the class of a place are found by searching, O(arcs of the class) each.
    bool is_searched(NodeIndex place) const {
        return factor_.arrays().places.first_hop[rank_of(place) + 1] ==
               factor_.arrays().places.first_hop[rank_of(place)];
    }
    // Calls visit(ordinal, head) for the steps of cost 0 from a place to members of its class.
    template <class Visit>
    void visit_inside(NodeIndex place, const Visit& visit) const;

    // The steps that leave the class of a place, in the order of their numbers in first-arc bits.
    struct Exit {
        NodeIndex tail;
        std::uint32_t ordinal;
        NodeIndex head;
        T raw_cost;
        T cost;  // reduced
    };
    std::vector<Exit> exits(NodeIndex place) const;
    // Calls visit(exit) for each exit, until it returns false.
    template <class Visit>
    void visit_exits(NodeIndex place, const Visit& visit) const;

    // Returns how a place is tied to the core as a row or as a column. For a row, also the cheapest direct step to `to`
    // if both are on the border.
    std::vector<AccessArc<T>> row(NodeIndex place, const CellFormat& format) const;
    std::optional<T> direct(NodeIndex place, NodeIndex to, const CellFormat& format) const;
    T cell_of(const Exit& exit, std::size_t number, const CellFormat& format) const;
    std::vector<AccessArc<T>> column(NodeIndex place, const CellFormat& format) const;
    // Returns the exit of a place that first-arc bits mean, or nothing if the place has no such exit.
    std::optional<Exit> exit_of_first_arc(NodeIndex place, std::uint32_t number) const;

    T reduced(NodeIndex tail, NodeIndex head, T cost) const;  // unreachable_cost where no path leads
    bool has_potentials() const { return !tail_potential_.empty(); }
    Wide<T> tail_potential(NodeIndex place) const { return tail_potential_[place]; }
    Wide<T> head_potential(NodeIndex place) const { return head_potential_[place]; }
    // Converts a distance between core cells to one of the network (Prepared::restored).
    Wide<T> restored(NodeIndex from, NodeIndex to, Wide<T> distance) const;

private:
    T cost_of(const Steps& steps, std::uint32_t ordinal) const;
    std::span<const NodeIndex> members(NodeIndex place) const;

    const NetworkFactor& factor_;
    const SharedArray<T>& cost_;
    const SharedArray<T>& step_cost_;
    const SharedArray<Wide<T>>& tail_potential_;
    const SharedArray<Wide<T>>& head_potential_;
    std::size_t state_count_;  // number of nodes if there are no states
};

template <class T>
template <class Visit>
void FactorNetwork<T>::visit_exits(NodeIndex place, const Visit& visit) const {
    const bool alone = !has_classes() || is_border(place);
    for (const NodeIndex tail : alone ? std::span<const NodeIndex>(&place, 1) : members(place)) {
        const Steps steps = this->steps(tail);
        for (std::uint32_t ordinal = 0; ordinal < steps.count; ++ordinal) {
            const Step step = this->step(steps, ordinal);
            if (are_one_class(tail, step.head)) continue;
            const T cost = reduced(tail, step.head, step.cost);
            if (is_reachable(cost) && !visit(Exit{tail, ordinal, step.head, step.cost, cost})) return;
        }
    }
}

template <class T>
template <class Visit>
void FactorNetwork<T>::visit_inside(NodeIndex place, const Visit& visit) const {
    const Steps steps = this->steps(place);
    for (std::uint32_t ordinal = 0; ordinal < steps.arcs; ++ordinal) {
        const Step step = this->step(steps, ordinal);
        if (step.head == place || !are_one_class(place, step.head)) continue;
        if (reduced(place, step.head, step.cost) == T{0}) visit(ordinal, step.head);
    }
}

}  // namespace allways::engine
