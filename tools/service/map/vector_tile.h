// SPDX-License-Identifier: Apache-2.0
// Writes Mapbox vector tiles, version 2.1 of the specification: layers of lines with typed properties.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::tools {

// Web Mercator's tile (x, y) of a zoom level: 2^zoom tiles in a row, the first in the north-west.
struct TileAddress {
    std::uint32_t x = 0, y = 0, zoom = 0;

    // A position in degrees → units of the tile: 0, 0 at its north-western corner, 4096 at the other sides.
    Coordinate to_tile(Coordinate at) const;
    Coordinate to_degrees(Coordinate in_tile) const;
};

inline constexpr double tile_extent = 4096;  // units of a side
inline constexpr double tile_margin = 64;    // lines are kept this far outside the tile

using TileValue = std::variant<std::string, float, std::uint64_t, bool>;

class TileLayer {
public:
    explicit TileLayer(std::string name) : name_(std::move(name)) {}

    // Adds the parts of a line, in degrees, inside the tile or its margin; no feature if there are none.
    void add_line(const TileAddress& tile, const std::vector<Coordinate>& line,
                  const std::vector<std::pair<std::string_view, TileValue>>& properties);

    // The tile with this layer alone; empty without features.
    std::string tile() const;

private:
    std::uint32_t index_of_key(std::string_view key);
    std::uint32_t index_of_value(const TileValue& value);

    std::string name_;
    std::string features_;  // encoded
    std::uint64_t count_ = 0;
    std::vector<std::string> keys_;
    std::vector<TileValue> values_;
    std::map<TileValue, std::uint32_t> index_of_value_;
};

}  // namespace allways::tools
