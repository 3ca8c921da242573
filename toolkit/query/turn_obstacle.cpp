// SPDX-License-Identifier: Apache-2.0
#include "allways/query/turn_obstacle.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cost/expanded_network.h"
#include "network/turns/turn_legality.h"
#include "query/path_finder.h"
#include "query/source_network.h"

namespace allways {

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
    RoadNetwork network = query::network_of(source, costs);
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
