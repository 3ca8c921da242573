// SPDX-License-Identifier: Apache-2.0
// Angles and tags of nodes → seconds.
#include "osm/profile/turn_prices.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "osm/objects/tags.h"

namespace allways::importers::osm {

double NodePrice::seconds(bool backward, bool sign_binds) const {
    return std::max(backward ? backward_s : forward_s, sign_binds ? sign_s : 0);
}

NodePrice node_price(const TurnCostRules& rules, const Tags& node) {
    NodePrice price;
    for (const TurnCostRules::OfKey& of_key : rules.node) {
        const auto found = of_key.seconds.find(node[of_key.key]);
        if (found == of_key.seconds.end()) continue;
        const auto& [value, seconds] = *found;
        std::string_view direction = node[value + ":direction"];
        if (direction.empty()) direction = node["direction"];
        const bool stop = value == "stop";
        if (of_key.key == "highway" && (stop || value == "give_way") && direction != "forward" &&
            direction != "backward" && direction != "both") {
            price.sign_s = std::max(price.sign_s, seconds);
            price.minor_only = !stop || node["stop"] == "minor";
            continue;
        }
        if (direction != "backward") price.forward_s = std::max(price.forward_s, seconds);
        if (direction != "forward") price.backward_s = std::max(price.backward_s, seconds);
    }
    return price;
}

double turn_seconds(const TurnCostRules& rules, double degrees, bool crosses_traffic) {
    const double bias = crosses_traffic ? rules.bias : 1 / rules.bias;
    if (rules.curve == TurnCostRules::Curve::square) return rules.turn_s * (degrees / 90) * (degrees / 90) * bias;
    return rules.turn_s / (1 + std::exp(6.5 / bias - 13 * bias * degrees / 180));
}

SecondsBothWays seconds_inside(const NodePrice& price, double from_start_m, double length_m, bool both_ways) {
    const double to_end_m = length_m - from_start_m;
    return {price.seconds(false, !both_ways || to_end_m <= from_start_m),
            price.seconds(true, !both_ways || from_start_m <= to_end_m)};
}

}  // namespace allways::importers::osm
