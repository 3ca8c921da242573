// SPDX-License-Identifier: Apache-2.0
// Text of tags → km/h, seconds, and measures. Sources for these:
// https://wiki.openstreetmap.org/wiki/Map_features/Units, Key:maxheight, Key:maxweight.
#include "osm/objects/tag_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>

#include "allways/base/units.h"
#include "base/text.h"

namespace allways::importers::osm {

namespace {

constexpr double foot_m = 0.3048;
constexpr double inch_m = 0.0254;

struct UnitOfMeasure {
    std::string_view names;
    Measure measure;
    double size;
};

// "ton" is taken as a tonne, as in Valhalla: mappers outside North America mean that.
constexpr UnitOfMeasure units_of_measure[] = {
    {"m meter meters metre metres", Measure::length, 1},
    {"cm", Measure::length, 0.01},
    {"mm", Measure::length, 0.001},
    {"' ft feet foot", Measure::length, foot_m},
    {"\" '' in inch inches", Measure::length, inch_m},
    {"t to ton tons tonne tonnes", Measure::weight, 1},
    {"kg", Measure::weight, 0.001},
    {"lb lbs", Measure::weight, 0.00045359237},
    {"st", Measure::weight, 0.90718474},      // short tons
    {"lt", Measure::weight, 1.0160469088},    // long tons
    {"cwt", Measure::weight, 0.05080234544},  // long hundredweights
    {"min minute minutes", Measure::time, 1},
    {"h hr hour hours", Measure::time, 60},
    {"day days", Measure::time, 1440},
};

// Removes a number and blanks from the front. A comma before one or two digits is taken as a decimal point; "7,500"
// could mean either.
std::optional<double> take_amount(std::string_view& text) {
    const auto digits = [&](std::size_t from) {
        const auto end = text.find_first_not_of("0123456789", from);
        return (end == text.npos ? text.size() : end) - from;
    };
    const auto whole = digits(0);
    if (whole == 0 || whole > 9) return std::nullopt;
    std::string number(text.substr(0, whole));
    auto length = whole;
    if (length < text.size() && (text[length] == '.' || text[length] == ',')) {
        const auto places = digits(length + 1);
        if (places == 0 || places > (text[length] == ',' ? 2 : 9)) return std::nullopt;
        number += '.';
        number += text.substr(length + 1, places);
        length += 1 + places;
    }
    text = trimmed(text.substr(length));
    double value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    return value;
}

// Removes a unit and blanks from the front. Returns null, and removes nothing, if no unit fits.
const UnitOfMeasure* take_unit(std::string_view& text, std::optional<Measure> measure) {
    std::size_t size = std::min(text.find_first_of("0123456789 "), text.size());
    if (text.starts_with('\'') && !text.starts_with("''")) size = 1;
    const auto unit = std::ranges::find_if(units_of_measure, [&](const UnitOfMeasure& each) {
        return has_word(each.names, text.substr(0, size)) && (!measure || each.measure == *measure);
    });
    if (unit == std::end(units_of_measure)) return nullptr;
    text = trimmed(text.substr(size));
    return unit;
}

bool is_word(std::string_view text) {
    return std::ranges::all_of(
        text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == ':'; });
}

std::optional<double> above_zero(const Amount& amount) {
    return amount.lacks == Amount::Lacks::nothing && amount.size > 0 ? std::optional(amount.size) : std::nullopt;
}

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

bool has_word(std::string_view words, std::string_view word) {
    for (auto at = words.find(word); at != words.npos && !word.empty(); at = words.find(word, at + 1)) {
        const bool begins = at == 0 || words[at - 1] == ' ';
        const std::size_t end = at + word.size();
        if (begins && (end == words.size() || words[end] == ' ')) return true;
    }
    return false;
}

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
    for (const std::string_view value : Values(text)) {
        if (const auto seconds = parse_one_duration_s(value)) return seconds;
    }
    return std::nullopt;
}

Amount read_amount(std::string_view text, std::optional<Measure> measure) {
    const std::string lower = lower_case(text);
    std::string_view rest = trimmed(lower);
    const auto lacks = [&](Amount::Lacks what) {
        const auto at = rest.empty() ? lower.size() : static_cast<std::size_t>(rest.data() - lower.data());
        return Amount{0, what, at};
    };
    const auto number = take_amount(rest);
    if (!number) return lacks(Amount::Lacks::number);
    if (rest.empty()) return {*number};
    const UnitOfMeasure* unit = take_unit(rest, measure);
    if (unit == nullptr) return !measure && is_word(rest) ? Amount{*number} : lacks(Amount::Lacks::unit);
    if (rest.empty()) return {*number * unit->size};
    if (unit->size != foot_m) return lacks(Amount::Lacks::unit);
    // Inches follow feet; mappers may omit their sign.
    const auto inches = take_amount(rest);
    if (!inches || *inches >= 12) return lacks(Amount::Lacks::inches);
    if (!rest.empty()) {
        const UnitOfMeasure* sign = take_unit(rest, Measure::length);
        if (sign == nullptr || sign->size != inch_m || !rest.empty()) return lacks(Amount::Lacks::inches);
    }
    return {(12 * *number + *inches) * inch_m};
}

std::optional<double> parse_metres(std::string_view text) {
    return above_zero(read_amount(text, Measure::length));
}

std::optional<double> parse_tonnes(std::string_view text) {
    return above_zero(read_amount(text, Measure::weight));
}

}  // namespace allways::importers::osm
