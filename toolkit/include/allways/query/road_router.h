// SPDX-License-Identifier: Apache-2.0
// Distances, paths and tables between places on the roads of a factor, which stays as it is: no place becomes a node.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/network/snap.h"
#include "allways/result/network_factor.h"

namespace allways {

namespace query {
class RoadEnds;

// Where a place is tied to the factor.
struct RoadEnd {
    NodeIndex place;        // of the factor (FactorPlaces)
    double cost = 0;        // raw: of the part of the arc, and of the turn into it
    ArcIndex arc = no_arc;  // no_arc: the place is a node
    double share = 0;       // of the arc, driven
};
}  // namespace query

// Where paths begin or end: at a node, or inside a road, whose arcs they may leave or enter it by.
struct RoadPlace {
    struct Arc {
        ArcIndex arc;      // of the factor
        bool runs_upward;  // from the road's begin to its end (SnappedPoint)
        friend bool operator==(const Arc&, const Arc&) = default;
    };
    NodeIndex node = no_node;
    double fraction = 0;    // of the road's length, from its begin
    std::vector<Arc> arcs;  // empty at a node; those left out are not taken

    // The share of an arc's length that lies behind a path which drives along the arc and has reached this place.
    double share_behind(const Arc& arc) const { return arc.runs_upward ? fraction : 1 - fraction; }
    friend bool operator==(const RoadPlace&, const RoadPlace&) = default;
};

// The legs are whole arcs, but their costs are those of the parts driven: the first leg begins at share `begin` of its
// arc's length, the last one ends at share `end`. Without legs both places are one.
struct RoadPath {
    bool reachable = false;
    double distance = 0;  // raw; +inf if there is no path
    std::vector<PathLeg> legs;
    double begin = 0;
    double end = 1;
};

// Row-major. Distances are raw, +inf if there is no path; sums, one list for each field, are in the field's own unit,
// NaN where a field has no value on the way.
struct RoadTable {
    std::vector<double> distances;
    std::vector<std::vector<double>> sums;
};

struct RoadTableOptions {
    // Columns of the factor's arcs, to be summed along the paths. The first table with the same ones sums them along
    // all arcs of the factor, which takes about as long as making the factor did.
    std::vector<std::string> sums;
    unsigned threads = 0;            // 0: as many as the machine has
    ProgressCallback progress = {};  // stage "solve"; the first table with these sums makes them without it
};

// Answers are those of the network with the places as further nodes (with_points), where these are cut at the digits of
// the cost. Two differences: a turn restriction that begins or ends with a street at which a zone begins
// (docs/turns.md) may not count for places inside the street, and one that begins or ends with a loop does not.
//
// Shares the factor; safe to use from several threads at once.
class ALLWAYS_API RoadRouter {
public:
    // Throws InvalidArgument for negative costs, DamagedContent. O(m + fill), and as much memory as the factor.
    explicit RoadRouter(std::shared_ptr<const NetworkFactor> factor);
    ~RoadRouter();
    RoadRouter(RoadRouter&&) noexcept;
    RoadRouter& operator=(RoadRouter&&) noexcept;

    // The place of a point that was snapped to extract_network(factor): with all arcs of its road that have a cost.
    RoadPlace place(const SnappedPoint& point) const;

    // Throw InvalidArgument for a node or an arc that the factor does not have; table() throws Cancelled.
    double raw_distance(const RoadPlace& from, const RoadPlace& to) const;
    RoadPath path(const RoadPlace& from, const RoadPlace& to) const;
    RoadTable table(std::span<const RoadPlace> origins, std::span<const RoadPlace> destinations,
                    const RoadTableOptions& options = {}) const;

    const NetworkFactor& factor() const;
    NodeIndex tail(ArcIndex arc) const;

    // A place of the factor through which a path can lead from one place to another, what that costs (raw), and the
    // ends of the roads by which it leaves the one and comes to the other.
    struct Via {
        NodeIndex place;
        NodeIndex node;
        double cost;
        query::RoadEnd first;
        query::RoadEnd last;
    };
    // The ancestors of both places in the elimination tree, by cost, up to a cost: each with the least way through it.
    // Empty if no path leads through the core.
    std::vector<Via> vias(const RoadPlace& from, const RoadPlace& to, double most) const;
    // `via_leg`: the first leg behind that place.
    RoadPath path_through(const Via& via, const RoadPlace& to, std::size_t& via_leg) const;
    // Returns true if no shorter way leads from where `count` legs of such a path begin to where they end, with what
    // its legs before them forbid there. The path's first and last leg, if they are parts of arcs, are not among them.
    bool is_shortest_piece(const Via& via, const RoadPath& path, std::size_t first, std::size_t count) const;

private:
    friend class RoadReach;
    const query::RoadEnds& ends() const;

    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways
