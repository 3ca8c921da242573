// SPDX-License-Identifier: Apache-2.0
// Sources: https://wiki.openstreetmap.org/wiki/Map_features/Units, Key:maxheight, Key:maxweight.
#include "osm/objects/measures.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text.h"

namespace allways::importers::osm {

namespace {

constexpr double foot_m = 0.3048;
constexpr double inch_m = 0.0254;

struct UnitOfMeasure {
    std::string_view name;
    Measure measure;
    double size;
};

// "ton" is taken as a tonne, as in Valhalla: mappers outside North America mean that.
constexpr UnitOfMeasure units_of_measure[] = {
    {"m", Measure::length, 1},
    {"meter", Measure::length, 1},
    {"meters", Measure::length, 1},
    {"metre", Measure::length, 1},
    {"metres", Measure::length, 1},
    {"cm", Measure::length, 0.01},
    {"mm", Measure::length, 0.001},
    {"'", Measure::length, foot_m},
    {"ft", Measure::length, foot_m},
    {"feet", Measure::length, foot_m},
    {"foot", Measure::length, foot_m},
    {"\"", Measure::length, inch_m},
    {"''", Measure::length, inch_m},
    {"in", Measure::length, inch_m},
    {"inch", Measure::length, inch_m},
    {"inches", Measure::length, inch_m},
    {"t", Measure::weight, 1},
    {"to", Measure::weight, 1},
    {"ton", Measure::weight, 1},
    {"tons", Measure::weight, 1},
    {"tonne", Measure::weight, 1},
    {"tonnes", Measure::weight, 1},
    {"kg", Measure::weight, 0.001},
    {"lb", Measure::weight, 0.00045359237},
    {"lbs", Measure::weight, 0.00045359237},
    {"st", Measure::weight, 0.90718474},      // short tons
    {"lt", Measure::weight, 1.0160469088},    // long tons
    {"cwt", Measure::weight, 0.05080234544},  // long hundredweights
    {"min", Measure::time, 1},
    {"minute", Measure::time, 1},
    {"minutes", Measure::time, 1},
    {"h", Measure::time, 60},
    {"hr", Measure::time, 60},
    {"hour", Measure::time, 60},
    {"hours", Measure::time, 60},
    {"day", Measure::time, 1440},
    {"days", Measure::time, 1440},
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
        return each.name == text.substr(0, size) && (!measure || each.measure == *measure);
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

}  // namespace

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
