#include "allways/query/alternatives.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace allways {

namespace {

// Beyond this many tried paths the rest is hardly better.
constexpr std::size_t most_tried = 24;

using Arcs = std::unordered_set<std::uint64_t>;

Arcs arcs_of(const RoadPath& path) {
    Arcs arcs;
    for (const PathLeg& leg : path.legs) arcs.insert(leg.arc);
    return arcs;
}

double shared_cost(const RoadPath& path, const Arcs& arcs) {
    double sum = 0;
    for (const PathLeg& leg : path.legs) sum += arcs.contains(leg.arc) ? leg.cost : 0;
    return sum;
}

bool passes_a_node_twice(const RoadPath& path) {
    std::unordered_set<NodeIndex> seen;
    return std::ranges::any_of(path.legs, [&](const PathLeg& leg) { return !seen.insert(leg.from).second; });
}

// Whether the legs from `cost` before the leg `via` to `cost` after it are a shortest path.
bool is_optimal_around(const RoadRouter& router, const RoadPath& path, std::size_t via, double cost) {
    std::size_t first = via;
    std::size_t last = via;
    double before = 0;
    double after = 0;
    // The first and last leg may be parts of arcs, which are no ways from node to node.
    while (first > 1 && before < cost) before += path.legs[--first].cost;
    while (last + 1 < path.legs.size() && after < cost) after += path.legs[last++].cost;
    if (first >= last) return true;
    const RoadPlace from{.node = path.legs[first].from, .fraction = 0, .arcs = {}};
    const RoadPlace to{.node = path.legs[last - 1].to, .fraction = 0, .arcs = {}};
    const double shortest = router.raw_distance(from, to);
    return before + after <= shortest * (1 + 1e-6);
}

}  // namespace

std::vector<RoadPath> find_alternatives(const RoadRouter& router, const RoadPlace& from, const RoadPlace& to,
                                        const RoadPath& shortest, const AlternativeOptions& options) {
    std::vector<RoadPath> found;
    if (!shortest.reachable || shortest.legs.size() < 3) return found;
    std::vector<Arcs> taken{arcs_of(shortest)};
    std::size_t tried = 0;
    for (const RoadRouter::Via& via : router.vias(from, to, shortest.distance * (1 + options.most_longer))) {
        if (found.size() == options.count || tried == most_tried) break;
        report(options.progress, "alternatives", tried, most_tried);
        std::size_t via_leg = 0;
        RoadPath path = router.path_through(via, to, via_leg);
        const double most_shared = options.most_shared * shortest.distance;
        const auto shares = [&](const Arcs& arcs) { return shared_cost(path, arcs) > most_shared; };
        if (std::ranges::any_of(taken, shares)) continue;
        ++tried;
        if (passes_a_node_twice(path)) continue;
        if (!is_optimal_around(router, path, via_leg, options.local_optimum * shortest.distance)) continue;
        taken.push_back(arcs_of(path));
        found.push_back(std::move(path));
    }
    return found;
}

}  // namespace allways
