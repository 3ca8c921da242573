// SPDX-License-Identifier: Apache-2.0
// The text of one GeoJSON feature → its kind, id, properties and points.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/network/coordinate.h"

namespace allways::importers::overture {

struct Feature {
    enum class Kind : std::uint8_t { segment, connector, other };
    Kind kind = Kind::other;
    std::string id;
    nlohmann::json properties;
    std::vector<Coordinate> points;  // a connector has one, a segment two or more, others none
};

// Files by Overture's own tools state no `type`: a line with a subtype or connectors is then a segment, and a point a
// connector. Throws a Fault, which names the feature, for text that is not JSON, and for segments and connectors
// without an id, of another geometry, or with coordinates that are not degrees.
Feature read_feature(std::string_view text);

}  // namespace allways::importers::overture
