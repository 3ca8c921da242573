// SPDX-License-Identifier: Apache-2.0
// Places on a network: nodes, and positions that are snapped to its roads. All commands with positions use this between
// reading and solving.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve.h"
#include "allways/export/features.h"
#include "allways/importers/points.h"
#include "allways/network/coordinate.h"
#include "allways/network/snap.h"
#include "allways/points/point_list.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// ---- coordinates of users and of networks

namespace importers {
class ReferenceSystem;
}

// If the network states its reference system, positions are longitude and latitude of WGS 84, rounded to seven decimals
// (a centimetre, the resolution of OpenStreetMap), so that a position is the same whatever reference system its file
// used. Otherwise they are x,y in the network's own numbers, which is logged once.
class ALLWAYS_API CoordinateFrame {
public:
    // `crs`: of the network; `file`: its name, for messages. Throws InvalidArgument if PROJ does not know `crs`.
    CoordinateFrame(const std::string& crs, std::string file, const LogCallback& log);

    bool in_degrees() const { return system_ != nullptr; }  // of the user's positions
    const std::string& crs() const;                         // of positions: "EPSG:4326", or empty

    SnapOptions::Space space() const;
    // The metres per unit of distances on the network; nothing if its units are unknown. Distances on the sphere are in
    // metres already.
    std::optional<double> metres_per_unit() const;

    Coordinate rounded(Coordinate position) const;
    // Converts points of a file in `crs` (empty: the network's) to positions. NaN stays NaN; points that the systems do
    // not cover become NaN.
    std::vector<Coordinate> positions(std::span<const Coordinate> places, const std::string& crs) const;
    // Throws InvalidArgument if the network's system does not cover the position.
    Coordinate own(Coordinate position) const;
    Coordinate position(Coordinate own) const;

    // "WGS 84 (EPSG:4326)": the network's system, assumed for points that state none.
    std::string system_text() const;
    // "12 m", "1.5 km" of metres; "12 units" if units are unknown.
    std::string distance_text(double distance) const;

private:
    std::shared_ptr<const importers::ReferenceSystem> system_;  // null: unknown
    std::string file_;
};

// ---- places

// Snapping options, each also a row of snap_options(); the network's reference system determines the
// defaults.
struct SnapChoice {
    SnapOptions::Onto onto = SnapOptions::Onto::arcs;
    SnapOptions::Component component = SnapOptions::Component::largest;
    // Positions farther away stay unsnapped: metres, or the network's own units if its reference system is unknown.
    // Nothing: usual_snap_radius_m() of the network's mode, or the network's width if its reference system is unknown.
    std::optional<double> radius = {};
    // Travellers reach their road at this speed. The time is added to costs that are times, at both ends of a path, but
    // not from a position to itself. Nothing: the way between a position and its road costs nothing.
    std::optional<double> access_speed_kmh = {};
};

// Logs a warning if the choice states an access speed. Call it for requests without positions, where that speed has no
// effect.
ALLWAYS_API void warn_of_unused_access(const SnapChoice& snap, const LogCallback& log);

// A place given by the user: a node, or a position and where it was snapped.
struct Place {
    std::string name;           // the id of a node or a point, or "@7.4166,43.7311"
    std::string table_id;       // in rows and columns of tables; empty: the name
    std::string where;          // "shops.csv:12"; empty: the command line, or a node
    bool is_node = false;       // given as a node; the fields up to `problem` do not count
    Coordinate position;        // degrees of WGS 84, or the network's own numbers (CoordinateFrame); NaN with a problem
    std::size_t system = 0;     // index of the system assumed for its numbers (SnappedPoints)
    bool is_exchanged = false;  // not snapped, but inside the network's extent if its two numbers are exchanged
    std::string problem;        // what is wrong with it in its file; empty: its coordinates are known
    SnappedPoint snapped;       // on the network
    bool in_metres = false;     // unit of its distances in `snapped`; false: the unit of the network's coordinates
};

// Places on one network, which it borrows, for one cost.
class ALLWAYS_API SnappedPoints {
public:
    // Throws InvalidArgument for an unknown field, and for an access speed if the cost is not a time in a known
    // unit or the network's units are unknown; InputError if the network has no coordinates or nothing to snap to.
    SnappedPoints(const RoadNetwork& network, const CostOptions& cost, const SnapChoice& snap, const std::string& file,
                  LogCallback log);

    // Returns the indexes of the added places in places(). Throws InputError for an unknown id and InvalidArgument for
    // a malformed position, naming file and line if there are any.
    std::vector<std::size_t> add(const PointSet& list);
    // A node id, or a position "@7.4166,43.7311".
    std::size_t add(const std::string& name);

    const std::vector<Place>& places() const { return places_; }
    const CoordinateFrame& frame() const { return frame_; }
    const RoadNetwork& network() const { return network_; }
    double radius() const { return radius_; }

