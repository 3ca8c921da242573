// A network ordered and factorized: all that distances and paths between any two of its nodes need, without the table
// and without the network's file. engine/factorize.h makes it, PathSource answers from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/result/distance_table.h"

namespace allways {

// Owns its memory. Raw costs × 10^-scale.digits are in scale.unit.
struct NetworkFactor {
    // The network, as a table with next hops keeps it.
    IdTable node_ids;
    CostScale scale;
    TableArcs arcs;
    std::vector<Coordinate> coordinates;  // empty, or one per node
    std::string crs;
    std::vector<std::uint8_t> no_through;  // empty, or 1 where paths do not pass
    TableProvenance provenance;

    // The passable nodes (under turn rules: states, arcs.states), each once, the first to be eliminated first.
    // Independent of costs, so it serves every cost of the network.
    std::vector<NodeIndex> order;

    // The cells of the filled graph's arcs, by rank (docs/ordering.md), of the type of arcs.cost: a cell is
    // cost·2^label_bits + label of the path's first arc, or the cost alone if label_bits is 0. Costs are reduced ones:
    // never negative.
    CostVector up;    // fill entries: from the lower rank to the higher
    CostVector down;  // from the higher rank to the lower
    int label_bits = 0;
    std::uint32_t height = 0;  // nodes on the longest way from a root of the elimination tree to a leaf

    std::size_t node_count() const { return node_ids.size(); }
    CostType type() const { return type_of(arcs.cost); }
    std::size_t fill() const {  // pairs of nodes joined in the filled graph
        return std::visit([](const auto& cells) { return cells.size(); }, up);
    }
    // Size of order and cells.
    std::uint64_t factor_bytes() const { return order.size() * sizeof(NodeIndex) + 2 * fill() * size_of(type()); }
};

}  // namespace allways
