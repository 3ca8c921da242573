// SPDX-License-Identifier: Apache-2.0
// Parses pieces of text in OSRM's requests, with errors for malformed ones.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "allways/base/format.h"
#include "service/http/service_error.h"

namespace allways::tools {

[[noreturn]] inline void fail_query(std::size_t position) {
    throw ServiceError("InvalidQuery", format("Query string malformed close to position {}", position));
}

[[noreturn]] inline void fail_options(const std::string& message) {
    throw ServiceError("InvalidOptions", message);
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

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
