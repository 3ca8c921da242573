// SPDX-License-Identifier: Apache-2.0
// From a network's reference system to the plane that a map is drawn on.
#pragma once

#include <span>
#include <string>

#include "allways/base/api.h"
#include "allways/network/coordinate.h"

namespace allways {

// The bounding box of a map's points: x to the right, y up.
struct Extent {
    double left = 0, bottom = 0, right = 0, top = 0;
    double width() const { return right - left; }
    double height() const { return top - bottom; }
    friend bool operator==(const Extent&, const Extent&) = default;
};

// The extent of all finite points; never empty, even for one point or points on a line. All zeros if there are none.
ALLWAYS_API Extent extent_of(std::span<const Coordinate> points);
ALLWAYS_API Extent grown(const Extent& extent, double share);  // by this share of the longer side, on each side

// The Mercator projection turns degrees into metres, with true scale in the middle of the points: shapes are right
// everywhere, and lengths are right within a city. Other coordinates stay as they are.
class ALLWAYS_API Projection {
public:
    // `crs` as in Provenance::crs; empty: unknown, and points stay as they are. Throws InvalidArgument if PROJ does
    // not know it.
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
