// SPDX-License-Identifier: Apache-2.0
// Helpers of the GeoJSON writers (RFC 7946): one feature per line, so that large files can be inspected.
#pragma once

#include <string>

#include "allways/export/json.h"
#include "allways/network/coordinate.h"
#include "export/files/text_buffer.h"

namespace allways::tools {

// The text before the features. Put "\n" before the first one, ",\n" before others. `attribution`: credit for the data.
inline std::string geojson_begin(const std::string& attribution) {
    const std::string owed = attribution.empty() ? "" : "\"attribution\":" + json_text(attribution) + ",";
    return "{\"type\":\"FeatureCollection\"," + owed + "\"features\":[";
}
inline constexpr const char* geojson_end = "\n]}\n";

// "[8.55,47.2]". The JSON library does not always find the fewest digits: 43.737019600000004.
inline void put_position(TextBuffer& out, Coordinate at) {
    out.put('[');
    out.put_plain_number(at.x);
    out.put(',');
    out.put_plain_number(at.y);
    out.put(']');
}

}  // namespace allways::tools
