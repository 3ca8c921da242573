// SPDX-License-Identifier: Apache-2.0
// Lines as texts of printable characters: Google's encoded polyline algorithm, as OSRM uses it, latitude first.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::tools {

// `digits`: 5 or 6 decimals.
std::string encode_polyline(std::span<const Coordinate> line, int digits);
// Nothing if the text is not such a line.
std::optional<std::vector<Coordinate>> decode_polyline(std::string_view text, int digits);

}  // namespace allways::tools
