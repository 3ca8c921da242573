// SPDX-License-Identifier: Apache-2.0
#include "command/position_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace allways::command {

nlohmann::ordered_json to_json(const PositionDistances& distances) {
    const bool metres = distances.in_metres;
    auto all = nlohmann::ordered_json::array();
    for (const PositionDistance& position : distances.positions) {
        nlohmann::ordered_json one{{"id", position.name}, {snap_column(metres), nullptr}};
        if (std::isfinite(position.distance)) one[snap_column(metres)] = rounded_snap(position.distance, metres);
        if (!position.snapped) one["snapped"] = false;
        if (std::isfinite(position.passed_over))
            one[metres ? "nearest_road_m" : "nearest_road"] = rounded_snap(position.passed_over, metres);
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace allways::command
