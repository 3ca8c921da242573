// A position in the network's reference system.
#pragma once

namespace allways {

struct Coordinate {
    double x = 0;  // longitude or easting
    double y = 0;  // latitude or northing
    friend bool operator==(const Coordinate&, const Coordinate&) = default;
};

}  // namespace allways
