// From positions to places on a network's roads, and a network with such places as further nodes.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/coordinate.h"
#include "allways/network/nearest_node.h"
#include "allways/network/road_network.h"

namespace allways {

struct SnapOptions {
    enum class Onto { arcs, nodes };
    // largest: only roads from which one gets everywhere in the largest strong component of passable nodes, and from
    // there to them, so that no point ends on an island or in a corner that is cut off. Loops count, and roads up to a
    // closed barrier, on each side of it that the component reaches; a yard behind the barrier does not. any: wherever
    // there is an arc that has a cost, or a node at its end.
    enum class Component { largest, any };
    // Nothing: from the network's reference system, degrees on the sphere and lengths in a plane.
    std::optional<NearestNode::Space> space = {};
    Onto onto = Onto::arcs;
    Component component = Component::largest;
    // Farther points are not snapped. Metres on the sphere; in a plane, units of the coordinates. Nothing: 10 km, or
    // the width of the network where its units are unknown.
    std::optional<double> radius = {};
    // Places this near to an end of their road are at its node; in the radius' unit. Nothing: 1 cm, or 0 where units
    // are unknown.
    std::optional<double> tolerance = {};
};

// The options with the usual radius and tolerance where they have none: 10 km and 1 cm where a unit of the coordinates
// is so many metres (1 on the sphere); where that is not known `width`, the network's in its own units, and 0.
SnapOptions with_usual_limits(SnapOptions options, std::optional<double> metres_per_unit, double width);

// The options with what they leave to the network. Throws InvalidArgument where its reference system has a name, but
// what its coordinates measure is not known (Provenance::coordinate_unit), and `space` does not say.
SnapOptions resolved(SnapOptions options, const RoadNetwork& network);

// Where a point lies on the network: at a node, or inside an arc.
struct SnappedPoint {
    bool snapped = false;      // false: nothing lies within the radius; the rest tells what was nearest
    NodeIndex node = no_node;  // at this node; no_node: inside `arc`
    ArcIndex arc = no_arc;     // of the arcs of that road, the usable one with the lowest index
    // Of the road's length, what lies between its begin and the place: 0 < fraction < 1, whichever way the arc runs. A
    // road begins at that of its two end nodes which has the lower index, a loop the way whose coordinates come first
    // in order.
    double fraction = 0;
    std::uint32_t segment =
        0;  // of the road's line, counted from its begin: the place is between points segment and segment + 1
    Coordinate place;                                           // on the network, in its reference system
    double distance = std::numeric_limits<double>::infinity();  // from the point, in the radius' unit; infinite: no arc

    friend bool operator==(const SnappedPoint&, const SnappedPoint&) = default;
};

// Finds the nearest place on the roads. Distances are great circles on a sphere, or straight in a plane; roads run
// along their shapes, from point to point likewise. What it finds is a function of the network and the point alone,
// whatever else was asked: of places equally far the one on the road whose end nodes have the lowest indexes. A road is
// the arcs between two nodes, either way, that run along the same line. Owns what it needs; safe to use from several
// threads at once.
class Snapper {
public:
    // `usable` is empty, or 1 for arcs that paths can use (those that have a cost). Arcs to or from centroids
    // (connectors) take no points, nor do ferries (text "facility_type"), loops without a shape and arcs at nodes
    // without coordinates; ferries do join what is one component. Throws InvalidArgument for a network without
    // coordinates, and where the component is a single node of several that has no road. O(p log p) for p points of
    // shapes.
    Snapper(const RoadNetwork& network, std::span<const std::uint8_t> usable, const SnapOptions& options);
    ~Snapper();
    Snapper(Snapper&&) noexcept;
    Snapper& operator=(Snapper&&) noexcept;

    // Throws InvalidArgument for a position that is not finite. O(log p) on roads as they are.
    SnappedPoint snap(Coordinate position) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

// A network in which points are nodes that paths start and end at, but do not pass (no-through), so that none changes
// what another reaches. Arcs lead from and to the ends of the arc that a point lies in, along its direction and, where
// the road can be driven both ways, against it, and straight to other points on the same road.
struct PointNetwork {
    // The nodes and arcs of the network come first, unchanged; then the points', with the columns, texts and shapes of
    // the arcs that they lie in, cut where they lie: the parts of an arc add up to the arc in every column.
    RoadNetwork network;
    // By point: its node, which is one of the old nodes for a point at a node, and the same for points at the same
    // place. One that was not snapped is a node without arcs, so that nothing reaches it.
    std::vector<NodeIndex> node_of_point;
};

// `digits` has one entry a column: the digits after the decimal point that the parts of its values are rounded to,
// which become its resolution_digits (allways/cost/point_costs.h tells good ones); nothing: parts have the whole arc's
// value, as of a speed. O(n + m + points + pairs of points inside one road). Throws InvalidArgument where there is not
// one entry a column, or a point names no node or arc of the network.
PointNetwork with_points(const RoadNetwork& network, std::span<const SnappedPoint> points,
                         std::span<const std::optional<int>> digits);

}  // namespace allways
