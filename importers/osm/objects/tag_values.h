// SPDX-License-Identifier: Apache-2.0
// Values of OpenStreetMap tags as numbers. Functions return nothing for invalid text: people type the tags.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace allways::importers::osm {

inline constexpr double lowest_kmh = 0.5;  // for posted limits and profiles
inline constexpr double highest_kmh = 300;
inline constexpr double longest_duration_s = 30 * 86400;

// Returns the values of "30;50", trimmed.
std::vector<std::string_view> values_of(std::string_view text);

// Returns the km/h of a speed unit as tags spell it: "mph", "kph", "knots"; nothing for others.
std::optional<double> kmh_of_unit(std::string_view unit);

// Returns the km/h of "50", "50 km/h", "30 mph", "10 knots"; nothing outside lowest_kmh to highest_kmh.
std::optional<double> parse_kmh(std::string_view text);

// Returns the seconds of "1:30" (hours), "0:45:30", "45" (minutes), "PT1H30M", "P1DT2H"; nothing unless they are above
// zero and at most longest_duration_s.
std::optional<double> parse_duration_s(std::string_view text);

}  // namespace allways::importers::osm
