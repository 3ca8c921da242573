// SPDX-License-Identifier: Apache-2.0
// Text of tags → km/h and seconds.
#include "osm/objects/tag_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>

#include "allways/base/units.h"
#include "base/text.h"
#include "osm/objects/measures.h"

namespace allways::importers::osm {

namespace {

// Removes an unsigned number from the front of the text and returns it.
std::optional<double> take_number(std::string_view& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (error != std::errc{} || !std::isfinite(value) || std::signbit(value)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

std::optional<double> if_plausible(double seconds) {
    return seconds > 0 && seconds <= longest_duration_s ? std::optional(seconds) : std::nullopt;
}

// Parses minutes ("45"), hours and minutes ("1:30"), or also seconds ("1:30:15"). Two digits below 60 follow each
// colon.
std::optional<double> parse_clock(std::string_view text) {
    constexpr double unit_s[] = {3600, 60, 1};
    const auto colons = std::ranges::count(text, ':');
    if (colons > 2) return std::nullopt;
    std::size_t part = colons == 0 ? 1 : 0;
    double seconds = 0;
    for (bool first = true; first || !text.empty(); first = false, ++part) {
        if (!first) {
            text.remove_prefix(1);
            if (text.size() < 2 || text.substr(0, 2).find(':') != text.npos) return std::nullopt;
        }
        const auto number = take_number(text);
        if (!number || (!first && *number >= 60)) return std::nullopt;
        if (!text.empty() && text.front() != ':') return std::nullopt;
        seconds += *number * unit_s[part];
    }
    return if_plausible(seconds);
}

// Parses ISO 8601 durations without years and months, whose lengths vary.
std::optional<double> parse_iso(std::string_view text) {
    text.remove_prefix(1);  // P
    double seconds = 0;
    bool time_of_day = false;
    while (!text.empty()) {
        if (!time_of_day && text.front() == 'T') {
            time_of_day = true;
            text.remove_prefix(1);
        }
        const auto number = take_number(text);
        if (!number || text.empty()) return std::nullopt;
        const char unit = text.front();
        text.remove_prefix(1);
        if (!time_of_day && unit == 'W') {
            seconds += *number * 7 * 86400;
        } else if (!time_of_day && unit == 'D') {
            seconds += *number * 86400;
        } else if (time_of_day && unit == 'H') {
            seconds += *number * 3600;
        } else if (time_of_day && unit == 'M') {
            seconds += *number * 60;
        } else if (time_of_day && unit == 'S') {
            seconds += *number;
        } else {
            return std::nullopt;
        }
    }
    return if_plausible(seconds);
}

// Parses amounts with units, one after the other: "90 min", "1.5 h", "1h30", "2 hours 15 minutes".
std::optional<double> parse_amounts(std::string_view text) {
    constexpr std::string_view digits = "0123456789.,";
    double minutes = 0;
    while (!text.empty()) {
        const auto unit = text.find_first_not_of(digits);
        if (unit == text.npos) return std::nullopt;
        const auto next = std::min(text.find_first_of(digits, unit), text.size());
        const Amount amount = read_amount(text.substr(0, next), Measure::time);
        if (amount.lacks != Amount::Lacks::nothing) return std::nullopt;
        minutes += amount.size;
        text = trimmed(text.substr(next));
        const bool is_last_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
        if (!is_last_number) continue;
        const double rest = read_amount(text, Measure::time).size;  // minutes follow hours without a unit
        if (text.size() != 2 || rest >= 60) return std::nullopt;
        return if_plausible(60 * (minutes + rest));
    }
    return if_plausible(60 * minutes);
}

std::optional<double> parse_one_duration_s(std::string_view text) {
    if (text.starts_with('P')) return parse_iso(text);
    const auto clock = parse_clock(text);
    return clock ? clock : parse_amounts(text);
}

}  // namespace

std::optional<double> kmh_of_unit(std::string_view unit) {
    const std::string symbol = unit.empty() ? "km/h" : unit == "knots" ? "kn" : unit_symbol(unit);
    if (symbol != "km/h" && symbol != "mph" && symbol != "kn") return std::nullopt;
    return static_cast<double>(find_unit(symbol)->size) / sizes_per_kmh;
}

std::optional<double> parse_kmh(std::string_view text) {
    text = trimmed(text);
    const auto number = take_number(text);
    const auto unit = kmh_of_unit(lower_case(trimmed(text)));
    if (!number || !unit) return std::nullopt;
    const double kmh = *number * *unit;
    return kmh >= lowest_kmh && kmh <= highest_kmh ? std::optional(kmh) : std::nullopt;
}

std::optional<double> parse_duration_s(std::string_view text) {
    for (const std::string_view value : values_of(text)) {
        if (const auto seconds = parse_one_duration_s(value)) return seconds;
    }
    return std::nullopt;
}

}  // namespace allways::importers::osm
