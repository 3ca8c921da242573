// SPDX-License-Identifier: Apache-2.0
// The connectors of a place on a road: the places of the factor (FactorPlaces) that a path from it reaches first, and
// those from which a path to it comes last.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/base/shared_array.h"
#include "allways/network/adjacency.h"
#include "allways/query/road_router.h"
#include "result/factor_arrays.h"

namespace allways::query {

// Borrows the factor.
class RoadEnds {
public:
    // Throws DamagedContent. O(m).
    explicit RoadEnds(const NetworkFactor& factor);

    RoadPlace place(const SnappedPoint& point) const;
    void check(const RoadPlace& place) const;

    std::vector<PlaceConnector> first(const RoadPlace& from) const;
    std::vector<PlaceConnector> last(const RoadPlace& to) const;

    // Returns false for nodes that paths do not pass, and for starts under turn rules to which no path returns.
    bool is_in_core(NodeIndex place) const { return factor_.arrays().places.rank_of[place] < factor_.rank_count(); }
    bool is_no_through(NodeIndex place) const {
        return place < factor_.no_through.size() && factor_.no_through[place] != 0;
    }
    NodeIndex node_of(NodeIndex state) const {
        return factor_.arcs.states.empty() ? state : factor_.arcs.states.node[state];
    }
    NodeIndex tail(ArcIndex arc) const { return network_.tail[arc]; }
    const std::vector<NodeIndex>& tails() const { return network_.tail; }
    double cost(ArcIndex arc) const;  // raw; +inf if paths cannot use it
    // The cost of an arc's section between two places of its road, rounded as with_points does.
    double cost_of_part(ArcIndex arc, double from_fraction, double to_fraction) const;
    const std::vector<ArcIndex>& loops_without_shape() const { return loops_without_shape_; }
    // network::arcs_at_edges.
    const SharedArray<std::uint8_t>& arcs_of_zones(bool is_forward) const { return arcs_of_zones_[is_forward]; }

private:
    void find_zones();
    // Steps along the arc differ for paths that begin inside it or, with is_forward, that end there.
    bool is_at_edge(ArcIndex arc, bool is_forward) const {
        return !arcs_of_zones_[is_forward].empty() && arcs_of_zones_[is_forward][arc] != 0;
    }

    const NetworkFactor& factor_;
    RoadNetwork network_;                         // only its lines: no columns, texts and rules
    SharedArray<std::uint8_t> arcs_of_zones_[2];  // towards starts, and from them
    std::vector<ArcIndex> loops_without_shape_;
    AdjacencyArray states_;  // by node; empty without states
};

}  // namespace allways::query
