// SPDX-License-Identifier: Apache-2.0
#include "allways/query/no_path.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "allways/result/network_factor.h"
#include "cost/expanded_network.h"
#include "network/turns/destination_zones.h"
#include "query/path_finder.h"

namespace allways {

namespace {

// The network of a path source, for searches with other costs or rules: nodes, arcs, turn rules and one column, that of
// `costs`; the arcs are those of source.arcs().
RoadNetwork network_of(const PathSource& source, const ArcCosts& costs) {
    const TableArcs& arcs = source.arcs();
    RoadNetwork network;
    network.node_ids = source.node_ids();
    network.no_through.assign(source.no_through().begin(), source.no_through().end());
    network.head = arcs.head;
    network.arc_ids = arcs.arc_ids;
    network.reversed = arcs.reversed;
    network.shapes = arcs.shapes;
    network.turns = arcs.turns;
    network.tail = tails_of(arcs);
    network.columns = {column_of(costs)};
    return network;
}

// The rules of paths that a search from one node to another ignores.
struct Liberty {
    bool pass_no_through = false;
    bool use_arcs_without_cost = false;
    bool drive_against_arcs = false;
};

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
        : source_(source),
          arcs_(source.arcs()),
          n_(source.node_ids().size()),
          tail_(tails_of(arcs_)),
          in_(build_adjacency(n_, arcs_.head)) {}

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
            for (const ArcIndex arc : in_.out_arcs(node)) {
                if (backwards)
                    against(arc, false);
                else if (liberty.drive_against_arcs)
                    against(arc, true);
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
    AdjacencyArray in_;            // arcs by head
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
            why.obstacle = obstacle;
            break;
        }
    }
    return why;
}

Path path_without_arc(const PathSource& source, std::uint64_t arc, NodeIndex from, NodeIndex to) {
    const TableArcs& arcs = source.arcs();
    ArcCosts costs{source.scale(), own(arcs.cost)};
    std::visit([&]<class T>(std::vector<T>& values) { values[arc] = unreachable_cost<T>; }, costs.values);
    const RoadNetwork network = network_of(source, costs);
    const cost::ExpandedNetwork expanded(network, source.scale().name);
    return query::PathFinder(expanded, expanded.costs_of_steps(costs)).shortest_path(from, to);
}

// ---- turn rules

namespace {

using network::DriveState;
using network::TurnLegality;

// The arcs of a path so far, and the sequences against which they are checked one by one.
class Walk {
public:
    Walk(const TurnLegality& legality, NodeIndex start) : legality_(legality), state_(legality.start(start)) {}

    // Returns the rule that forbids the arc, or nothing if it is legal.
    std::optional<TurnObstacle> add(ArcIndex arc) {
        TurnObstacle obstacle;
        obstacle.node = state_.node;
        obstacle.to = arc;
        if (!arcs_.empty()) obstacle.from = arcs_.back();
        const auto next = legality_.next(state_, arc);
        const bool turns_round = !arcs_.empty() && is_way_back(arcs_.back(), arc);
        if (next && !turns_round) {
            state_ = *next;
            arcs_.push_back(arc);
            return std::nullopt;
        }
        obstacle.kind = TurnObstacle::Kind::zone;
        arcs_.push_back(arc);
        if (const auto rule = broken_sequence()) {
            const TurnRules& rules = legality_.network().turns;
            const bool mandatory = rules.kinds[*rule] == TurnRules::Kind::mandatory;
            obstacle.kind = mandatory ? TurnObstacle::Kind::mandatory_turn : TurnObstacle::Kind::forbidden_turn;
            obstacle.source = rules.sources.text(*rule);
        } else if (turns_round) {
            obstacle.kind = TurnObstacle::Kind::way_back;
        }
        return obstacle;
    }

private:
    bool is_way_back(ArcIndex last, ArcIndex arc) const {
        if (legality_.network().turns.may_turn_round.empty()) return false;
        const auto back = legality_.ways_back(last);
        return std::ranges::find(back, arc) != back.end() && legality_.forbids_turning_round(last);
    }

    // Returns true if a mandatory sequence with the same beginning continues with the last arc.
    bool goes_on_as_required(std::span<const ArcIndex> mandatory) const {
        const TurnRules& rules = legality_.network().turns;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const auto other = rules.sequence(i);
            if (rules.kinds[i] != TurnRules::Kind::mandatory || other.back() != arcs_.back()) continue;
            if (std::ranges::equal(other.first(other.size() - 1), mandatory.first(mandatory.size() - 1))) return true;
        }
        return false;
    }

    // Returns the first sequence that the last arc breaks. Of several mandatory ones with the same beginning one is
    // enough.
    std::optional<std::size_t> broken_sequence() const {
        const TurnRules& rules = legality_.network().turns;
        const auto ends_with = [&](std::span<const ArcIndex> part, std::size_t before_end) {
            return arcs_.size() >= part.size() + before_end &&
                   std::equal(part.begin(), part.end(),
                              arcs_.end() - static_cast<std::ptrdiff_t>(part.size() + before_end));
        };
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const auto sequence = rules.sequence(i);
            const bool broken =
                rules.kinds[i] == TurnRules::Kind::forbidden
                    ? ends_with(sequence, 0)
                    : ends_with(sequence.first(sequence.size() - 1), 1) && !goes_on_as_required(sequence);
            if (broken) return i;
        }
        return std::nullopt;
    }

    const TurnLegality& legality_;
    DriveState state_;
    std::vector<ArcIndex> arcs_;
};

// Returns the first step with a price on a legal path.
std::optional<TurnObstacle> first_price(const TurnRules& rules, const Path& path) {
    for (std::size_t i = 1; i < path.legs.size(); ++i) {
        for (const TurnRules::Cost& price : rules.costs) {
            if (price.from != path.legs[i - 1].arc || price.to != path.legs[i].arc || price.seconds.digits() == 0) {
                continue;
            }
            TurnObstacle obstacle;
            obstacle.kind = TurnObstacle::Kind::price;
            obstacle.from = price.from;
            obstacle.to = price.to;
            obstacle.node = path.legs[i].from;
            return obstacle;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<TurnObstacle> find_turn_obstacle(const PathSource& source, NodeIndex from, NodeIndex to) {
    const TableArcs& arcs = source.arcs();
    if (arcs.turns.empty()) return std::nullopt;
    const ArcCosts costs{source.scale(), own(arcs.cost)};
    RoadNetwork network = network_of(source, costs);
    const TurnRules rules = std::exchange(network.turns, {});
    Path without = query::PathFinder(cost::ExpandedNetwork(network, {}), costs).shortest_path(from, to);
    if (!without.reachable || without.raw_distance == source.raw_distance(from, to)) return std::nullopt;

    network.turns = rules;
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    const TurnLegality legality(network, adjacency, network.columns.front());
    Walk walk(legality, from);
    std::optional<TurnObstacle> obstacle;
    for (const PathLeg& leg : without.legs) {
        if (!obstacle) obstacle = walk.add(static_cast<ArcIndex>(leg.arc));
    }
    if (!obstacle) obstacle = first_price(rules, without);
    if (obstacle) obstacle->without = std::move(without);
    return obstacle;
}

}  // namespace allways
