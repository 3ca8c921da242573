// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace allways::importers::osm {

// A position in integer steps of a grid: 1e-7 degrees, as OSM files state it.
struct GridPoint {
    std::int64_t x = 0;
    std::int64_t y = 0;
    friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

}  // namespace allways::importers::osm
