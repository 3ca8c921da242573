// SPDX-License-Identifier: Apache-2.0
#include "routes/road_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace allways::tools {

namespace {

// Returns true if two lists of road numbers have one in common: "A 1;E 35" and "E 35".
bool shares_number(std::string_view some, std::string_view others) {
    while (!some.empty()) {
        const std::string_view one = some.substr(0, some.find(';'));
        for (std::string_view rest = others; !rest.empty();) {
            const std::string_view other = rest.substr(0, rest.find(';'));
            if (one == other) return true;
            rest.remove_prefix(std::min(other.size() + 1, rest.size()));
        }
        some.remove_prefix(std::min(one.size() + 1, some.size()));
    }
    return false;
}

// Returns true if `longer` begins or ends with the words of `name`: "High Street North", "Triq Il-Mellieha".
// So does one word: "Hauptstraßenbrücke" holds "Hauptstraße".
bool holds_name(std::string_view longer, std::string_view name) {
    constexpr std::size_t letters_of_a_word = 8;
    if (longer.size() <= name.size()) return longer == name;
    if (name.size() >= letters_of_a_word && longer.starts_with(name)) return true;
    const auto parts = [&](std::size_t at) { return longer[at] == ' ' || longer[at] == '-'; };
    return (longer.starts_with(name) && parts(name.size())) ||
           (longer.ends_with(name) && parts(longer.size() - name.size() - 1));
}

// "42 n" as "42"; a name that is only a point of the compass stays.
std::string_view without_compass(std::string_view name) {
    constexpr std::array<std::string_view, 16> points{"n",     "ne",        "e",     "se",        "s",    "sw",
                                                      "w",     "nw",        "north", "northeast", "east", "southeast",
                                                      "south", "southwest", "west",  "northwest"};
    const auto is_point = [&](std::string_view word) {
        constexpr std::string_view first_letters = "nesw";
        if (word.empty() || first_letters.find(word.front()) == word.npos) return false;
        return std::ranges::find(points, word) != points.end();
    };
    if (const auto end = name.rfind(' '); end != name.npos && is_point(name.substr(end + 1)))
        return name.substr(0, end);
    if (const auto end = name.find(' '); end != name.npos && is_point(name.substr(0, end))) return name.substr(end + 1);
    return name;
}

bool is_same_name(std::string_view one, std::string_view other) {
    if (one == other) return true;
    const std::string a = lower_case(one);
    const std::string b = lower_case(other);
    return holds_name(a, b) || holds_name(b, a) || without_compass(a) == without_compass(b);
}

}  // namespace

bool is_same_road(const RoadFacts& facts, const PathLeg& one, const PathLeg& other) {
    const std::string_view a = facts.name(one);
    const std::string_view b = facts.name(other);
    return !a.empty() && !b.empty() ? is_same_name(a, b) : shares_number(facts.ref(one), facts.ref(other));
}

bool changes_name(const RoadFacts& facts, const PathLeg& from, const PathLeg& to) {
    const std::string_view a = facts.name(from);
    const std::string_view b = facts.name(to);
    if (!a.empty() && !b.empty()) return a != b && !is_same_name(a, b);
    if (facts.is_unnamed(to)) return false;
    if (facts.is_unnamed(from)) return true;
    return !shares_number(facts.ref(from), facts.ref(to));
}

std::string listed(std::string_view text) {
    std::string list;
    for (const char c : text) {
        if (c == ' ' && list.ends_with(", ")) continue;
        list += c == ';' ? ", " : std::string(1, c);
    }
    return list;
}

}  // namespace allways::tools
