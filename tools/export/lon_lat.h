// From a network's or table's own coordinates to those of GeoJSON.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "libraries/reference_system.h"

namespace allways::tools {

// To seven decimals: a centimetre, and what OpenStreetMap has.
double rounded_degrees(double degrees);

// From the reference system `crs` to WGS 84, rounded to 7 decimals (a centimetre). Of an unknown system points stay as
// they are, with a warning where any of `all` is no degrees; `file` is what that names.
class PointToLonLat {
public:
    PointToLonLat(const std::string& crs, std::initializer_list<std::span<const Coordinate>> all,
                  const std::string& file, const LogCallback& log);
    Coordinate operator()(Coordinate point) const;

private:
    std::optional<ReferenceSystem> system_;  // nothing where points stay as they are
};

}  // namespace allways::tools
