// SPDX-License-Identifier: Apache-2.0
// Trims text and parses numbers.
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

// ---- UTF-8

namespace {

// The form of a character by its first byte (Unicode, table 3-7): the number of its bytes, and the range of the second
// one, which rules out overlong forms, surrogates, and anything beyond U+10FFFF.
struct Form {
    std::size_t bytes = 0;  // 0: no character begins with this byte
    unsigned char least = 0x80, most = 0xBF;
};

Form form_of(unsigned char first) {
    if (first < 0x80) return {1};
    if (first < 0xC2 || first > 0xF4) return {};
    if (first < 0xE0) return {2};
    if (first == 0xE0) return {3, 0xA0, 0xBF};
    if (first == 0xED) return {3, 0x80, 0x9F};
    if (first < 0xF0) return {3};
    if (first == 0xF0) return {4, 0x90, 0xBF};
    if (first == 0xF4) return {4, 0x80, 0x8F};
    return {4};
}

// Returns how many bytes of `form` are present at the beginning of `text`; 1 or more.
std::size_t present(const Form& form, std::string_view text) {
    std::size_t count = 1;
    for (; count < form.bytes && count < text.size(); ++count) {
        const auto byte = static_cast<unsigned char>(text[count]);
        if (byte < (count == 1 ? form.least : 0x80) || byte > (count == 1 ? form.most : 0xBF)) break;
    }
    return count;
}

bool is_noncharacter(std::string_view character) {
    if (character.size() < 3) return false;
    std::uint32_t code = static_cast<unsigned char>(character[0]) & (character.size() == 3 ? 0x0Fu : 0x07u);
    for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const Form form = form_of(static_cast<unsigned char>(text[0]));
        const std::size_t count = present(form, text);
        const std::string_view character = text.substr(0, count);
        valid += count == form.bytes && !is_noncharacter(character) ? character : "\uFFFD";
        text.remove_prefix(count);
    }
    return valid;
}

std::string without_controls(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = [&](std::size_t of) { return of < text.size() ? static_cast<unsigned char>(text[of]) : 0u; };
        const bool is_c1 = byte(at) == 0xC2 && byte(at + 1) >= 0x80 && byte(at + 1) < 0xA0;
        const bool is_c0 = byte(at) < 0x20 && text[at] != '\n' && text[at] != '\t';
        if (is_c1 || is_c0 || byte(at) == 0x7F)
            clean += "\uFFFD";
        else
            clean += text[at];
        at += is_c1;
    }
    return clean;
}

}  // namespace allways
