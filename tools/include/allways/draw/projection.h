// From a network's reference system to the plane that a map is drawn on.
#pragma once

#include <span>
#include <string>

#include "allways/network/coordinate.h"

namespace allways {

// Where a map's points lie: x to the right, y up.
struct Extent {
    double left = 0, bottom = 0, right = 0, top = 0;
    double width() const { return right - left; }
    double height() const { return top - bottom; }
    friend bool operator==(const Extent&, const Extent&) = default;
};

// Of all finite points; of one point, or points on a line, an extent that is not empty. All zeros where there is none.
Extent extent_of(std::span<const Coordinate> points);
Extent grown(const Extent& extent, double share);  // by this share of the longer side, on each side

// Degrees become metres by the Mercator projection, whose scale is true in the middle of the points: shapes are right
// everywhere, and where the points span a city lengths too. Other coordinates stay as they are.
class Projection {
public:
    // `crs` as Provenance::crs has it; empty: unknown, and the points stay. Throws InvalidArgument for one that PROJ
    // does not know.
    Projection(const std::string& crs, std::span<const Coordinate> points);

    Coordinate operator()(Coordinate point) const;
    double metres_per_unit() const { return metres_per_unit_; }  // 0: unknown

private:
    bool degrees_ = false;
    bool across_antimeridian_ = false;
    double metres_per_unit_ = 0;
    double radius_ = 1;
};

}  // namespace allways
