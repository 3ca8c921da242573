// SPDX-License-Identifier: Apache-2.0
// A network ordered and factorized: everything needed for distances and paths between any two of its nodes, without the
// table and without the network's file. engine/factorize.h makes it, PathSource answers from it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/shared_array.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways {

// Connects something beside a factor, such as a position on a road, with one of its places (FactorPlaces in
// result/factor_arrays.h).
struct PlaceConnector {
    NodeIndex place;
    double raw_cost = 0;    // of the arc's section, and of the turn into it
    ArcIndex arc = no_arc;  // no_arc: the place is a node
    double share = 0;       // share of the arc that the path uses
};

// The network's lines as a table with next hops keeps them, and the factor itself, which only the toolkit reads. Raw
// costs × 10^-scale.digits are in scale.unit. Arrays belong to the factor or to a mapped file.
class ALLWAYS_API NetworkFactor {
public:
    IdTable node_ids;
    CostScale scale;
    std::optional<CostType> chosen_type;  // the requested number type of costs; nothing: it follows from the costs
    TableArcs arcs;
    SharedArray<Coordinate> coordinates;  // empty, or one per node
    std::string crs;
    SharedArray<std::uint8_t> no_through;  // empty, or nonzero where paths do not pass
    TableProvenance provenance;

    NetworkFactor();
    NetworkFactor(const NetworkFactor& other);
    NetworkFactor(NetworkFactor&& other) noexcept;
    NetworkFactor& operator=(const NetworkFactor& other);
    NetworkFactor& operator=(NetworkFactor&& other) noexcept;
    ~NetworkFactor();

    std::size_t node_count() const { return node_ids.size(); }
    CostType type() const { return type_of(arcs.cost); }
    std::size_t rank_count() const;          // nodes of the elimination tree
    std::size_t fill() const;                // node pairs joined in the filled graph
    std::uint32_t height() const;            // nodes on the longest way from a root of the elimination tree to a leaf
    int first_arc_bits() const;              // in each cell; 0: cells are costs alone
    std::uint64_t no_through_count() const;  // nodes that paths do not pass
    // The passable nodes (under turn rules: states) in the order of elimination, which serves every cost of the
    // network (RoadNetwork::elimination_order).
    std::vector<NodeIndex> elimination_order() const;
    std::vector<CostScale> kept_sums() const;  // fields summed along paths, for skims
    std::uint64_t factor_bytes() const;        // of order, tree and cells
    std::uint64_t sums_bytes() const;

    struct Arrays;  // private to the toolkit: result/factor_arrays.h
    Arrays& arrays() { return *arrays_; }
    const Arrays& arrays() const { return *arrays_; }

private:
    std::unique_ptr<Arrays> arrays_;
};

// Lets later copies of the factor share its ids, columns, lines, texts, coordinates and tree.
ALLWAYS_API void share_attributes(NetworkFactor& factor);

// ---- rebuilds the network stored in a solved table or a factor

// Returns the tail of each arc.
ALLWAYS_API std::vector<NodeIndex> tails_of(const TableArcs& arcs);

// Returns raw costs as a column of the decimals that they stand for.
ALLWAYS_API ArcColumn column_of(const ArcCosts& costs);

// The nodes keep their ids, coordinates and no-through marks. The arcs come in the order of TableArcs with all their
// attributes and turn rules. The table's cost becomes a column under its name and at its resolution, and replaces a
// column of that name. O(n + m). Throws InvalidArgument for a table without arcs: a matrix's, or one solved without
// next hops.
ALLWAYS_API RoadNetwork extract_network(const DistanceTable& table);
// Includes the factor's elimination order.
ALLWAYS_API RoadNetwork extract_network(const NetworkFactor& factor);

}  // namespace allways
