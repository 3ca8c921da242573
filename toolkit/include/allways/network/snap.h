// SPDX-License-Identifier: Apache-2.0
// Snaps positions to a network's roads, and builds a network with the snapped points as further nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/network/coordinate.h"
#include "allways/network/road_network.h"

namespace allways {

// ---- the ways in which travellers move on a network

enum class TravelMode { driving, cycling, walking };

// Finds the mode of a network or factor by the note "profile" of its provenance, which importers write: walking for
// "foot …", cycling for "bicycle …", driving for others and if there is no such note.
ALLWAYS_API TravelMode travel_mode(std::span<const std::pair<std::string, std::string>> notes);

// ---- the nearest place on a road

struct SnapOptions {
    enum class Space { sphere, plane };  // sphere: x is longitude and y latitude in degrees
    enum class Onto { arcs, nodes };
    // largest: only places from which legal paths lead everywhere in the largest strong component and back, so that no
    // point lies on an island, in a corner that is cut off, or behind a turn that is forbidden. The component is that
    // of the turn-expanded network: its paths obey turn restrictions and pass no no-through node. A road is eligible if
    // paths from the component reach places inside it and paths from these places reach the component, in any
    // direction. This includes loops, and roads up to a closed barrier on each side that the component reaches, but not
    // a yard behind the barrier. any: any arc that has a cost, or one of its end nodes.
    enum class Component { largest, any };
    // Nothing: chosen by the network's reference system, a sphere for degrees and a plane for lengths.
    std::optional<Space> space = {};
    Onto onto = Onto::arcs;
    Component component = Component::largest;
    // Points farther away are not snapped. Metres on the sphere; in a plane, units of the coordinates. Nothing:
    // usual_snap_radius_m(), or the width of the network if its units are unknown.
    std::optional<double> radius = {};
    // Places this close to an end of their road snap to its node; in the radius' unit. Nothing: 1 cm, or 0 if units are
    // unknown.
    std::optional<double> tolerance = {};
};

// The distance that travellers accept between a place and their road: 200 m on foot, 300 m by bicycle, otherwise 500 m.
ALLWAYS_API double usual_snap_radius_m(TravelMode mode);

// Fills in a missing radius and tolerance: the usual radius of the mode and 1 cm if `metres_per_unit` is known (1 on
// the sphere), else `width` (the network's, in its own units) and 0.
ALLWAYS_API SnapOptions with_usual_limits(SnapOptions options, TravelMode mode, std::optional<double> metres_per_unit,
                                          double width);

// Fills in the options that depend on the network. Throws InvalidArgument if its reference system has a name but an
// unknown unit (Provenance::coordinate_unit) and `space` is missing.
ALLWAYS_API SnapOptions resolved(SnapOptions options, const RoadNetwork& network);

// The position of a point on the network: at a node, or inside an arc.
struct SnappedPoint {
    bool snapped = false;      // false: nothing lies within the radius; the other fields describe the nearest place
    NodeIndex node = no_node;  // the place is at this node; no_node: inside `arc`
    // The road's usable arc with the lowest index. A place at a node has the road that ends there and on which it was
    // found; no_arc if points snap to nodes.
    ArcIndex arc = no_arc;
    // The share of the road's length between its beginning and the place: 0 < fraction < 1, whichever way the arc runs.
    // A road begins at the end node with the lower index; a loop runs in the direction whose coordinates come first in
    // order. 0 at a node.
    double fraction = 0;
    // The place lies between points segment and segment + 1 of the road's line, counted from its beginning.
    std::uint32_t segment = 0;
    Coordinate place;                                           // on the network, in its reference system
    double distance = std::numeric_limits<double>::infinity();  // from the point, in the radius' unit; infinite: no arc
    // The distance of a nearer road or node that was skipped because it is outside the largest component; infinite if
    // there is none.
    double passed_over = std::numeric_limits<double>::infinity();

    friend bool operator==(const SnappedPoint&, const SnappedPoint&) = default;
};

// Finds the nearest place on the roads. Distances are great circles on a sphere, or straight lines in a plane; roads
// run likewise from point to point of their shapes. The result depends only on the network and the point: on a tie the
// road whose end nodes have the lowest indexes wins. A road is the set of arcs between two nodes, in either direction,
// that run along the same line. Owns all its data; safe to use from several threads at once.
class ALLWAYS_API Snapper {
public:
    // `usable` is empty, or 1 for arcs that paths can use (those that have a cost). Points do not snap to arcs to
    // or from centroids (connectors), ferries (text "facility_type"), loops without a shape or arcs at nodes
    // without coordinates; ferries do connect components. Throws InvalidArgument for a network without coordinates,
    // for turn rules that do not fit it, and if the component is a single node of several that has no road. O(m + p
    // log p) for p points of shapes.
    Snapper(const RoadNetwork& network, std::span<const std::uint8_t> usable, const SnapOptions& options);
    ~Snapper();
    Snapper(Snapper&&) noexcept;
    Snapper& operator=(Snapper&&) noexcept;

    // Throws InvalidArgument for a position that is not finite. O(log p) on typical roads.
    SnappedPoint snap(Coordinate position) const;

    // Options for finding several roads near one position, or for considering only some roads.
    struct Nearby {
        std::size_t count = 1;
        std::optional<double> radius = {};  // nothing: the radius of the options
        // Empty, or a function that returns true for roads to consider. It receives one of the road's arcs, and the two
        // points of its line, in order from the road's beginning, between which the place lies.
        std::function<bool(ArcIndex road, Coordinate from, Coordinate to)> accepts = {};
        // Several places may lie on one road, each on another segment of its line.
        bool each_segment = false;
        bool any_component = false;  // finds the roads outside the component of the options, too
    };
    // Returns the nearest places on different roads, or segments of them, the nearest first; several may have the same
    // node as their place. Only if points snap to arcs. Throws as snap() does.
    std::vector<SnappedPoint> nearby(Coordinate position, const Nearby& wanted) const;
    // 0 for the road (SnappedPoint::arc) of a place to which snap() may move points. Other roads have equal numbers if
    // they lie in one strong component of legal drives, and else different ones.
    std::uint32_t component(ArcIndex road) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

// A network with points as further nodes. Paths start and end at points but do not pass them (no-through), so no point
// changes which nodes another one reaches. Arcs lead from and to the end nodes of the arc that a point lies in, along
// its direction and, on a two-way road, against it, and straight to other points on the same road.
struct PointNetwork {
    // The network's nodes and arcs come first, unchanged. Those of the points follow, with the columns, texts and
    // shapes of the arcs they lie in, cut at the points: the sections of an arc add up to the arc in every column.
    RoadNetwork network;
    // The node of each point: an existing node for a point at a node, and one node for all points at the same place. A
    // point that was not snapped is a node without arcs, so nothing reaches it.
    std::vector<NodeIndex> node_of_point;
};

// `digits` has one entry per column: the digits after the decimal point to which the values of an arc's sections are
// rounded, which become the column's resolution_digits (split_precision in allways/cost/arc_costs.h computes good
// ones); nothing: sections keep the whole arc's value, as for a speed. O(n + m + points + pairs of points inside one
// road). Throws InvalidArgument if there is not one entry per column, or a point names no node or arc of the network.
ALLWAYS_API PointNetwork with_points(const RoadNetwork& network, std::span<const SnappedPoint> points,
                                     std::span<const std::optional<int>> digits);

}  // namespace allways
