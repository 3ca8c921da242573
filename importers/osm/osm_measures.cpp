// Sources: https://wiki.openstreetmap.org/wiki/Map_features/Units, Key:maxheight, Key:maxweight.
#include "osm/osm_measures.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <string>

#include "allways/base/text.h"

namespace allways::importers::osm {

namespace {

struct UnitOfMeasure {
    std::string_view name;
    double size;  // in metres or tonnes
};

constexpr UnitOfMeasure units_of_length[] = {
    {"", 1},        {"m", 1},       {"meter", 1},   {"meters", 1},    {"metre", 1},      {"metres", 1},
    {"cm", 0.01},   {"mm", 0.001},  {"'", 0.3048},  {"ft", 0.3048},   {"feet", 0.3048},  {"foot", 0.3048},
    {"\"", 0.0254}, {"''", 0.0254}, {"in", 0.0254}, {"inch", 0.0254}, {"inches", 0.0254}};

// "ton" is taken for a tonne, as in Valhalla: mappers outside North America mean that.
constexpr UnitOfMeasure units_of_weight[] = {{"", 1},
                                             {"t", 1},
                                             {"to", 1},
                                             {"ton", 1},
                                             {"tons", 1},
                                             {"tonne", 1},
                                             {"tonnes", 1},
                                             {"kg", 0.001},
                                             {"lb", 0.00045359237},
                                             {"lbs", 0.00045359237},
                                             {"st", 0.90718474},
                                             {"lt", 1.0160469088},
                                             {"cwt", 0.045359237}};

struct MeasuredValue {
    double number = 0;
    double unit = 1;
    std::string_view unit_name;
};

// Removes a number and its unit from the front.
std::optional<MeasuredValue> take_measure(std::string_view& text, std::span<const UnitOfMeasure> units) {
    MeasuredValue found;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, found.number, std::chars_format::fixed);
    if (error != std::errc{} || !std::isfinite(found.number) || std::signbit(found.number)) return std::nullopt;
    text = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
    std::size_t size = 0;
    while (size < text.size() && !(text[size] >= '0' && text[size] <= '9') && text[size] != ' ') ++size;
    const auto unit = std::ranges::find(units, text.substr(0, size), &UnitOfMeasure::name);
    if (unit == units.end()) return std::nullopt;
    text = trimmed(text.substr(size));
    found.unit = unit->size;
    found.unit_name = unit->name;
    return found;
}

// "3,5" becomes "3.5"; elsewhere a comma stays.
std::string with_decimal_point(std::string_view text) {
    std::string result = lower_case(trimmed(text));
    const auto comma = result.find(',');
    if (comma != result.npos && result.find_first_of(",.", comma + 1) == result.npos) result[comma] = '.';
    return result;
}

std::optional<double> if_above_zero(double value) {
    return value > 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> parse_metres(std::string_view text) {
    const std::string plain = with_decimal_point(text);
    std::string_view rest = plain;
    const auto first = take_measure(rest, units_of_length);
    if (!first) return std::nullopt;
    if (rest.empty()) return if_above_zero(first->number * first->unit);
    if (first->unit != 0.3048) return std::nullopt;
    // Inches follow feet; people leave out their sign.
    const auto inches = take_measure(rest, units_of_length);
    if (!inches || !rest.empty() || !(inches->unit == 0.0254 || inches->unit_name.empty())) return std::nullopt;
    if (inches->number >= 12) return std::nullopt;
    return if_above_zero((12 * first->number + inches->number) * 0.0254);
}

std::optional<double> parse_tonnes(std::string_view text) {
    const std::string plain = with_decimal_point(text);
    std::string_view rest = plain;
    const auto weight = take_measure(rest, units_of_weight);
    if (!weight || !rest.empty()) return std::nullopt;
    return if_above_zero(weight->number * weight->unit);
}

}  // namespace allways::importers::osm
