// SPDX-License-Identifier: Apache-2.0
// Distances, paths and tables between places on the roads of a factor, which stays unchanged: no place becomes a node.
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
}  // namespace query

// A place where paths begin or end: at a node, or inside a road, with the arcs by which they may leave or enter it.
struct RoadPlace {
    struct Arc {
        ArcIndex arc;      // index of an arc of the factor
        bool runs_upward;  // true: from the road's beginning to its end (SnappedPoint)
        friend bool operator==(const Arc&, const Arc&) = default;
    };
    NodeIndex node = no_node;
    double fraction = 0;    // share of the road's length, from its beginning
    std::vector<Arc> arcs;  // empty at a node; paths do not take arcs that are left out

    // The share of an arc's length behind a path that runs along the arc and has reached this place.
    double share_behind(const Arc& arc) const { return arc.runs_upward ? fraction : 1 - fraction; }
    friend bool operator==(const RoadPlace&, const RoadPlace&) = default;
};

// The legs are whole arcs, but their costs are those of the sections used: the first leg begins at share `begin` of its
// arc's length, the last one ends at share `end`. Without legs both places are the same.
struct RoadPath {
    bool reachable = false;
    double raw_distance = 0;  // +inf if there is no path
    std::vector<PathLeg> legs;
    double begin = 0;
    double end = 1;
};

// Row-major. Distances are +inf if there is no path. Sums, one list for each field, are in the field's own unit,
// NaN if the field has no value somewhere on the path.
struct RoadTable {
    std::vector<double> raw_distances;
    std::vector<std::vector<double>> sums;
};

struct RoadTableOptions {
    // Columns of the factor's arcs, to be summed along the paths. The first table with the same fields sums them along
    // all arcs of the factor, which takes about as long as making the factor did.
    std::vector<std::string> sums;
    unsigned threads = 0;            // 0: as many as the machine has
    ProgressCallback progress = {};  // stage "solve"; not called while the first table with these sums computes them
};

// Answers are those of the network with the places as further nodes (with_points) whose arcs are rounded to the digits
// of the cost. There are two differences: a turn restriction that begins or ends with a street at which a destination
// zone begins (docs/turns.md) may not count for places inside the street, and one that begins or ends with a loop does
// not count.
//
// Shares the factor; safe to use from several threads at once.
class ALLWAYS_API RoadRouter {
public:
    // Throws InvalidArgument for negative costs, DamagedContent. O(m + fill), and as much memory as the factor. With
    // the same elimination tree as `like`, which may be null, both share its memory.
    explicit RoadRouter(std::shared_ptr<const NetworkFactor> factor, const RoadRouter* like = nullptr);
    ~RoadRouter();
    RoadRouter(RoadRouter&&) noexcept;
    RoadRouter& operator=(RoadRouter&&) noexcept;

    // Returns the place of a point that was snapped to extract_network(factor), with all arcs of its road that have a
    // cost.
    RoadPlace place(const SnappedPoint& point) const;

    // These functions throw InvalidArgument for a node or an arc that the factor does not have; table() throws
    // Cancelled.
    double raw_distance(const RoadPlace& from, const RoadPlace& to) const;
    RoadPath path(const RoadPlace& from, const RoadPlace& to) const;
    RoadTable table(std::span<const RoadPlace> origins, std::span<const RoadPlace> destinations,
                    const RoadTableOptions& options = {}) const;

    const NetworkFactor& factor() const;
    NodeIndex tail(ArcIndex arc) const;

    // A place of the factor through which a path can lead from one place to another, the cost of that path, and
    // the connectors by which it leaves the one place and arrives at the other.
    struct Via {
        NodeIndex place;
        NodeIndex node;
        double raw_cost;
        PlaceConnector first;
        PlaceConnector last;
    };
    // The ancestors of both places in the elimination tree with a path through them that costs at most `most`, each
    // with the cheapest such path, by cost. Empty if no path leads through the core.
    std::vector<Via> vias(const RoadPlace& from, const RoadPlace& to, double most) const;
    // `via_leg`: the first leg behind the via place.
    RoadPath path_through(const Via& via, const RoadPlace& to, std::size_t& via_leg) const;
    // Returns true if no shorter path leads from the beginning of `count` legs of such a path to their end, under the
    // turn rules that the legs before them impose. These legs exclude the path's first and last leg if they are
    // sections of arcs.
    bool is_shortest_piece(const Via& via, const RoadPath& path, std::size_t first, std::size_t count) const;

private:
    friend class Isochrone;
    const query::RoadEnds& ends() const;
    const std::shared_ptr<const NetworkFactor>& shared_factor() const;

    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways
