// SPDX-License-Identifier: Apache-2.0
// Values of OpenStreetMap tags as numbers. Functions return nothing for invalid text: people type the tags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace allways::importers::osm {

inline constexpr double lowest_kmh = 0.5;  // for posted limits and profiles
inline constexpr double highest_kmh = 300;
inline constexpr double longest_duration_s = 30 * 86400;

// Returns true if the word is one of those that single blanks separate.
bool has_word(std::string_view words, std::string_view word);

// The values of a tag, which semicolons separate: one or more, without the blanks around them. A range that is its own
// iterator.
class Values {
public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    explicit Values(std::string_view text) : end_(text.find(';')), text_(text) {}
    std::string_view operator*() const { return trimmed(text_.substr(0, end_)); }
    Values& operator++() {
        is_end_ = end_ == text_.npos;
        if (!is_end_) *this = Values(text_.substr(end_ + 1));
        return *this;
    }
    Values operator++(int) { return std::exchange(*this, ++Values(*this)); }
    bool operator==(std::default_sentinel_t) const { return is_end_; }
    Values begin() const { return *this; }
    std::default_sentinel_t end() const { return {}; }

private:
    bool is_end_ = false;
    std::size_t end_ = 0;
    std::string_view text_;
};

// Returns the km/h of a speed unit as tags spell it: "mph", "kph", "knots"; nothing for others.
std::optional<double> kmh_of_unit(std::string_view unit);

// Returns the km/h of "50", "50 km/h", "30 mph", "10 knots"; nothing outside lowest_kmh to highest_kmh.
std::optional<double> parse_kmh(std::string_view text);

// Returns the seconds of "1:30" (hours), "0:45:30", "45" (minutes), "90 min", "1h30", "PT1H30M", "P1DT2H"; of several
// values the first that is one. Returns nothing unless they are above zero and at most longest_duration_s.
std::optional<double> parse_duration_s(std::string_view text);

// ---- measures, such as limits of size and weight → metres, tonnes, minutes

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
