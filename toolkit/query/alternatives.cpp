// SPDX-License-Identifier: Apache-2.0
#include "allways/query/alternatives.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace allways {

namespace {

using Arcs = std::unordered_set<std::uint64_t>;

Arcs arcs_of(const RoadPath& path) {
    Arcs arcs;
    for (const PathLeg& leg : path.legs) arcs.insert(leg.arc);
    return arcs;
}

double shared_cost(const RoadPath& path, const Arcs& arcs) {
    double sum = 0;
    for (const PathLeg& leg : path.legs) sum += arcs.contains(leg.arc) ? leg.raw_cost : 0;
    return sum;
}

// The number of visits of a path to each node, without the nodes behind its beginning and beyond its end, inside roads.
class Visits {
public:
    Visits(const RoadPlace& from, const RoadPlace& to, const RoadPath& path) {
        for (std::size_t i = 0; i < path.legs.size(); ++i) {
            if (i > 0 || from.node != no_node) ++nodes_[path.legs[i].from];
        }
        if (!path.legs.empty() && to.node != no_node) ++nodes_[path.legs.back().to];
    }
    // Returns true if the other path visits some node more than once, and more often than this one.
    bool are_repeated_by(const Visits& other) const {
        return std::ranges::any_of(other.nodes_, [&](const auto& visit) {
            const auto own = nodes_.find(visit.first);
            return visit.second > std::max<std::size_t>(1, own == nodes_.end() ? 0 : own->second);
        });
    }

private:
    std::unordered_map<NodeIndex, std::size_t> nodes_;
};

class Finder {
public:
    Finder(const RoadRouter& router, const RoadPlace& from, const RoadPlace& to, const RoadPath& shortest,
           const AlternativeOptions& options)
        : router_(router), from_(from), to_(to), shortest_(shortest), options_(options), visits_(from, to, shortest) {
        keep(shortest);
        know(shortest);
    }

    std::vector<RoadPath> find() {
        std::vector<RoadPath> found;
        std::size_t tried = 0;
        for (const RoadRouter::Via& via :
             router_.vias(from_, to_, shortest_.raw_distance * (1 + options_.most_longer))) {
            if (found.size() == options_.count || tried == options_.most_tried) break;
            if (is_on_known_path(via)) continue;
            report(options_.progress, "alternatives", tried++, options_.most_tried);
            std::size_t via_leg = 0;
            RoadPath path = router_.path_through(via, to_, via_leg);
            know(path);
            if (shares_too_much(path) || turns_round(path)) continue;
            if (visits_.are_repeated_by(Visits(from_, to_, path))) continue;
            if (!is_shortest_around(via, path, via_leg)) continue;
            keep(path);
            found.push_back(std::move(path));
        }
        return found;
    }

private:
    // A known path. Paths through its other places that cost the same are considered the same path.
    struct Known {
        double cost;
        std::unordered_set<NodeIndex> nodes;
    };
    void know(const RoadPath& path) {
        Known known{path.raw_distance, {}};
        for (const PathLeg& leg : path.legs) known.nodes.insert({leg.from, leg.to});
        known_.push_back(std::move(known));
    }
    bool is_on_known_path(const RoadRouter::Via& via) const {
        return std::ranges::any_of(
            known_, [&](const Known& known) { return known.cost == via.raw_cost && known.nodes.contains(via.node); });
    }

    void keep(const RoadPath& path) { kept_.push_back(arcs_of(path)); }
    bool shares_too_much(const RoadPath& path) const {
        const double most = options_.most_shared * shortest_.raw_distance;
        return std::ranges::any_of(kept_, [&](const Arcs& arcs) { return shared_cost(path, arcs) > most; });
    }

    // Returns true if the path turns round where the shortest path does not: the states of a factor distinguish only
    // the turns that shortest paths could take.
    bool turns_round(const RoadPath& path) const {
        for (std::size_t i = 1; i < path.legs.size(); ++i) {
            const PathLeg& before = path.legs[i - 1];
            const PathLeg& after = path.legs[i];
            if (before.from != after.to) continue;
            bool is_known = false;
            for (std::size_t k = 1; k < shortest_.legs.size(); ++k) {
                is_known |= shortest_.legs[k - 1].arc == before.arc && shortest_.legs[k].arc == after.arc;
            }
            if (!is_known) return true;
        }
        return false;
    }

    // Returns true if the section around the leg `via_leg`, of the local optimum's cost on either side, is a shortest
    // path.
    bool is_shortest_around(const RoadRouter::Via& via, const RoadPath& path, std::size_t via_leg) const {
        const double cost = options_.local_optimum * shortest_.raw_distance;
        const std::size_t begin = via.first.arc != no_arc ? 1 : 0;
        const std::size_t end = path.legs.size() - (via.last.arc != no_arc ? 1 : 0);
        std::size_t first = via_leg;
        std::size_t last = via_leg;
        for (double before = 0; first > begin && before < cost;) before += path.legs[--first].raw_cost;
        for (double behind = 0; last < end && behind < cost;) behind += path.legs[last++].raw_cost;
        return last <= first || router_.is_shortest_piece(via, path, first, last - first);
    }

    const RoadRouter& router_;
    const RoadPlace& from_;
    const RoadPlace& to_;
    const RoadPath& shortest_;
    const AlternativeOptions& options_;
    Visits visits_;
    std::vector<Arcs> kept_;
    std::vector<Known> known_;
};

}  // namespace

std::vector<RoadPath> find_alternatives(const RoadRouter& router, const RoadPlace& from, const RoadPlace& to,
                                        const RoadPath& shortest, const AlternativeOptions& options) {
    if (!shortest.reachable || shortest.legs.empty()) return {};
    return Finder(router, from, to, shortest, options).find();
}

}  // namespace allways
