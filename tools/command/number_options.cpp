// SPDX-License-Identifier: Apache-2.0
#include "command/number_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <CLI/App.hpp>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::command {

namespace {

std::optional<double> parse_finite(std::string_view text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || !std::isfinite(number)) return std::nullopt;
    return number;
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    if (parsed.ec != std::errc()) return std::nullopt;
    std::string_view unit(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    int steps = 0;
    if (!unit.empty()) {
        const std::size_t prefix = std::string_view("kKmMgGtTpP").find(unit.front());
        if (prefix != std::string_view::npos) {
            steps = static_cast<int>(prefix / 2) + 1;
            unit.remove_prefix(1);
            if (unit.starts_with('i')) unit.remove_prefix(1);
        }
        if (!unit.empty() && unit != "B" && unit != "b") return std::nullopt;
    }
    const double bytes = std::trunc(std::ldexp(number, 10 * steps));
    if (!(bytes >= 1 && bytes < 0x1p64)) return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
}

std::optional<double> parse_duration(std::string_view text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    if (parsed.ec != std::errc() || !(number > 0) || !std::isfinite(number)) return std::nullopt;
    std::string_view unit(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    if (unit.empty() || unit == "s") return number;
    if (unit == "min") return 60 * number;
    if (unit == "h") return 3600 * number;
    return std::nullopt;
}

CLI::Validator count_from(std::uint64_t smallest, std::uint64_t largest) {
    return CLI::Validator(
        [=](const std::string& text) -> std::string {
            std::uint64_t count = 0;
            const char* end = text.data() + text.size();
            const auto parsed = std::from_chars(text.data(), end, count);
            if (parsed.ec == std::errc() && parsed.ptr == end && count >= smallest && count <= largest) return "";
            if (largest == std::numeric_limits<std::uint64_t>::max()) {
                return format("expected an integer from {}, found '{}'", smallest, text);
            }
            return format("expected an integer from {} to {}, found '{}'", smallest, largest, text);
        },
        "");
}

CLI::Validator number_from(double smallest, double largest) {
    return CLI::Validator(
        [=](const std::string& text) -> std::string {
            const auto number = parse_finite(text);
            if (number && *number >= smallest && *number <= largest) return "";
            if (largest == std::numeric_limits<double>::max()) {
                return format("expected a number from {:.6g}, found '{}'", smallest, text);
            }
            return format("expected a number from {:.6g} to {:.6g}, found '{}'", smallest, largest, text);
        },
        "");
}

CLI::Validator number_above(double limit) {
    return CLI::Validator(
        [=](const std::string& text) -> std::string {
            const auto number = parse_finite(text);
            return number && *number > limit ? "" : format("expected a number above {:.6g}, found '{}'", limit, text);
        },
        "");
}

CLI::Validator size_in_bytes() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            const auto bytes = parse_bytes(text);
            if (!bytes) return format("expected a size such as 800M or 1.5G, found '{}'", text);
            text = std::to_string(*bytes);
            return "";
        },
        "");
}

CLI::Validator time_in_seconds() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            const auto seconds = parse_duration(text);
            if (!seconds) return format("expected a time such as 90s or 5min, found '{}'", text);
            text = std::to_string(*seconds);
            return "";
        },
        "");
}

std::vector<double> parse_cutoffs(const std::vector<std::string>& texts) {
    std::vector<double> cutoffs;
    for (const std::string& text : texts) {
        for (const std::string_view part : split(text, ',')) {
            const std::string_view cutoff = trimmed(part);
            const auto value = Decimal::parse(cutoff);
            if (!value || value->digits() <= 0) {
                throw InvalidArgument(format("--cutoff: expected numbers above 0, such as 300,600, found '{}'", text));
            }
            cutoffs.push_back(value->to_double());
            if (!std::isfinite(cutoffs.back())) {
                throw InvalidArgument(format("--cutoff '{}' is larger than any cost can be", cutoff));
            }
        }
    }
    return cutoffs;
}

}  // namespace allways::command
