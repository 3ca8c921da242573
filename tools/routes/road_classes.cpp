// SPDX-License-Identifier: Apache-2.0
#include "routes/road_classes.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "allways/routes/road_facts.h"
#include "base/text.h"

namespace allways::tools {

namespace {

using enum RoadClass;

constexpr std::array<std::pair<std::string_view, RoadClass>, 39> known{{
    {"motorway", motorway},
    {"freeway", motorway},
    {"interstate", motorway},
    {"trunk", trunk},
    {"expressway", trunk},
    {"highway", trunk},
    {"primary", primary},
    {"principal arterial", primary},
    {"major arterial", primary},
    {"arterial", primary},
    {"secondary", secondary},
    {"minor arterial", secondary},
    {"tertiary", tertiary},
    {"collector", tertiary},
    {"major collector", tertiary},
    {"minor collector", tertiary},
    {"ramp", secondary},
    {"residential", local},
    {"unclassified", local},
    {"living_street", local},
    {"local", local},
    {"road", other},
    {"service", service},
    {"track", service},
    {"driveway", service},
    {"busway", service},
    {"connector", service},
    {"footway", path},
    {"path", path},
    {"cycleway", path},
    {"pedestrian", path},
    {"steps", path},
    {"bridleway", path},
    {"corridor", path},
    {"platform", path},
    {"sidewalk", path},
    {"pier", path},
    {"parking", path},
    {"ferry", ferry},
}};

}  // namespace

RoadClass road_class(std::string_view facility_type) {
    std::string text = lower_case(facility_type);
    if (text.ends_with("_link")) text.resize(text.size() - 5);
    const auto* found =
        std::ranges::find(known, std::string_view(text), &std::pair<std::string_view, RoadClass>::first);
    return found == known.end() ? other : found->second;
}

RoadRank road_rank(std::string_view facility_type) {
    constexpr std::array<RoadRank, road_class_count> ranks{
        {{0, 0}, {2, 1}, {4, 2}, {6, 2}, {8, 2}, {10, 3}, {10, 3}, {12, 3}, {16, 5}, {31, 7}}};
    const RoadClass kind = road_class(facility_type);
    RoadRank found = ranks[static_cast<std::size_t>(kind)];
    if (facility_type == "unclassified") found = {15, 4};
    if (facility_type == "living_street") found = {11, 3};
    if (facility_type == "track") found = {16, 5};
    if (kind == path && facility_type != "path" && facility_type != "cycleway") found = {18, 6};
    found.is_link = facility_type.ends_with("_link") || facility_type == "ramp";
    if (facility_type == "ramp") found = {1, 0, true, true};
    if (found.is_link && facility_type != "ramp") ++found.rank;
    found.is_motorway = found.is_motorway || kind == motorway || kind == trunk;
    found.is_minor = is_minor(kind) || kind == RoadClass::ferry;
    return found;
}

// ---- names

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
