// Where the legs of a path point: bearings in degrees clockwise from the north of the network's coordinates.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "allways/routes/route.h"
#include "libraries/reference_system.h"

namespace allways::tools {

// The angle from one bearing to the next in degrees, -180 … 180; right is positive.
double turn_between(double before, double after);

// "north", "north-east", …
const char* compass_text(double bearing);

// Borrows the source. Values are missing where there is no line, and lengths where the unit of the coordinates is
// unknown.
class Headings {
public:
    explicit Headings(const PathSource& source);

    // Over the first or last metres of the leg's line.
    std::optional<double> leaving(const PathLeg& leg) const;
    std::optional<double> arriving(const PathLeg& leg) const;
    std::optional<double> turn(const PathLeg& before, const PathLeg& after) const;

    // As the line runs, in metres.
    std::optional<double> length(std::span<const PathLeg> legs) const;

    // On which side a stop lies that was asked for by position, seen on arriving by `last`: the turn towards it.
    // Missing where it lies on the road.
    std::optional<double> side(const Stop& stop, const PathLeg& last) const;

private:
    std::vector<Coordinate> line(const PathLeg& leg) const;
    std::optional<double> bearing(const std::vector<Coordinate>& line) const;
    // From one point to the next in metres, or units of an unknown system.
    Coordinate step(Coordinate from, Coordinate to) const;

    const PathSource& source_;
    std::optional<ReferenceSystem> system_;  // nothing where it is not stated
    bool degrees_ = false;
};

}  // namespace allways::tools
