// SPDX-License-Identifier: Apache-2.0
#include "allways/query/road_reach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "allways/base/error.h"
#include "network/heap_search.h"
#include "query/road_ends.h"

namespace allways {

namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();

}  // namespace

RoadReach::RoadReach(const RoadRouter& router, const RoadPlace& from, double limit, const ProgressCallback& progress) {
    if (!(limit >= 0)) throw InvalidArgument("a limit must be 0 or more");
    const query::RoadEnds& ends = router.ends();
    ends.check(from);
    const TableArcs& arcs = router.factor().arcs;
    const bool has_states = !arcs.states.empty();
    std::vector<double> distance(has_states ? arcs.states.size() : router.factor().node_count(), unreached);
    std::vector<NodeIndex> roots;
    for (const query::RoadEnd& first : ends.first(from)) {
        if (first.arc != no_arc) {
            const double behind = 1 - first.share;
            entered_.push_back({first.arc, ends.cost(first.arc), 0, behind});
            if (ends.is_no_through(first.place)) continue;
        }
        if (!(first.raw_cost < distance[first.place])) continue;
        distance[first.place] = first.raw_cost;
        roots.push_back(first.place);
    }
    std::vector<double> near(arcs.size(), unreached);
    std::size_t settled = 0;
    const auto settle = [&](NodeIndex state, double reached) {
        if (reached > limit) return network::Settled::stop;
        if (++settled % 16384 == 0) report(progress, "reach", settled, distance.size());
        const bool passes = !ends.is_no_through(state) || state == from.node;
        return passes ? network::Settled::relax_arcs : network::Settled::skip_arcs;
    };
    network::heap_search<double>(distance, roots, settle, [&](NodeIndex state, const auto& relax) {
        const NodeIndex node = ends.node_of(state);
        for (std::uint64_t a = arcs.first_out[node]; a < arcs.first_out[node + 1]; ++a) {
            const auto arc = static_cast<ArcIndex>(a);
            const auto ordinal = static_cast<std::uint32_t>(a - arcs.first_out[node]);
            const double cost = ends.cost(arc);
            if (!std::isfinite(cost)) continue;
            const bool is_loop = arcs.head[arc] == node;  // no path uses it, but it can be entered
            const NodeIndex next = has_states ? arcs.states.steps(state)[ordinal] : arcs.head[arc];
            if (next == no_node && !is_loop) continue;
            if (is_loop && !arcs.shapes.has_shape(a)) continue;  // has no extent
            const double step = has_states && next != no_node ? arcs.cost_of_step(state, ordinal) : cost;
            near[arc] = std::min(near[arc], distance[state] + step - cost);
            if (!is_loop) relax(next, step);
        }
    });
    for (ArcIndex arc = 0; arc < near.size(); ++arc) {
        if (near[arc] <= limit) entered_.push_back({arc, ends.cost(arc), near[arc], 0});
    }
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
        if (begin < end) found.push_back({one.arc, begin, end});
    }
    return found;
}

}  // namespace allways
