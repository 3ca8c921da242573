// SPDX-License-Identifier: Apache-2.0
#include "allways/result/extract_network.h"

#include <algorithm>
#include <utility>

#include "allways/base/damaged.h"
#include "allways/base/error.h"
#include "result/factor_arrays.h"

namespace allways {

ArcColumn column_of(const ArcCosts& costs) {
    const CostScale& scale = costs.scale;
    ArcColumn column{scale.name, scale.unit, {}, {}};
    std::visit(
        [&](const auto& values) {
            using T = typename std::remove_cvref_t<decltype(values)>::value_type;
            column.values.reserve(values.size());
            for (const T value : values) {
                if (!is_reachable(value))
                    column.values.push_back(Decimal::missing());
                else if constexpr (std::is_integral_v<T>)
                    column.values.emplace_back(value, scale.digits);
                else
                    column.values.push_back(Decimal::from_double(value));
            }
            if constexpr (std::is_integral_v<T>) column.resolution_digits = scale.digits;
        },
        costs.values);
    return column;
}

namespace {

RoadNetwork extract_network(const TableArcs& arcs, const CostScale& scale) {
    RoadNetwork network;
    network.tail = tails_of(arcs);
    network.head = arcs.head;
    network.arc_ids = arcs.arc_ids;
    network.reversed = arcs.reversed;
    for (const TableColumn& column : arcs.columns) network.columns.push_back(column.of_network());
    network.texts = arcs.texts;
    network.shapes = arcs.shapes;
    network.turns = arcs.turns;
    ArcColumn cost = column_of({scale, own(arcs.cost)});
    const auto same = std::ranges::find(network.columns, cost.name, &ArcColumn::name);
    if (same != network.columns.end())
        *same = std::move(cost);
    else
        network.columns.push_back(std::move(cost));
    return network;
}

}  // namespace

std::vector<NodeIndex> tails_of(const TableArcs& arcs) {
    check_arcs(arcs, arcs.first_out.empty() ? 0 : arcs.first_out.size() - 1);
    std::vector<NodeIndex> tails;
    tails.reserve(arcs.size());
    for (NodeIndex node = 0; node + 1 < arcs.first_out.size(); ++node) tails.resize(arcs.first_out[node + 1], node);
    return tails;
}

RoadNetwork extract_network(const DistanceTable& table) {
    if (table.arcs().first_out.empty()) {
        throw InvalidArgument("the table contains no network: it was solved without next hops, or from a matrix");
    }
    RoadNetwork network = extract_network(table.arcs(), table.scale());
    network.node_ids = table.node_ids();
    network.coordinates = table.coordinates();
    network.no_through = table.no_through();
    network.provenance.crs = table.crs();
    network.provenance.notes = table.provenance();
    return network;
}

RoadNetwork extract_network(const NetworkFactor& factor) {
    RoadNetwork network = extract_network(factor.arcs, factor.scale);
    network.node_ids = factor.node_ids;
    network.coordinates = std::vector(factor.coordinates.begin(), factor.coordinates.end());
    network.no_through = std::vector(factor.no_through.begin(), factor.no_through.end());
    const TurnStates& states = factor.arcs.states;
    std::vector<std::uint8_t> ordered(factor.node_count(), 0);
    // A node takes the position of its last state, so that a separator's node with one state inside a piece still comes
    // after the piece.
    for (std::size_t i = factor.arrays().order.size(); i-- > 0;) {
        const NodeIndex state = factor.arrays().order[i];
        if (state >= (states.empty() ? ordered.size() : states.size())) {
            throw DamagedContent("its order is damaged: a node out of range");
        }
        const NodeIndex node = states.empty() ? state : states.node[state];
        if (!std::exchange(ordered[node], 1)) network.elimination_order.push_back(node);
    }
    std::ranges::reverse(network.elimination_order);
    network.provenance.crs = factor.crs;
    network.provenance.notes = factor.provenance;
    return network;
}

}  // namespace allways
