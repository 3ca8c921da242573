// SPDX-License-Identifier: Apache-2.0
#include "text/python_list.h"

#include <algorithm>

#include "base/text.h"

namespace allways::importers {

namespace {

// Removes a quoted item from the front; returns false if its quote is never closed.
bool take_quoted(std::string_view& rest, std::string& item) {
    const char quote = rest.front();
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == quote) {
            rest = trimmed(rest.substr(i + 1));
            return true;
        }
        if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
        item += rest[i];
    }
    return false;
}

}  // namespace

std::optional<std::vector<std::string>> parse_python_list(std::string_view text) {
    text = trimmed(text);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
    std::string_view rest = trimmed(text.substr(1, text.size() - 2));
    std::vector<std::string> items;
    while (!rest.empty()) {
        std::string& item = items.emplace_back();
        if (rest.front() == '\'' || rest.front() == '"') {
            if (!take_quoted(rest, item)) return std::nullopt;
        } else {
            const std::size_t end = std::min(rest.find(','), rest.size());
            item = trimmed(rest.substr(0, end));
            rest.remove_prefix(end);
        }
        if (rest.empty()) break;
        if (rest.front() != ',') return std::nullopt;
        rest = trimmed(rest.substr(1));
    }
    return items;
}

}  // namespace allways::importers