    // Throws InputError if there are places but none is a node or was snapped; `what` names them: "origins".
    void require_any(std::span<const std::size_t> places, std::string_view what) const;
    // Logs each unsnapped point with its distance, points that were moved past a nearer road, and how far all were
    // moved. `left_out`: unsnapped points are dropped; otherwise nothing is reachable from them.
    void report(bool left_out) const;
    // Warns about points whose nearest road is outside the largest component, and names the points that were moved
    // farthest, with both distances.
    void report_passed_over() const;
    std::vector<std::string> unsnapped() const;  // their names
    // The raw cost of the way between a position and its road; 0 for nodes and without an access speed.
    double access_cost(const Place& place, const CostScale& scale, CostType type) const;
    // The costs of access of the places of a side().
    std::vector<double> access_costs(std::span<const std::size_t> places, const TableSide& side, const CostScale& scale,
                                     CostType type) const;
    bool has_access_cost() const { return access_speed_kmh_.has_value(); }

    std::vector<Place> positions() &&;  // the places that are not nodes

    // The network with the places added, which node_of_point lists in their order; columns named in `sums` are divided
    // where points lie inside arcs (split_precision).
    PointNetwork attach(std::span<const std::string> sums = {}) const;
    // The same network with other columns alone: `costs`, each divided as a cost, and `sums`; without texts and shapes.
    PointNetwork attach(std::span<const ArcColumn> costs, std::span<const std::string> sums) const;
    // These places as the side of a table. With `drop`, leaves out positions that were not snapped.
    TableSide side(std::span<const std::size_t> places, const PointNetwork& network, bool drop = false) const;

    // The share of a place's arc before the place, in the arc's direction of travel. Requires a place inside an
    // arc.
    double share(const Place& place) const;

    // The reason why a point was not snapped, with its distance.
    std::string why_unsnapped(const Place& place) const;

private:
    std::vector<std::size_t> add_positions(const PointSet& points);
    std::string system_of(const PointSet& points) const;
    // `exchanged`: the position with its two numbers exchanged.
    std::size_t add(Place place, Coordinate exchanged);
    bool is_in_extent(Coordinate position) const;
    void report_unsnapped(bool left_out) const;
    std::vector<std::size_t> indexes_unsnapped() const;
    std::vector<SnappedPoint> snapped() const;
    std::string interpretation_text(const Place& place) const;
    std::string passed_over_text(const Place& place) const;

    const RoadNetwork& network_;
    CostOptions cost_;
    CoordinateFrame frame_;
    std::string file_;
    bool any_component_;
    const char* onto_name_;  // what points snap to
    double radius_;
    bool is_radius_width_ = false;  // the radius is the network's width, because units are unknown
    std::optional<double> access_speed_kmh_;
    std::optional<Snapper> snapper_;
    BoundingBox extent_;  // of the network's nodes and shapes
    LogCallback log_;
    std::vector<Place> places_;
    std::vector<std::string> systems_{""};  // texts for Place::system; the first one: WGS 84, as users write it
};

// Two lists of nodes and points on a network, or on one with their positions added as nodes.
struct PlacedSides {
    std::optional<PointNetwork> points;  // nothing: there are no positions
    TableSide origins;
    TableSide destinations;
    std::vector<std::string> unsnapped;  // names of positions

    const RoadNetwork& on(const RoadNetwork& network) const { return points ? points->network : network; }
};

// Snaps the positions, and logs those that are not snapped. `origins`: null for all nodes of the network; `solve`:
// cost, cost type and log; `name`: of the network, for errors. Throws InvalidArgument for an access speed, InputError
// as SnappedPoints and for unknown ids.
ALLWAYS_API PlacedSides place_sides(const RoadNetwork& network, const PointSet* origins, const PointSet& destinations,
                                    const SolveOptions& solve, const SnapChoice& snap, const std::string& name);

// Writes points with their snapped places to a file of features, and in a GeoPackage also a line between the two.
// `points` must be all points that were added. Throws InputError if the file cannot be written.
ALLWAYS_API void write_snapped_points(const SnappedPoints& snapped_points, const PointSet& points,
                                      const FeatureOutput& output);

// ---- the options of snapping as rows, from which the command and Python make theirs

using SnapOptionRow = OptionRow<SnapChoice, SnapOptions::Onto, SnapOptions::Component, std::optional<double>>;

// OptionText::formats of rows for results with times.
inline constexpr const char* with_times = "results with times";

// In the order of the command's help.
ALLWAYS_API const std::vector<SnapOptionRow>& snap_options();

inline std::vector<std::string> words_of(SnapOptions::Onto) {
    return {"arcs", "nodes"};
}
inline std::vector<std::string> words_of(SnapOptions::Component) {
    return {"largest", "any"};
}

}  // namespace allways
