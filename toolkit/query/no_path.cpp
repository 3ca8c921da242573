// SPDX-License-Identifier: Apache-2.0
#include "allways/query/no_path.h"

#include <algorithm>
#include <optional>

#include "allways/result/extract_network.h"
#include "cost/expanded_network.h"
#include "query/path_finder.h"
#include "query/source_network.h"

namespace allways {

namespace {

// The arc by which a search reached a node, possibly from its head to its tail.
struct SearchArc {
    NodeIndex before = no_node;
    std::uint64_t arc = 0;
    bool against = false;
};

// Breadth-first searches over the arcs of a source.
class Searches {
public:
    explicit Searches(const PathSource& source)
        : source_(source), arcs_(source.arcs()), n_(source.node_ids().size()), tail_(tails_of(arcs_)) {
        first_in_.assign(n_ + 1, 0);
        for (const NodeIndex head : arcs_.head) ++first_in_[head + 1];
        for (std::size_t node = 0; node < n_; ++node) first_in_[node + 1] += first_in_[node];
        in_.resize(arcs_.size());
        std::vector<std::uint64_t> next(first_in_.begin(), first_in_.end() - 1);
        for (std::uint64_t arc = 0; arc < arcs_.size(); ++arc) in_[next[arcs_.head[arc]]++] = arc;
    }

    bool has_cost(std::uint64_t arc) const {
        return std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs_.cost);
    }
    bool is_no_through(NodeIndex node) const {
        return !source_.no_through().empty() && source_.no_through()[node] != 0;
    }
    NodeIndex tail(std::uint64_t arc) const { return tail_[arc]; }

    // Returns for each node the step that first reached it; no step for the start and for nodes not reached.
    // `backwards`: along arcs that lead to the start.
    std::vector<SearchArc> from(NodeIndex start, const Liberty& liberty, bool backwards, std::uint64_t& reached) const {
        std::vector<SearchArc> steps(n_);
        std::vector<std::uint8_t> seen(n_, 0);
        std::vector<NodeIndex> queue{start};
        seen[start] = 1;
        const auto visit = [&](NodeIndex before, NodeIndex node, std::uint64_t arc, bool against) {
            if (seen[node] != 0 || (!has_cost(arc) && !liberty.use_arcs_without_cost)) return;
            seen[node] = 1;
            steps[node] = {before, arc, against};
            queue.push_back(node);
        };
        for (std::size_t at = 0; at < queue.size(); ++at) {
            const NodeIndex node = queue[at];
            if (node != start && is_no_through(node) && !liberty.pass_no_through) continue;
            const auto along = [&](std::uint64_t arc, bool against) { visit(node, arcs_.head[arc], arc, against); };
            const auto against = [&](std::uint64_t arc, bool is_against) { visit(node, tail_[arc], arc, is_against); };
            for (std::uint64_t arc = arcs_.first_out[node]; arc < arcs_.first_out[node + 1]; ++arc) {
                if (!backwards)
                    along(arc, false);
                else if (liberty.drive_against_arcs)
                    along(arc, true);
            }
            for (std::uint64_t i = first_in_[node]; i < first_in_[node + 1]; ++i) {
                if (backwards)
                    against(in_[i], false);
                else if (liberty.drive_against_arcs)
                    against(in_[i], true);
            }
        }
        reached = static_cast<std::uint64_t>(
            std::ranges::count_if(queue, [&](NodeIndex node) { return !source_.is_point(node); }));
        return steps;
    }

private:
    const PathSource& source_;
    const TableArcs& arcs_;
    std::size_t n_;
    std::vector<NodeIndex> tail_;  // by arc
    std::vector<std::uint64_t> first_in_;
    std::vector<std::uint64_t> in_;  // arcs by head
};

// Returns the first step that paths may not take.
std::optional<Obstacle> first_obstacle(const Searches& searches, const std::vector<SearchArc>& steps, NodeIndex from,
                                       NodeIndex to) {
    std::optional<Obstacle> first;
    for (NodeIndex node = to; node != from; node = steps[node].before) {  // backwards: the last one found is the first
        const SearchArc& step = steps[node];
        const auto set = [&](Obstacle::Kind kind) { first = Obstacle{kind, step.before, step.arc}; };
        if (step.against) set(Obstacle::Kind::one_way_arc);
        if (!searches.has_cost(step.arc)) set(Obstacle::Kind::arc_without_cost);
        if (step.before != from && searches.is_no_through(step.before)) set(Obstacle::Kind::no_through_node);
    }
    return first;
}

}  // namespace

NoPath explain_no_path(const PathSource& source, NodeIndex from, NodeIndex to) {
    const Searches searches(source);
    NoPath why;
    searches.from(from, {}, false, why.reached);
    searches.from(to, {}, true, why.reaching);
    const Liberty liberties[] = {{true, false, false}, {false, true, false}, {false, false, true}, {true, true, true}};
    for (const Liberty& liberty : liberties) {
        std::uint64_t reached = 0;
        const std::vector<SearchArc> steps = searches.from(from, liberty, false, reached);
        if (steps[to].before == no_node) continue;
        if (const auto obstacle = first_obstacle(searches, steps, from, to)) {
            why.needed = liberty;
            why.obstacles.push_back(*obstacle);
            break;
        }
    }
    return why;
}

Path path_without_arc(const PathSource& source, std::uint64_t arc, NodeIndex from, NodeIndex to) {
    const TableArcs& arcs = source.arcs();
    ArcCosts costs{source.scale(), own(arcs.cost)};
    std::visit([&]<class T>(std::vector<T>& values) { values[arc] = unreachable_cost<T>; }, costs.values);
    const RoadNetwork network = query::network_of(source, costs);
    const cost::ExpandedNetwork expanded(network, source.scale().name);
    return query::PathFinder(expanded, expanded.costs_of_steps(costs)).shortest_path(from, to);
}

}  // namespace allways
