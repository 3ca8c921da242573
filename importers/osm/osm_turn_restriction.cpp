// Tags of relations → turn restrictions, and the modes they apply to.
#include "osm/osm_turn_restriction.h"

#include <algorithm>

#include "osm/osm_values.h"

namespace allways::importers::osm {

bool is_turn_restriction(const Tags& relation) {
    const std::string_view type = relation["type"];
    return type == "restriction" || type.starts_with("restriction:");
}

bool restriction_binds(const AccessRules& rules, const Tags& relation) {
    const auto is_mode = [&](std::string_view word) {
        return word != "access" && std::ranges::find(rules.keys, word, &DirectedKey::bare) != rules.keys.end();
    };
    if (std::ranges::any_of(values_of(relation["except"]), is_mode)) return false;
    const auto binds = [&](std::string_view name) {
        constexpr std::string_view restriction = "restriction";
        constexpr std::string_view conditional = ":conditional";
        if (!name.starts_with(restriction)) return false;
        name.remove_prefix(restriction.size());
        if (name.ends_with(conditional)) name.remove_suffix(conditional.size());
        if (name.empty()) return !is_mode("foot");
        return name.front() == ':' && is_mode(name.substr(1));
    };
    const std::string_view type = relation["type"];
    if (type != "restriction") return binds(type);  // an old form of "restriction:hgv"
    return std::ranges::any_of(relation, [&](const auto& tag) { return binds(tag.first); });
}

}  // namespace allways::importers::osm
