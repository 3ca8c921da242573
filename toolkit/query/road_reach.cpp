// SPDX-License-Identifier: Apache-2.0
#include "allways/query/road_reach.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "network/heap_search.h"
#include "query/road_ends.h"

namespace allways {

namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();

// What the limit bounds, by arc: the cost, or a column. Infinite for arcs that paths cannot use.
std::vector<double> bounded_values(const RoadRouter& router, const query::RoadEnds& ends, const std::string& name) {
    const TableArcs& arcs = router.factor().arcs;
    std::vector<double> values(arcs.size());
    for (ArcIndex arc = 0; arc < values.size(); ++arc) values[arc] = ends.cost(arc);
    if (name.empty()) return values;
    const TableColumn* column = arcs.column(name);
    if (column == nullptr) throw InvalidArgument(format("the factor's arcs have no column '{}'", name));
    for (ArcIndex arc = 0; arc < values.size(); ++arc) {
        if (!std::isfinite(values[arc])) continue;
        const Decimal value = column->values[arc];
        values[arc] = value.is_missing() ? unreached : value.to_double();
        if (values[arc] < 0) throw InvalidArgument(format("the column '{}' has negative values", name));
    }
    return values;
}

// The steps between states under turn rules, or between nodes, grouped by the state where they end.
struct StepsBack {
    std::vector<std::uint64_t> first;  // states + 1
    std::vector<NodeIndex> from;
    std::vector<double> cost;
};

}  // namespace

class RoadReach::Search {
public:
    Search(const RoadRouter& router, const RoadPlace& place, double limit, const RoadReachOptions& options)
        : router_(router),
          ends_(router.ends()),
          arcs_(router.factor().arcs),
          place_(place),
          limit_(limit),
          options_(options),
          values_(bounded_values(router, ends_, options.column)),
          has_states_(!arcs_.states.empty()),
          distance_(has_states_ ? arcs_.states.size() : router.factor().node_count(), unreached) {}

    std::vector<Entered> run() {
        const bool is_forward = options_.direction == IsochroneDirection::from_starts;
        for (const RoadPlace::Arc& arc : place_.arcs) {
            const double behind = place_.share_behind(arc);
            entered_.push_back({arc.arc, values_[arc.arc], 0, is_forward ? behind : 1 - behind});
        }
        is_forward ? search_from_place() : search_to_place();
        return std::move(entered_);
    }

private:
    // Visits all steps that leave a state: visit(arc, next state or no_node, cost of the step).
    template <class Visit>
    void visit_steps(NodeIndex state, const Visit& visit) const {
        const NodeIndex node = ends_.node_of(state);
        for (std::uint64_t a = arcs_.first_out[node]; a < arcs_.first_out[node + 1]; ++a) {
            const auto arc = static_cast<ArcIndex>(a);
            if (!std::isfinite(values_[arc])) continue;
            const auto ordinal = static_cast<std::uint32_t>(a - arcs_.first_out[node]);
            const NodeIndex next = has_states_ ? arcs_.states.steps(state)[ordinal] : arcs_.head[arc];
            const bool is_priced = has_states_ && next != no_node && options_.column.empty();
            visit(arc, next, is_priced ? arcs_.cost_of_step(state, ordinal) : values_[arc]);
        }
    }
    bool is_loop(ArcIndex arc) const { return router_.tail(arc) == arcs_.head[arc]; }
    // Loops are never part of a path, but can be entered if they have an extent.
    bool can_be_entered(ArcIndex arc, NodeIndex next) const {
        if (is_loop(arc)) return arcs_.shapes.has_shape(arc);
        const bool is_forward = options_.direction == IsochroneDirection::from_starts;
        return next != no_node || (is_forward ? ends_.ends_where_zones_forbid(arc) : ends_.begins_another_phase(arc));
    }
    bool passes(NodeIndex state) const {
        return !ends_.is_no_through(state) || (place_.node != no_node && ends_.node_of(state) == place_.node);
    }

    void add_root(NodeIndex state, double cost) {
        if (!(cost < distance_[state])) return;
        distance_[state] = cost;
        roots_.push_back(state);
    }

    // The part of an arc's value that a connection of the place uses.
    double value_of(const query::RoadEnd& end) const {
        if (options_.column.empty() || end.arc == no_arc) return end.raw_cost;
        return values_[end.arc] * end.share;
    }

    template <class ForEachStep>
    void search(const ForEachStep& for_each_step) {
        std::size_t settled = 0;
        const auto settle = [&](NodeIndex state, double reached) {
            if (reached > limit_) return network::Settled::stop;
            if (++settled % 16384 == 0) report(options_.progress, "reach", settled, distance_.size());
            return passes(state) ? network::Settled::relax_arcs : network::Settled::skip_arcs;
        };
        network::heap_search<double>(distance_, roots_, settle, for_each_step);
    }

