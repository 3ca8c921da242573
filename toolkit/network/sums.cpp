// SPDX-License-Identifier: Apache-2.0
#include "allways/network/sums.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace allways {

namespace {

// Returns the words of a name in lower case: "free_flow_time" has three.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter) {
            words.back() += static_cast<char>(c | 0x20);
        } else {
            words.emplace_back();
        }
    }
    return words;
}

}  // namespace

bool is_additive(const ArcColumn& column) {
    constexpr std::array<std::string_view, 15> sums{"length", "len",      "leng",   "distance", "dist",
                                                    "time",   "duration", "hours",  "minutes",  "seconds",
                                                    "cost",   "toll",     "weight", "ascent",   "descent"};
    constexpr std::array<std::string_view, 3> sizes{"width", "height", "depth"};
    constexpr std::array<std::string_view, 14> units{"ms", "s", "min", "h",  "hour", "mm", "cm",
                                                     "dm", "m", "km",  "ft", "yd",   "mi", "nmi"};
    constexpr std::array<std::string_view, 6> limits{"max", "maximum", "min", "minimum", "limit", "allowed"};
    const std::vector<std::string> words = words_of(column.name);
    const auto has_one_of = [&](const auto& known) {
        return std::ranges::any_of(words,
                                   [&](const auto& word) { return std::ranges::find(known, word) != known.end(); });
    };
    if (has_one_of(limits)) return false;
    if (has_one_of(sums)) return true;
    return std::ranges::find(units, column.unit) != units.end() && !has_one_of(sizes);
}

}  // namespace allways
