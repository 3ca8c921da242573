// Tags of relations → what a turn restriction says to one mode of travel.
#include "osm/osm_turn_restriction.h"

#include <algorithm>
#include <string>

#include "osm/osm_values.h"

namespace allways::importers::osm {

namespace {

using Says = TurnRestriction::Says;

constexpr std::string_view restriction_key = "restriction";
constexpr std::string_view condition_suffix = ":conditional";

Says meaning(std::string_view value) {
    if (value == "none" || value == "give_way" || value.ends_with("_on_red")) return Says::nothing;
    if (value.starts_with("no_")) return Says::forbidden;
    return value.starts_with("only_") ? Says::mandatory : Says::unknown;
}

// Several values ("no_left_turn;no_u_turn") must all say the same.
Says meaning_of_all(std::string_view text) {
    if (text.find('@') != text.npos) return Says::conditional;
    const auto values = values_of(text);
    const Says first = meaning(values.front());
    return std::ranges::all_of(values, [&](std::string_view value) { return meaning(value) == first; }) ? first
                                                                                                        : Says::unknown;
}

// The keys that state the restriction for the mode, the most specific first; none if the relation is for other modes.
std::vector<std::string> keys_of(const AccessRules& rules, std::string_view type) {
    std::vector<std::string> keys;
    for (auto mode = rules.keys.rbegin(); mode != rules.keys.rend(); ++mode) {
        if (mode->bare != "access") keys.push_back(std::string(restriction_key) + ":" + mode->bare);
    }
    type = type.substr(0, type.size() - (type.ends_with(condition_suffix) ? condition_suffix.size() : 0));
    if (type != restriction_key) {  // an old form of "restriction:hgv"
        if (std::ranges::find(keys, type) == keys.end()) return {};
        return {std::string(type), std::string(restriction_key)};
    }
    if (std::ranges::find(rules.keys, "foot", &DirectedKey::bare) == rules.keys.end()) {
        keys.emplace_back(restriction_key);
    }
    return keys;
}

}  // namespace

bool is_turn_restriction(const Tags& relation) {
    const std::string_view type = relation["type"];
    return type == restriction_key || type.starts_with("restriction:");
}

TurnRestriction read_turn_restriction(const AccessRules& rules, const Tags& relation) {
    const auto is_mode = [&](std::string_view word) {
        return word != "access" && std::ranges::find(rules.keys, word, &DirectedKey::bare) != rules.keys.end();
    };
    const auto keys = keys_of(rules, relation["type"]);
    if (keys.empty() || std::ranges::any_of(values_of(relation["except"]), is_mode)) return {Says::nothing_to_mode, {}};

    bool only_then = relation["type"].ends_with(condition_suffix);  // otherwise a plain key applies at all times
    for (const char* key : {"day_on", "day_off", "hour_on", "hour_off"}) only_then = only_then || relation.has(key);
    bool conditional = false;
    for (const std::string& key : keys) {
        conditional = conditional || relation.has(key + std::string(condition_suffix));
        const std::string_view value = relation[key];
        if (value.empty()) continue;
        const Says says = meaning_of_all(value);
        const bool bans = says == Says::forbidden || says == Says::mandatory;
        return {only_then || (conditional && !bans) ? Says::conditional : says, value};
    }
    if (conditional) return {Says::conditional, {}};
    const bool states_any = std::ranges::any_of(
        relation, [](const auto& tag) { return std::string_view(tag.first).starts_with(restriction_key); });
    const bool on_foot = keys.back() != restriction_key;
    return {states_any || on_foot ? Says::nothing_to_mode : Says::unknown, {}};
}

}  // namespace allways::importers::osm