    void add_entered(const std::vector<double>& near) {
        for (ArcIndex arc = 0; arc < near.size(); ++arc) {
            if (near[arc] <= limit_) entered_.push_back({arc, values_[arc], near[arc], 0});
        }
    }

    void search_from_place() {
        for (const query::RoadEnd& first : ends_.first(place_)) {
            if (first.arc == no_arc || !ends_.is_no_through(first.place)) add_root(first.place, value_of(first));
        }
        std::vector<double> near(arcs_.size(), unreached);
        search([&](NodeIndex state, const auto& relax) {
            visit_steps(state, [&](ArcIndex arc, NodeIndex next, double step) {
                if (!can_be_entered(arc, next)) return;
                near[arc] = std::min(near[arc], distance_[state] + step - values_[arc]);
                if (!is_loop(arc) && next != no_node) relax(next, step);
            });
        });
        add_entered(near);
    }

    StepsBack steps_back() const {
        StepsBack back;
        back.first.assign(distance_.size() + 1, 0);
        const auto visit_all = [&](const auto& visit) {
            for (NodeIndex state = 0; state < distance_.size(); ++state) {
                visit_steps(state, [&](ArcIndex arc, NodeIndex next, double step) {
                    if (next != no_node && !is_loop(arc)) visit(state, next, step);
                });
            }
        };
        visit_all([&](NodeIndex, NodeIndex next, double) { ++back.first[next + 1]; });
        for (std::size_t state = 0; state < distance_.size(); ++state) back.first[state + 1] += back.first[state];
        back.from.resize(back.first.back());
        back.cost.resize(back.first.back());
        std::vector<std::uint64_t> at(back.first.begin(), back.first.end() - 1);
        visit_all([&](NodeIndex state, NodeIndex next, double step) {
            back.from[at[next]] = state;
            back.cost[at[next]++] = step;
        });
        return back;
    }

    // The states in which paths to the place may be before they take its road, or those of the place's node.
    void add_last_roots() {
        if (place_.node == no_node) {
            for (const query::RoadEnd& last : ends_.last(place_)) {
                if (!ends_.is_no_through(last.place)) add_root(last.place, value_of(last));
            }
            return;
        }
        for (NodeIndex state = 0; state < distance_.size(); ++state) {
            if (ends_.node_of(state) == place_.node) add_root(state, 0);
        }
    }

    // A path that begins inside an arc has this arc alone behind it when it reaches the head.
    void search_to_place() {
        add_last_roots();
        const StepsBack back = steps_back();
        search([&](NodeIndex state, const auto& relax) {
            for (std::uint64_t step = back.first[state]; step < back.first[state + 1]; ++step) {
                relax(back.from[step], back.cost[step]);
            }
        });
        std::vector<double> near(arcs_.size(), unreached);
        for (NodeIndex node = 0; node < router_.factor().node_count(); ++node) {
            visit_steps(node, [&](ArcIndex arc, NodeIndex next, double) {
                if (!can_be_entered(arc, next)) return;
                const bool from_head = next == no_node || (!is_loop(arc) && ends_.begins_another_phase(arc));
                const NodeIndex head = from_head ? arcs_.head[arc] : next;
                if (passes(head)) near[arc] = distance_[head];
            });
        }
        add_entered(near);
    }

    const RoadRouter& router_;
    const query::RoadEnds& ends_;
    const TableArcs& arcs_;
    const RoadPlace& place_;
    double limit_;
    const RoadReachOptions& options_;
    std::vector<double> values_;  // by arc
    bool has_states_;
    std::vector<double> distance_;  // by state, or by node
    std::vector<NodeIndex> roots_;
    std::vector<Entered> entered_;
};

RoadReach::RoadReach(const RoadRouter& router, const RoadPlace& place, double limit, const RoadReachOptions& options)
    : direction_(options.direction) {
    if (!(limit >= 0)) throw InvalidArgument("a limit must be 0 or more");
    router.ends().check(place);
    entered_ = Search(router, place, limit, options).run();
}

std::vector<ReachedPart> RoadReach::parts(double above, double limit) const {
    std::vector<ReachedPart> found;
    for (const Entered& one : entered_) {
        if (one.near > limit) continue;
        const auto share = [&](double up_to) {
            if (up_to < one.near) return one.begin;
            return one.cost > 0 ? std::min(1.0, one.begin + (up_to - one.near) / one.cost) : 1.0;
        };
        const double begin = share(above);
        const double end = share(limit);
        if (!(begin < end)) continue;
        const bool is_forward = direction_ == IsochroneDirection::from_starts;
        found.push_back(is_forward ? ReachedPart{one.arc, begin, end} : ReachedPart{one.arc, 1 - end, 1 - begin});
    }
    return found;
}

}  // namespace allways
