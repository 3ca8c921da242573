// Text of limits of size and weight → metres and tonnes.
#pragma once

#include <optional>
#include <string_view>

namespace allways::importers::osm {

// Returns the metres of "3.5", "3,5 m", "350 cm", "12 ft", "12'6\"", "12'", "12 ft 6 in", "150\""; nothing for other
// text and for zero.
std::optional<double> parse_metres(std::string_view text);

// Returns the tonnes of "7.5", "7.5 t", "7500 kg", "16000 lbs", "8 st" (short tons), "8 lt" (long tons), "100 cwt";
// nothing for other text and for zero.
std::optional<double> parse_tonnes(std::string_view text);

}  // namespace allways::importers::osm
