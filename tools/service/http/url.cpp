// SPDX-License-Identifier: Apache-2.0
#include "service/http/url.h"

#include <algorithm>

#include "allways/base/format.h"
#include "service/http/service_error.h"

namespace allways::tools {

namespace {

[[noreturn]] void fail(std::size_t position) {
    throw ServiceError("InvalidUrl", format("URL string malformed close to position {}", position));
}

std::optional<unsigned> hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return {};
}

// Decodes percent signs. `position`: the position of the text in the target, for errors.
std::string decoded(std::string_view text, std::size_t position) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
        const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
        if (!high || !low) fail(position + i);
        plain += static_cast<char>(*high * 16 + *low);
        i += 2;
    }
    return plain;
}

}  // namespace

Url parse_url(std::string_view target) {
    if (target.empty() || target.front() != '/') fail(0);
    Url url;
    const std::size_t path_end = std::min(target.find('?'), target.size());
    for (std::size_t begin = 1; begin <= path_end;) {
        const std::size_t end = std::min(target.find('/', begin), path_end);
        if (end > begin) {
            url.parts.push_back(decoded(target.substr(begin, end - begin), begin));
            url.last_part_position = begin;
        }
        begin = end + 1;
    }
    for (std::size_t begin = path_end + 1; begin < target.size();) {
        const std::size_t end = std::min(target.find('&', begin), target.size());
        const std::size_t equals = std::min(target.find('=', begin), end);
        const std::size_t value = std::min(equals + 1, end);
        if (end > begin) {
            url.options.push_back({decoded(target.substr(begin, equals - begin), begin),
                                   decoded(target.substr(value, end - value), value), begin, value});
        }
        begin = end + 1;
    }
    return url;
}

void fail_query(std::size_t position) {
    throw ServiceError("InvalidQuery", format("Query string malformed close to position {}", position));
}

void fail_options(const std::string& message) {
    throw ServiceError("InvalidOptions", message);
}

}  // namespace allways::tools
