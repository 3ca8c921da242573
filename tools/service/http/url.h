// SPDX-License-Identifier: Apache-2.0
// Splits the target of an HTTP request into its path and options, and parses pieces of these, with OSRM's errors for
// malformed ones.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace allways::tools {

struct Url {
    // The decoded texts between slashes: {"route", "v1", "driving", "7.41,43.73;7.42,43.74"}.
    std::vector<std::string> parts;
    struct Option {
        std::string name;
        std::string value;     // decoded
        std::size_t position;  // the name's position in the target
        std::size_t value_position;
    };
    std::vector<Option> options;
    std::size_t last_part_position = 0;
};

// Throws ServiceError InvalidUrl for a target that does not begin with a slash or that has malformed percent encodings.
Url parse_url(std::string_view target);

// Parsing pieces of the path and of options.

[[noreturn]] void fail_query(std::size_t position);  // malformed close to this position of the target
[[noreturn]] void fail_options(const std::string& message);

// Nothing for a text that is no number, or not finite.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    if constexpr (std::is_floating_point_v<Number>) {
        if (!std::isfinite(value)) return {};
    }
    return value;
}

}  // namespace allways::tools
