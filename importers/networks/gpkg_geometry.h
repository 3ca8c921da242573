// The points of a shape in a GeoPackage: its binary header, and well-known binary behind it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::gpkg {

// Puts the points of a point or a line into `points`, none where it is empty; heights and measures are left out.
// Returns what is wrong with it, or nothing. Source: OGC 12-128r18, clause 2.1.3, and ISO 13249-3 for the types.
std::string read_points(std::span<const std::byte> shape, std::vector<Coordinate>& points);

}  // namespace allways::gpkg
