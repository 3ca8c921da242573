// SPDX-License-Identifier: Apache-2.0
// Tags → directions of traffic.
#include "osm/profile/oneway.h"

#include <optional>

namespace allways::importers::osm {

namespace {

constexpr Flow both_ways{true, true};
constexpr Flow along{true, false};
constexpr Flow against{false, true};
constexpr Flow nobody_can_tell{false, false, true};

std::optional<Flow> parse_oneway(std::string_view value) {
    if (value == "yes" || value == "true" || value == "1") return along;
    if (value == "-1" || value == "reverse") return against;
    if (value == "no" || value == "false" || value == "0") return both_ways;
    if (value == "alternating") return both_ways;  // the direction alternates every few minutes
    if (value == "reversible") return nobody_can_tell;
    return std::nullopt;
}

}  // namespace

bool is_oneway_value(std::string_view value) {
    return parse_oneway(value).has_value();
}

Flow flow_of(const OnewayRules& rules, const Tags& way) {
    for (std::size_t key = rules.keys.size(); key-- > 0;) {
        if (key == 0 && matches(rules.both_ways, way)) return both_ways;
        if (const auto flow = parse_oneway(way[rules.keys[key]])) return *flow;
    }
    if (matches(rules.oneway_where, way)) {
        if (const auto flow = parse_oneway(way["oneway"])) return *flow;
    }
    if (matches(rules.implied, way)) return along;
    return matches(rules.implied_backward, way) ? against : both_ways;
}

}  // namespace allways::importers::osm
