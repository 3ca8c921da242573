// SPDX-License-Identifier: Apache-2.0
// Trims text and parses numbers.
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "allways/base/format.h"

namespace allways {

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

void split_blanks(std::string_view line, std::vector<std::string_view>& fields) {
    fields.clear();
    std::size_t i = 0;
    while (i < line.size()) {
        while (i < line.size() && is_blank(line[i])) ++i;
        const std::size_t first = i;
        while (i < line.size() && !is_blank(line[i])) ++i;
        if (i > first) fields.push_back(line.substr(first, i - first));
    }
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<std::string_view> items_in(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> items;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (const auto item = trimmed(text.substr(0, end)); !item.empty()) items.push_back(item);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return items;
}

namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    // From_chars does not accept a plus.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<std::int64_t> parse_whole(std::string_view text) {
    return parse_number<std::int64_t>(text);
}
std::optional<double> parse_real(std::string_view text) {
    const auto value = parse_number<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

bool is_missing_word(std::string_view text) {
    if (text.empty()) return true;
    if (text.size() > 4) return false;
    const std::string word = lower_case(text);
    return word == "null" || word == "na" || word == "n/a" || word == "nan" || word == "none";
}

bool is_unreachable_word(std::string_view text) {
    if (is_missing_word(text) || text == "-") return true;
    if (text.front() == '+') text.remove_prefix(1);
    const std::string word = lower_case(text.substr(0, 9));
    return word == "inf" || word == "infinity";
}

std::string comma_hint(std::string_view text) {
    std::string with_point(trimmed(text));
    const std::size_t comma = with_point.find(',');
    if (comma == std::string::npos) return "";
    with_point[comma] = '.';
    return parse_real(with_point) ? "; decimals need a point" : "";
}

std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;  // whole UTF-8 characters
    return std::string(text.substr(0, most)) + "…";
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
    std::string result;
    for (const auto& part : parts) {
        if (!result.empty()) result += separator;
        result += part;
    }
    return result;
}

DistinctNames::DistinctNames(const std::vector<std::string>& taken) {
    for (const std::string& name : taken) last_number_.emplace(name, 1);
}

std::string DistinctNames::add(const std::string& wanted) {
    const auto [known, is_new] = last_number_.try_emplace(lower_case(wanted), 1);
    if (is_new) return wanted;
    std::size_t& number = known->second;  // stays where it is
    std::string name;
    do {
        name = format("{}_{}", wanted, ++number);
    } while (!last_number_.try_emplace(lower_case(name), 1).second);
    return name;
}

std::string unit_symbol(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 32> spellings{{
        {"feet", "ft"},   {"foot", "ft"},      {"ft", "ft"},         {"mile", "mi"},      {"miles", "mi"},
        {"mi", "mi"},     {"meter", "m"},      {"meters", "m"},      {"metre", "m"},      {"metres", "m"},
        {"m", "m"},       {"kilometer", "km"}, {"kilometers", "km"}, {"kilometre", "km"}, {"kilometres", "km"},
        {"km", "km"},     {"minute", "min"},   {"minutes", "min"},   {"min", "min"},      {"mins", "min"},
        {"second", "s"},  {"seconds", "s"},    {"sec", "s"},         {"s", "s"},          {"hour", "h"},
        {"hours", "h"},   {"h", "h"},          {"mph", "mph"},       {"kph", "km/h"},     {"kmh", "km/h"},
        {"kmph", "km/h"}, {"km/h", "km/h"},
    }};
    const std::string_view plain = trimmed(text);
    const std::string word = lower_case(plain);
    for (const auto& [spelling, symbol] : spellings) {
        if (word == spelling) return std::string(symbol);
    }
    return std::string(plain);
}

}  // namespace allways
