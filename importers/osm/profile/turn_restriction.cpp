// SPDX-License-Identifier: Apache-2.0
// Tags of relations → the meaning of a turn restriction for one mode of travel.

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "osm/objects/tag_values.h"
#include "osm/profile/tag_rules.h"

namespace allways::importers::osm {

namespace {

using Says = TurnRestriction::Says;

constexpr std::string_view restriction_key = "restriction";
constexpr std::string_view hour_keys[] = {"day_on", "day_off", "hour_on", "hour_off"};

Says meaning(std::string_view value) {
    if (value == "none" || value == "give_way" || value.ends_with("_on_red")) return Says::nothing;
    if (value.starts_with("no_")) return Says::forbidden;
    return value.starts_with("only_") ? Says::mandatory : Says::unknown;
}

// Several values ("no_left_turn;no_u_turn") must all have the same meaning.
Says meaning_of_all(std::string_view text) {
    if (text.find('@') != text.npos) return Says::conditional;
    const Values values(text);
    const Says first = meaning(*values);
    return std::ranges::all_of(values, [&](std::string_view value) { return meaning(value) == first; }) ? first
                                                                                                        : Says::unknown;
}

// Returns the keys that state the restriction for the mode, the most specific first; empty if the relation is for other
// modes.
std::vector<std::string> keys_of(const AccessRules& rules, std::string_view type) {
    std::vector<std::string> keys;
    for (auto mode = rules.keys.rbegin(); mode != rules.keys.rend(); ++mode) {
        if (mode->bare != "access") keys.push_back(std::string(restriction_key) + ":" + mode->bare);
    }
    type = type.substr(0, type.size() - (type.ends_with(conditional_suffix) ? conditional_suffix.size() : 0));
    if (type != restriction_key) {  // an old form of "restriction:hgv"
        if (std::ranges::find(keys, type) == keys.end()) return {};
        return {std::string(type), std::string(restriction_key)};
    }
    if (std::ranges::find(rules.keys, "foot", &DirectedKey::bare) == rules.keys.end()) {
        keys.emplace_back(restriction_key);
    }
    return keys;
}

// Returns the hours of "day_on", "hour_off" and similar tags: "Monday-Friday 07:00-09:00". Nothing if they are not a
// plain span.
std::optional<std::string> old_hours(const Tags& relation) {
    const auto span = [&](const char* on, const char* off, auto&& fits) -> std::optional<std::string> {
        const std::string_view from = relation[on], to = relation[off];
        if (from.empty() && to.empty()) return "";
        const bool both = !from.empty() && !to.empty();
        if (!both || !std::ranges::all_of(from, fits) || !std::ranges::all_of(to, fits)) return std::nullopt;
        return format("{}-{}", from, to);
    };
    const auto days =
        span("day_on", "day_off", [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    const auto hours = span("hour_on", "hour_off", [](char c) { return (c >= '0' && c <= '9') || c == ':'; });
    if (!days || !hours) return std::nullopt;
    return *days + (days->empty() || hours->empty() ? "" : " ") + *hours;
}

// Evaluates the old tags: they are removed, and the restriction with them unless they hold. Undecided tags stay.
void apply_old_hours(const std::vector<std::string>& keys, const Situation& situation, EffectiveTags& result) {
    const auto tag = std::ranges::find_if(
        result.tags, [](const auto& each) { return std::ranges::find(hour_keys, each.first) != std::end(hour_keys); });
    if (tag == result.tags.end()) return;
    result.found.push_back(tag->first);
    const std::string key(tag->first);
    const auto hours = old_hours(result.tags);
    const Conditional conditional = Conditional::parse(format("yes @ ({})", hours.value_or("")));
    const auto outcome = conditional.at(situation);
    if (!hours || outcome.is_unknown) {
        result.undecided.emplace_back(
            EffectiveTags::Doubt::invalid,
            format("{}: {}", key, hours ? outcome.reason : "expected a span of days and one of hours"));
        return;
    }
    for (const auto each : hour_keys) result.tags = without_key(result.tags, each);
    if (outcome.value) {
        ++result.applied;
        return;
    }
    for (const std::string& each : keys) {
        const auto plain =
            std::ranges::find_if(result.tags, [&](const auto& candidate) { return candidate.first == each; });
        if (plain == result.tags.end()) continue;
        result.lapsed.push_back(plain->first);
        result.tags = without_key(result.tags, each);
    }
}

}  // namespace

bool Profile::is_turn_restriction(const Tags& relation) {
    const std::string_view type = relation["type"];
    return type == restriction_key || type.starts_with("restriction:");
}

TurnRestriction read_turn_restriction(const AccessRules& rules, const Tags& relation) {
    const auto is_mode = [&](std::string_view word) {
        return word != "access" && std::ranges::find(rules.keys, word, &DirectedKey::bare) != rules.keys.end();
    };
    const auto keys = keys_of(rules, relation["type"]);
    if (keys.empty() || std::ranges::any_of(Values(relation["except"]), is_mode)) return {Says::nothing_to_mode, {}};

    bool only_then = relation["type"].ends_with(conditional_suffix);  // otherwise a plain key applies at all times
    for (const auto key : hour_keys) only_then = only_then || relation.has(key);
    bool conditional = false;
    for (const std::string& key : keys) {
        conditional = conditional || relation.has(key + std::string(conditional_suffix));
        const std::string_view value = relation[key];
        if (value.empty()) continue;
        const Says says = meaning_of_all(value);
        const bool only_at_times = only_then || (conditional && !TurnRestriction::bans(says));
        return {only_at_times ? Says::conditional : says, value};
    }
    if (conditional) return {Says::conditional, {}};
    const bool states_any = std::ranges::any_of(
        relation, [](const auto& tag) { return std::string_view(tag.first).starts_with(restriction_key); });
    const bool on_foot = keys.back() != restriction_key;
    return {states_any || on_foot ? Says::nothing_to_mode : Says::unknown, {}};
}

EffectiveTags effective_restriction_tags(const AccessRules& rules, Tags relation, const Situation& situation) {
    const std::string_view type = relation["type"];
    const auto keys = keys_of(rules, type);
    EffectiveTags old;
    old.tags = std::move(relation);
    apply_old_hours(keys, situation, old);

    const auto bans = [&](const Tags& tags) { return TurnRestriction::bans(read_turn_restriction(rules, tags).says); };
    const auto opens = [&](const Tags& before, const Tags& after) { return bans(before) && !bans(after); };
    const auto understands = [](std::string_view, std::string_view value) {
        return meaning_of_all(value) != Says::unknown;
    };
    EffectiveTags result = effective_tags(std::move(old.tags), keys, &situation, opens, understands);
    result.found.insert(result.found.begin(), old.found.begin(), old.found.end());
    result.applied += old.applied;
    result.lapsed.insert(result.lapsed.begin(), old.lapsed.begin(), old.lapsed.end());
    result.undecided.insert(result.undecided.begin(), old.undecided.begin(), old.undecided.end());
    if (result.found.empty() || !result.undecided.empty()) return result;
    if (type.ends_with(conditional_suffix)) {
        result.tags = with_value(result.tags, "type", type.substr(0, type.size() - conditional_suffix.size()));
    }
    const bool states_any = std::ranges::any_of(keys, [&](const std::string& key) { return result.tags.has(key); });
    if (!states_any && !result.lapsed.empty()) result.tags = with_value(result.tags, result.lapsed.front(), "none");
    return result;
}

}  // namespace allways::importers::osm
