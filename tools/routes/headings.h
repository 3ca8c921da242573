// SPDX-License-Identifier: Apache-2.0
// Directions of a path's legs: bearings in degrees clockwise from the north of the network's coordinates.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/result/distance_table.h"
#include "allways/routes/route.h"
#include "libraries/reference_system.h"

namespace allways::tools {

// ---- classes of turns and of angles between roads, in degrees: those of OSRM

inline constexpr double straight_up_to = 20;  // degrees to either side
inline constexpr double slight_up_to = 40;    // the traveller turns beyond
inline constexpr double turn_up_to = 120;
inline constexpr double sharp_up_to = 179.5;  // who turns back on a road makes a U-turn

inline constexpr double narrow_turn = 40;
inline constexpr double group_angle = 60;  // roads that differ by less are hard to tell apart
inline constexpr double fuzzy_angle = 25;

// ---- directions

// The arcs that lead into each node. Borrows the arcs. The first question makes the index, in O(m); any thread may ask.
class IncomingArcs {
public:
    explicit IncomingArcs(const TableArcs& arcs) : arcs_(arcs) {}

    std::span<const ArcIndex> into(NodeIndex node) const;
    NodeIndex tail(ArcIndex arc) const;  // O(log n)

private:
    const TableArcs& arcs_;
    mutable std::once_flag made_;
    mutable AdjacencyArray by_head_;
};

// The angle from one bearing to the next in degrees, -180 … 180; positive to the right.
double turn_between(double before, double after);

// The angle from the direction of arrival to a place so many metres east and north, which shows on which side of the
// road it lies. Missing if it lies on the road, ahead or behind.
std::optional<double> side_angle(double arriving, Coordinate away);

// "north", "north-east", …
const char* compass_text(double bearing);

// Borrows the source. Bearings are missing without a line, and lengths if the unit of the coordinates is unknown.
class Headings {
public:
    explicit Headings(const PathSource& source);

    // Bearings over the first or last metres of the leg's line.
    std::optional<double> leaving(const PathLeg& leg) const;
    std::optional<double> arriving(const PathLeg& leg) const;
    std::optional<double> turn(const PathLeg& before, const PathLeg& after) const;
    // Bearings away from the node where the leg begins, or ends, up to the line's first bend: a section of an arc has
    // those of the arc.
    std::optional<double> away(const PathLeg& leg) const;
    std::optional<double> away_back(const PathLeg& leg) const;

    // The angle from leg `one` to leg `other`, which leave the same node: negative if `other` is on the left. It is
    // taken where the two, or the roads that lead straight on behind them, have parted; missing if they look like one
    // line for hundreds of metres.
    std::optional<double> apart(const PathLeg& one, const PathLeg& other) const;
    // The same for two legs that arrive at a node, seen in their direction of travel.
    std::optional<double> apart_before(const PathLeg& one, const PathLeg& other) const;

    const IncomingArcs& incoming() const { return incoming_; }

    // The length of the legs' line, in metres.
    std::optional<double> length(std::span<const PathLeg> legs) const;

    // The angle from the direction of arrival on `last` to a stop given by its position, which shows the side where it
    // lies. Missing if the stop lies on the road.
    std::optional<double> side(const Stop& stop, const PathLeg& last) const;

private:
    using Line = std::vector<Coordinate>;
    Line line(const PathLeg& leg) const;
    Line line_back(const PathLeg& leg) const;
    // The bearing over the first metres of a line.
    std::optional<double> bearing(const Line& line, double metres) const;
    // The line of the leg and of the legs that lead straight on, as far as branches are compared; `back`: against the
    // direction of travel.
    Line course(PathLeg leg, bool back) const;
    std::optional<PathLeg> straight_on(const PathLeg& leg, bool back) const;
    double length(const Line& line) const;
    std::optional<double> apart(const Line& one, const Line& other) const;
    std::optional<double> apart(const PathLeg& one, const PathLeg& other, bool back) const;
    // Returns the kept bearing number `at`; finds it at the first call.
    template <class Find>
    std::optional<double> kept(std::uint64_t at, const Find& find) const;
    // The offset from one point to the next in metres, or in units of an unknown system.
    Coordinate step(Coordinate from, Coordinate to) const;

    const PathSource& source_;
    std::optional<importers::ReferenceSystem> system_;  // nothing: unknown
    bool degrees_ = false;
    // For each arc the bearing at its beginning and that at its end; 0: not found yet, -0: north, NaN: missing.
    IncomingArcs incoming_;
    std::uint64_t kept_count_;
    std::unique_ptr<std::atomic<double>[]> kept_;
};

}  // namespace allways::tools
