// SPDX-License-Identifier: Apache-2.0
// Tags → permission.
#include "osm/profile/access.h"

#include <algorithm>
#include <string>

#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

namespace {

// If there are several values, one that permits suffices, then one for destinations; otherwise one that denies closes;
// if there is none of these, the tag does not apply.
std::optional<Permission> stated(const AccessRules& rules, std::string_view text) {
    const auto values = values_of(text);
    const auto one_is_in = [&](const Words& words) {
        return std::ranges::any_of(values, [&](std::string_view value) { return words.contains(value); });
    };
    if (one_is_in(rules.permit)) return Permission{Entry::open};
    if (one_is_in(rules.destination)) return Permission{Entry::destination_only};
    if (one_is_in(rules.deny)) return Permission{Entry::closed, false, one_is_in(rules.restricted)};
    return std::nullopt;
}

}  // namespace

bool is_access_value(const AccessRules& rules, std::string_view values) {
    return stated(rules, values).has_value();
}

std::optional<Permission> permission(const AccessRules& rules, const Tags& tags, Heading heading) {
    return most_specific(rules.keys, tags, heading,
                         [&](const DirectedKey& key, std::string_view value) -> std::optional<Permission> {
                             auto answer = stated(rules, value);
                             if (answer) answer->specific = rules.specific.contains(key.bare);
                             return answer;
                         });
}

std::vector<bool> open_lanes(const AccessRules& rules, const Tags& way, Heading heading, bool only_way) {
    std::vector<bool> is_open;
    const std::string suffix = heading == Heading::forward ? ":lanes:forward" : ":lanes:backward";
    for (const DirectedKey& key : rules.keys) {  // the more specific ones later
        std::string_view lanes = way[key.bare + suffix];
        if (lanes.empty() && only_way) lanes = way[key.bare + ":lanes"];
        if (lanes.empty()) continue;
        const auto count = static_cast<std::size_t>(std::ranges::count(lanes, '|')) + 1;
        if (is_open.empty()) is_open.assign(count, true);
        if (is_open.size() != count) continue;
        for (std::size_t lane = 0; lane < count; ++lane) {
            const std::size_t end = std::min(lanes.find('|'), lanes.size());
            if (const auto said = stated(rules, lanes.substr(0, end))) is_open[lane] = said->entry != Entry::closed;
            lanes.remove_prefix(std::min(end + 1, lanes.size()));
        }
    }
    return is_open;
}

Entry entry(const AccessRules& rules, const Tags& way, Heading heading, Need need, bool zones) {
    const auto said = permission(rules, way, heading);
    if (need == Need::any_key && !said) return Entry::closed;
    if (need == Need::own_key && !(said && said->specific)) return Entry::closed;
    if (!said) return Entry::open;
    if (!zones) return said->entry == Entry::closed ? Entry::closed : Entry::open;
    const bool lets_in = said->restricted && need == Need::none && matches(rules.restricted_where, way);
    return lets_in ? Entry::destination_only : said->entry;
}

bool is_beside_way(const ProfileRules& rules, const Tags& node) {
    return rules.barrier && !node.has("barrier") && matches(rules.barrier->other_access, node);
}

Entry entry_of_barrier(const ProfileRules& rules, const Tags& node) {
    if (!rules.barrier || is_beside_way(rules, node)) return Entry::open;
    const std::string_view barrier = node["barrier"];
    const bool stays_closed = matches(rules.barrier->closed_where, node);
    if (const auto said = permission(rules.access, node, Heading::none)) {
        const bool lets_in = said->restricted && rules.barrier->restricted_opens && !stays_closed;
        return lets_in ? Entry::destination_only : said->entry;
    }
    if (barrier.empty()) return Entry::open;
    if (stays_closed) return Entry::closed;
    const bool opens = rules.barrier->open.contains(barrier) || matches(rules.barrier->open_where, node) ||
                       (rules.barrier->open_at_crossings.contains(barrier) && node["highway"] == "crossing") ||
                       (rules.barrier->open.contains("*") && !rules.barrier->closed.contains(barrier));
    return opens ? Entry::open : Entry::closed;
}

}  // namespace allways::importers::osm
