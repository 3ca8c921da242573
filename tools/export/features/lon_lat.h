// SPDX-License-Identifier: Apache-2.0
// Converts a network's or table's own coordinates to those of GeoJSON.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "libraries/reference_system.h"

namespace allways::tools {

// Rounds to seven decimals: about a centimetre, the resolution of OpenStreetMap.
double rounded_degrees(double degrees);

// Cuts a line in degrees where it crosses the antimeridian, as GeoJSON demands (RFC 7946, 3.1.9): its parts, in order.
std::vector<std::vector<Coordinate>> cut_at_antimeridian(std::span<const Coordinate> line);

// Transforms from the reference system `crs` to WGS 84, rounded to 7 decimals (a centimetre). If the system is unknown,
// points stay as they are, with a warning that names `file` if any of `all` is outside the range of degrees.
class PointToLonLat {
public:
    PointToLonLat(const std::string& crs, std::initializer_list<std::span<const Coordinate>> all,
                  const std::string& file, const LogCallback& log);
    Coordinate operator()(Coordinate point) const;

private:
    std::optional<importers::ReferenceSystem> system_;  // nothing: points stay as they are
};

}  // namespace allways::tools
