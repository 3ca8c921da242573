// Values of OpenStreetMap tags as numbers. Nothing where the text is not what it should be: tags are typed by people.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace allways::osm {

inline constexpr double lowest_kmh = 0.5;  // of posted limits and of profiles
inline constexpr double highest_kmh = 300;
inline constexpr double longest_duration_s = 30 * 86400;
inline constexpr double kmh_per_mph = 1.609344;

// The parts of "30;50", trimmed.
std::vector<std::string_view> values_of(std::string_view text);

// km/h of "50", "50 km/h", "30 mph", "10 knots"; nothing where that is not from lowest_kmh to highest_kmh.
std::optional<double> parse_kmh(std::string_view text);

// Seconds of "1:30" (hours), "0:45:30", "45" (minutes), "PT1H30M", "P1DT2H"; nothing where that is not above zero
// and at most longest_duration_s.
std::optional<double> parse_duration_s(std::string_view text);

}  // namespace allways::osm
