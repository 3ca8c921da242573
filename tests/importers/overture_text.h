// SPDX-License-Identifier: Apache-2.0
// Features of Overture Maps as text, for tests that make their own files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "allways/base/format.h"

namespace allways::test {

// Members of properties are JSON: R"("class":"primary")". A segment is a road unless `more` states a subtype.
inline std::string overture_segment(std::string_view id, std::string_view points, std::string_view connectors,
                                    std::string_view more) {
    const std::string subtype = more.find("\"subtype\"") == more.npos ? R"("subtype":"road",)" : "";
    return format(R"({{"type":"Feature","id":"{}","geometry":{{"type":"LineString","coordinates":[{}]}},)"
                  R"("properties":{{"theme":"transportation","type":"segment",{}"connectors":[{}],{}}}}})",
                  id, points, subtype, connectors, more);
}

inline std::string overture_at(std::string_view connector, double at) {
    return format(R"({{"connector_id":"{}","at":{}}})", connector, at);
}

// A segment on the equator, 0.01 degrees long, from connector a to connector b.
inline std::string overture_road(std::string_view more) {
    return overture_segment("S", "[0,0],[0.01,0]", overture_at("a", 0) + "," + overture_at("b", 1), more);
}

inline std::string overture_collection(const std::vector<std::string>& features) {
    std::string text = "{\"type\":\"FeatureCollection\",\"features\":[\n";
    for (std::size_t i = 0; i < features.size(); ++i) text += (i > 0 ? ",\n" : "") + features[i];
    return text + "\n]}\n";
}

}  // namespace allways::test
