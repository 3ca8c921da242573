// SPDX-License-Identifier: Apache-2.0
// Reads the points of a shape in a GeoPackage: its binary header, then well-known binary.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::importers::gpkg {

// Stores the points of a point or a line in `points`, which is empty if the shape is; omits heights and measures.
// Returns the problem, or an empty text. Source: OGC 12-128r18, clause 2.1.3, and ISO 13249-3 for the types.
std::string read_points(std::span<const std::byte> shape, std::vector<Coordinate>& points);

}  // namespace allways::importers::gpkg
