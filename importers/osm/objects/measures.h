// SPDX-License-Identifier: Apache-2.0
// Text of measures, such as limits of size and weight → metres, tonnes, minutes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace allways::importers::osm {

enum class Measure : std::uint8_t { length, weight, time, count };

// A number with its unit, or the position of the fault if the text is not an amount.
struct Amount {
    enum class Lacks : std::uint8_t { nothing, number, unit, inches };
    double size = 0;  // in metres, tonnes or minutes; without a known unit the plain number
    Lacks lacks = Lacks::nothing;
    std::size_t position = 0;  // position at which something is missing
};

// Reads "3.5", "3,5 m", "350 cm", "12 ft", "12'6\"", "12'", "12 ft 6 in", "150\""; "7.5 t", "7500 kg", "16000 lbs", "8
// st" (short tons), "8 lt" (long tons), "100 cwt" (long hundredweights); "90 min", "2 hours", "1 day". Without a
// measure any word is accepted as a unit.
Amount read_amount(std::string_view text, std::optional<Measure> measure);

// Returns the metres or tonnes of the text; nothing if it is not an amount above zero.
std::optional<double> parse_metres(std::string_view text);
std::optional<double> parse_tonnes(std::string_view text);

}  // namespace allways::importers::osm
