// A network ordered and factorized: all that distances and paths between any two of its nodes need, without the table
// and without the network's file. engine/factorize.h makes it, engine/factor_paths.h answers from it.
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
    std::vector<Coordinate> coordinates;  // empty, or one a node
    std::string crs;
    std::vector<std::uint8_t> no_through;  // empty, or 1 where paths do not pass
    TableProvenance provenance;

    // The nodes that paths may pass, each once, first to be eliminated first. It knows no costs, so that it serves
    // every cost of the network.
    std::vector<NodeIndex> order;

    // The cells of the filled graph's arcs, by rank (docs/ordering.md), of the type of arcs.cost: a cell is
    // cost·2^label_bits
    // + label of the path's first arc, or where label_bits is 0 the cost alone. Costs are reduced ones: never negative.
    CostVector up;    // fill: from the lower rank to the higher
    CostVector down;  // and back
    int label_bits = 0;
    std::uint32_t height = 0;  // nodes on the longest way from a root of the elimination tree to a leaf

    std::size_t node_count() const { return node_ids.size(); }
    CostType type() const { return type_of(arcs.cost); }
    std::size_t fill() const {  // pairs of nodes joined in the filled graph
        return std::visit([](const auto& cells) { return cells.size(); }, up);
    }
    // Of order and cells.
    std::uint64_t factor_bytes() const { return order.size() * sizeof(NodeIndex) + 2 * fill() * size_of(type()); }
};

}  // namespace allways
