// Positions placed on a network: what all commands with positions do between reading and solving.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/export/features.h"
#include "allways/importers/points.h"
#include "allways/network/snap.h"
#include "allways/points/coordinate_frame.h"

namespace allways {

// How positions are put onto a network; what is not chosen follows from the network's reference system.
struct SnapChoice {
    SnapOptions::Onto onto = SnapOptions::Onto::arcs;
    SnapOptions::Component component = SnapOptions::Component::largest;
    // Farther positions stay unsnapped: metres, or the network's own units where its reference system is unknown.
    // Nothing: 10 km, or there the network's width.
    std::optional<double> radius = {};
};

// A position of the users', and where it came to lie.
struct SnappedPosition {
    std::string name;        // its id, or "@7.4166,43.7311"
    std::string where;       // "shops.csv:12"; empty: from the command line
    Coordinate position;     // degrees of WGS 84, or the network's own numbers (CoordinateFrame); NaN with a problem
    std::string problem;     // of its file; empty: it has a place
    std::size_t system = 0;  // that its numbers were taken in (SnappedPoints)
    SnappedPoint snapped;    // of the network
    bool is_exchanged =
        false;  // not snapped, and it would lie within the network's extent were its two numbers exchanged
};

// Places the positions that it is given on one network, which it borrows, for one cost.
class SnappedPoints {
public:
    // Throws InvalidArgument for an unknown field, InputError where the network has no coordinates, or nothing that
    // positions could lie on.
    SnappedPoints(const RoadNetwork& network, const CostOptions& cost, const SnapChoice& snap, const std::string& file,
                  LogCallback log);

    // The first index of the points' in points().
    std::size_t add(const PointSet& points);
    std::size_t add(std::string name, Coordinate position);

    const std::vector<SnappedPosition>& points() const { return points_; }
    const CoordinateFrame& frame() const { return frame_; }
    const RoadNetwork& network() const { return network_; }
    double radius() const { return radius_; }

    // Throws InputError where there are some of these points, and none of them lies on the network: `what`, "origins".
    void require_any(std::span<const std::size_t> points, std::string_view what) const;
    // Names each point that was not snapped, with its distance, and tells how far the others were. `left_out`: what
    // becomes of those that were not; else nothing is reached from there.
    void report(bool left_out) const;
    std::vector<std::size_t> unsnapped() const;

    // The network with the points; the columns named in `sums` are divided where points lie inside arcs
    // (split_precision).
    PointNetwork attach(std::span<const std::string> sums = {}) const;

    // Why a point was not snapped, with its distance.
    std::string why_unsnapped(const SnappedPosition& point) const;

private:
    struct Extent {
        Coordinate low, high;
        double width() const { return std::hypot(high.x - low.x, high.y - low.y); }
        bool holds(Coordinate at) const { return at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y; }
    };
    // `exchanged`: the position that its two numbers make the other way round.
    void place(SnappedPosition point, Coordinate exchanged);
    bool is_in_extent(Coordinate position) const;
    std::string interpretation_text(const SnappedPosition& point) const;

    const RoadNetwork& network_;
    CostOptions cost_;
    CoordinateFrame frame_;
    std::string file_;
    bool any_component_;
    double radius_;
    bool is_radius_width_ = false;  // of the network, for want of units
    std::optional<Snapper> snapper_;
    Extent extent_;  // of the network's nodes and shapes
    LogCallback log_;
    std::vector<SnappedPosition> points_;
    std::vector<std::string> systems_{
        ""};  // by SnappedPosition::system what users are told of it; the first: WGS 84, as they write it
};

// Points and where on the network they came to lie, in GeoPackages with a line from the one to the other. `points` are
// all that were added. Throws InputError where the file cannot be written.
void write_snapped_points(const SnappedPoints& snapped_points, const PointSet& points, const FeatureOutput& output);

}  // namespace allways
