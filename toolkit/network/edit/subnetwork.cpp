// SPDX-License-Identifier: Apache-2.0
#include "allways/network/components.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "allways/network/adjacency.h"
#include "network/turns/carry_turns.h"

namespace allways {

namespace {

template <class Value>
std::vector<Value> at(const std::vector<Value>& values, std::span<const std::uint32_t> kept) {
    if (values.empty()) return {};
    std::vector<Value> found;
    found.reserve(kept.size());
    for (const std::uint32_t index : kept) found.push_back(values[index]);
    return found;
}

IdTable at(const IdTable& ids, std::span<const std::uint32_t> kept) {
    return ids.selection(kept);
}

ArcShapes at(const ArcShapes& shapes, std::span<const ArcIndex> kept) {
    ArcShapes found;
    if (shapes.empty()) return found;
    std::vector<ArcShapes::ShapeIndex> renumbered(shapes.shape_count(), ArcShapes::no_shape);
    for (const ArcIndex arc : kept) {
        if (!shapes.has_shape(arc)) {
            found.add_arc(ArcShapes::no_shape);
            continue;
        }
        auto& shape = renumbered[shapes.shape(arc)];
        if (shape == ArcShapes::no_shape) shape = found.add_shape(shapes.shape_points(shapes.shape(arc)));
        found.add_arc(shape, shapes.is_backward(arc));
    }
    return found;
}

// Rules that lose an arc no longer bind, with one exception: a mandatory turn into a removed arc forbids all other
// arcs.
TurnRules turns_at(const RoadNetwork& network, const RoadNetwork& part, std::span<const NodeIndex> nodes,
                   std::span<const ArcIndex> arcs) {
    const TurnRules& rules = network.turns;
    if (rules.empty()) return {};
    std::vector<ArcIndex> renumbered(network.arc_count(), no_arc);
    for (ArcIndex arc = 0; arc < arcs.size(); ++arc) renumbered[arcs[arc]] = arc;
    const auto kept = [&](ArcIndex arc) {
        return renumbered[arc] == no_arc ? std::vector<ArcIndex>() : std::vector<ArcIndex>{renumbered[arc]};
    };
    TurnRules found = network::carried_rules(rules, kept, kept, kept);
    found.destination_only = network::marks_at(rules.destination_only, arcs);
    found.may_turn_round = network::marks_at(rules.may_turn_round, nodes);

    // Beginnings of mandatory sequences that are kept: they forbid the other ways out by themselves.
    const auto beginning = [&](std::span<const ArcIndex> sequence) {
        return std::vector<ArcIndex>(sequence.begin(), sequence.end() - 1);
    };
    std::set<std::vector<ArcIndex>> kept_beginnings;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found.kinds[i] == TurnRules::Kind::mandatory) kept_beginnings.insert(beginning(found.sequence(i)));
    }
    const AdjacencyArray out = build_adjacency(part.node_count(), part.tail);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto sequence = rules.sequence(i);
        if (rules.kinds[i] != TurnRules::Kind::mandatory || renumbered[sequence.back()] != no_arc) continue;
        std::vector<ArcIndex> forbidden;
        for (const ArcIndex arc : sequence.first(sequence.size() - 1)) forbidden.push_back(renumbered[arc]);
        if (std::ranges::find(forbidden, no_arc) != forbidden.end() || kept_beginnings.contains(forbidden)) continue;
        forbidden.push_back(no_arc);
        for (const ArcIndex arc : out.out_arcs(part.head[forbidden.end()[-2]])) {
            forbidden.back() = arc;
            found.add(TurnRules::Kind::forbidden, forbidden, rules.sources.text(i));
        }
    }
    return found;
}

template <class KeepArc>
RoadNetwork part_of(const RoadNetwork& network, std::span<const std::uint8_t> keep_node, const KeepArc& keep_arc) {
    assert(keep_node.size() == network.node_count());
    std::vector<NodeIndex> nodes;
    std::vector<NodeIndex> renumbered(network.node_count(), no_node);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (keep_node[node] == 0) continue;
        renumbered[node] = static_cast<NodeIndex>(nodes.size());
        nodes.push_back(node);
    }
    std::vector<ArcIndex> arcs;
    RoadNetwork part;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const NodeIndex tail = renumbered[network.tail[arc]];
        const NodeIndex head = renumbered[network.head[arc]];
        if (tail == no_node || head == no_node || !keep_arc(arc)) continue;
        arcs.push_back(arc);
        part.tail.push_back(tail);
        part.head.push_back(head);
    }
    part.node_ids = at(network.node_ids, nodes);
    part.coordinates = at(network.coordinates, nodes);
    part.no_through = at(network.no_through, nodes);
    part.zone_ids = at(network.zone_ids, nodes);
    for (const NodeIndex node : network.elimination_order) {  // still an order for the remaining nodes
        if (renumbered[node] != no_node) part.elimination_order.push_back(renumbered[node]);
    }
    part.arc_ids = at(network.arc_ids, arcs);
    part.reversed = at(network.reversed, arcs);
    for (const ArcColumn& column : network.columns) {
        part.columns.push_back({column.name, column.unit, at(column.values, arcs), column.resolution_digits});
    }
    // Not in_order(): a district uses few of a country's street names.
    for (const TextColumn& column : network.texts) part.texts.push_back(column.selection(arcs));
    part.shapes = at(network.shapes, arcs);
    part.turns = turns_at(network, part, nodes, arcs);
    part.provenance = network.provenance;
    return part;
}

}  // namespace

RoadNetwork induced_subnetwork(const RoadNetwork& network, std::span<const std::uint8_t> keep_node) {
    return part_of(network, keep_node, [](ArcIndex) { return true; });
}

RoadNetwork without_arcs(const RoadNetwork& network, std::span<const std::uint8_t> closed) {
    assert(closed.size() == network.arc_count());
    const std::vector<std::uint8_t> all(network.node_count(), 1);
    return part_of(network, all, [&](ArcIndex arc) { return closed[arc] == 0; });
}

}  // namespace allways
