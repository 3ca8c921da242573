// SPDX-License-Identifier: Apache-2.0
#include "osm/profile/tag_rules.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

// ---- access

namespace {

// If there are several values, one that permits suffices, then one for destinations; otherwise one that denies closes;
// if there is none of these, the tag does not apply.
std::optional<Permission> stated(const AccessRules& rules, std::string_view text) {
    const Values values(text);
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

// ---- directions of traffic

namespace {

constexpr Flow both_ways{true, true};
constexpr Flow along{true, false};
constexpr Flow against{false, true};
constexpr Flow nobody_can_tell{false, false, true};

std::optional<Flow> parse_oneway(std::string_view value) {
    if (value == "yes" || value == "true" || value == "1") return along;
    if (value == "-1" || value == "reverse") return against;
    if (value == "no" || value == "false" || value == "0") return both_ways;
    if (value == "alternating") return both_ways;  // the direction alternates every few minutes
    if (value == "reversible") return nobody_can_tell;
    return std::nullopt;
}

}  // namespace

bool is_oneway_value(std::string_view value) {
    return parse_oneway(value).has_value();
}

Flow flow_of(const OnewayRules& rules, const Tags& way) {
    for (std::size_t key = rules.keys.size(); key-- > 0;) {
        if (key == 0 && matches(rules.both_ways, way)) return both_ways;
        if (const auto flow = parse_oneway(way[rules.keys[key]])) return *flow;
    }
    if (matches(rules.oneway_where, way)) {
        if (const auto flow = parse_oneway(way["oneway"])) return *flow;
    }
    if (matches(rules.implied, way)) return along;
    return matches(rules.implied_backward, way) ? against : both_ways;
}

// ---- speeds

namespace {

constexpr double shown_by_signs = std::numeric_limits<double>::infinity();  // a limit that varies

// Returns the legal limit of "DE:urban", "BE-VLG:rural", "DE:zone:30", "GB:zone20", "FR:30". Looks up a word for the
// region, then for its country; zones are looked up by their number.
std::optional<double> legal_limit(const MaxspeedRules& rules, std::string_view value) {
    const std::string lower = lower_case(value);
    const auto colon = lower.find(':');
    if (colon == lower.npos || colon < 2) return std::nullopt;
    const std::string region = lower.substr(0, colon);
    const std::string country = lower.substr(0, 2);
    if (region != country && region[2] != '-') return std::nullopt;
    const std::string word = lower.substr(colon);
    for (const std::string& place : {region, country}) {
        if (const auto found = rules.legal_kmh.find(place + word); found != rules.legal_kmh.end()) return found->second;
    }
    std::string_view zone = std::string_view(word).substr(1);
    if (zone.starts_with("zone")) zone.remove_prefix(4);
    if (zone.starts_with(':')) zone.remove_prefix(1);
    return rules.countries_in_mph.contains(country) ? parse_kmh(std::string(zone) + " mph") : parse_kmh(zone);
}

// "walk" and "none", with or without a country prefix, are values of the profile; other words are legal limits.
std::optional<double> one_limit(const MaxspeedRules& rules, std::string_view value, bool may_be_none) {
    const std::string_view word = value.substr(value.rfind(':') + 1);
    if (word == "walk") return rules.walk_kmh;
    if (word == "none") return may_be_none ? std::optional(rules.none_kmh) : std::nullopt;
    if (const auto kmh = parse_kmh(value)) return kmh;
    return legal_limit(rules, value);
}

// Returns the lowest of the values that have a meaning: of "50;30", and of the lanes of "70|100".
std::optional<double> read_limit(const MaxspeedRules& rules, std::string_view text, bool may_be_none) {
    if (text == "signals" || text == "variable") return shown_by_signs;
    std::optional<double> lowest;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(";|", begin), text.size());
        const auto kmh = one_limit(rules, trimmed(text.substr(begin, end - begin)), may_be_none);
        if (kmh) lowest = std::min(lowest.value_or(*kmh), *kmh);
        begin = end + 1;
    }
    return lowest;
}

// Returns the minimum of the highest number and those that the tags give.
double limited(double highest, const std::vector<NumbersOfKey>& rules, const Tags& way) {
    double lowest = highest;
    for (const NumbersOfKey& rule : rules) {
        const std::string_view text = way[rule.key];
        if (text.empty()) continue;
        for (const std::string_view value : Values(text)) {
            if (const auto found = rule.by_value.find(value); found != rule.by_value.end()) {
                lowest = std::min(lowest, found->second);
            }
            const auto size = rule.below.empty() ? std::nullopt : parse_metres(value);
            if (!size) continue;
            for (const Below& below : rule.below) {
                const bool applies = *size < below.bound || (below.inclusive && *size == below.bound);
                if (applies) lowest = std::min(lowest, below.number);
            }
        }
    }
    return lowest;
}

}  // namespace

bool may_be_none(const MaxspeedRules& rules, const Tags& way) {
    return rules.none_where.empty() || matches(rules.none_where, way);
}

std::optional<double> posted_limit(const MaxspeedRules& rules, const Tags& way, Heading heading) {
    const auto read = [&](const DirectedKey&, std::string_view value) {
        return read_limit(rules, value, may_be_none(rules, way));
    };
    auto posted = most_specific(rules.keys, way, heading, read);
    if (!posted) posted = most_specific(rules.implicit_keys, way, heading, read);
    return posted == shown_by_signs ? std::nullopt : posted;
}

bool is_limit(const MaxspeedRules& rules, std::string_view value, bool may_be_none) {
    return read_limit(rules, value, may_be_none).has_value();
}

std::optional<bool> understands_number(const ProfileRules& rules, std::string_view key, std::string_view text) {
    std::optional<bool> understood;
    for (const auto* numbers : {&rules.factors, &rules.factors_both_ways, &rules.limits}) {
        for (const NumbersOfKey& rule : *numbers) {
            if (rule.key != key || rule.below.empty()) continue;
            const auto has_meaning = [&](std::string_view value) {
                return rule.by_value.contains(value) || parse_metres(value);
            };
            understood = understood.value_or(false) || std::ranges::all_of(Values(text), has_meaning);
        }
    }
    return understood;
}

double speed_of(const ProfileRules& rules, const Tags& way, double class_kmh, Heading heading, bool both_ways) {
    double kmh = class_kmh;
    if (rules.maxspeed.use != MaxspeedRules::Use::ignore) {
        if (const auto limit = posted_limit(rules.maxspeed, way, heading)) {
            const double allowed = *limit * rules.maxspeed.factor;
            kmh = rules.maxspeed.use == MaxspeedRules::Use::set ? allowed : std::min(kmh, allowed);
        }
    }
    double factor = limited(1, rules.factors, way);
    if (both_ways) factor = limited(factor, rules.factors_both_ways, way);
    return capped(rules.limits, way, kmh * factor);
}

double capped(const std::vector<NumbersOfKey>& limits, const Tags& way, double kmh) {
    return limited(kmh, limits, way);
}

// ---- prices of nodes

NodePrice node_price(const TurnCostRules& rules, const Tags& node) {
    NodePrice price;
    for (const NumbersOfKey& of_key : rules.node) {
        const auto found = of_key.by_value.find(node[of_key.key]);
        if (found == of_key.by_value.end()) continue;
        const auto& [value, seconds] = *found;
        std::string_view direction = node[value + ":direction"];
        if (direction.empty()) direction = node["direction"];
        const bool stop = value == "stop";
        if (of_key.key == "highway" && (stop || value == "give_way") && direction != "forward" &&
            direction != "backward" && direction != "both") {
            price.sign_s = std::max(price.sign_s, seconds);
            price.minor_only = !stop || node["stop"] == "minor";
            continue;
        }
        if (direction != "backward") price.forward_s = std::max(price.forward_s, seconds);
        if (direction != "forward") price.backward_s = std::max(price.backward_s, seconds);
    }
    return price;
}

// ---- the size of a vehicle: https://wiki.openstreetmap.org/wiki/Key:maxheight (and maxwidth, maxlength, maxweight,
// maxweightrating, maxaxleload, width, est_width, narrow, hazmat)

namespace {

// Values that state no limit. "default": the height that the law of the country grants every vehicle.
constexpr std::array no_limit_words{"none",           "no",        "default", "unsigned", "no_sign", "no-sign",
                                    "no_indications", "unlimited", "unposted"};

// maxheight=below_default: lower than vehicles may be by law, which is 4.0 m in most countries (Directive 96/53/EC).
constexpr double default_height_m = 4.0;
// Ways with width=narrow or narrow=yes are taken to be as wide as this, as in OSRM.
constexpr double narrow_m = 2.2;

constexpr double largest_size = 1000;  // metres or tonnes

constexpr std::array hazmat_keys{"hazmat", "hazmat:water", "hazmat:A", "hazmat:B", "hazmat:C", "hazmat:D", "hazmat:E"};

bool says_yes(std::string_view name, std::string_view value) {
    if (value == "yes" || value == "true") return true;
    if (value == "no" || value == "false") return false;
    throw InvalidArgument(format("`vehicle`: {} should be yes or no, found '{}'", name, value));
}

}  // namespace

void set_sizes(VehicleSize& vehicle, std::string_view text) {
    const std::pair<std::string_view, std::optional<double>*> sizes[] = {{"height", &vehicle.height_m},
                                                                         {"width", &vehicle.width_m},
                                                                         {"length", &vehicle.length_m},
                                                                         {"weight", &vehicle.weight_t},
                                                                         {"axle_load", &vehicle.axle_load_t}};
    while (!text.empty()) {
        const auto comma = text.find(',');
        const auto entry = trimmed(text.substr(0, comma));
        text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
        const auto equals = entry.find('=');
        const auto name = trimmed(entry.substr(0, equals));
        const auto value = equals == entry.npos ? std::string_view() : trimmed(entry.substr(equals + 1));
        if (name == "hazmat") {
            vehicle.hazmat = says_yes(name, value);
            continue;
        }
        const auto size = std::ranges::find(sizes, name, [](const auto& known) { return known.first; });
        if (size == std::end(sizes)) {
            throw InvalidArgument(
                format("`vehicle`: unknown size '{}'; expected height, width, length (metres), weight, "
                       "axle_load (tonnes) or hazmat (yes, no), as in height=3.8,weight=18",
                       name));
        }
        const bool in_tonnes = name == "weight" || name == "axle_load";
        const auto number = in_tonnes ? parse_tonnes(value) : parse_metres(value);
        if (!number || *number > largest_size) {
            throw InvalidArgument(format("`vehicle`: {} should be a number of {} above 0 and at most {}, found '{}'",
                                         name, in_tonnes ? "tonnes" : "metres", largest_size, value));
        }
        *size->second = number;
    }
}

SizeLimits::SizeLimits(const VehicleSize& vehicle, const std::vector<DirectedKey>& access_keys)
    : width_m_(vehicle.width_m), hazmat_(vehicle.hazmat) {
    add(Kind::height, vehicle.height_m, "maxheight", access_keys);
    add(Kind::height, vehicle.height_m, "maxheight:physical", {}, true);
    add(Kind::width, vehicle.width_m, "maxwidth", access_keys);
    add(Kind::width, vehicle.width_m, "maxwidth:physical", {}, true);
    add(Kind::width, vehicle.width_m, "width", {}, true, false);
    add(Kind::width, vehicle.width_m, "est_width", {}, true, false);
    add(Kind::length, vehicle.length_m, "maxlength", access_keys);
    add(Kind::weight, vehicle.weight_t, "maxweight", access_keys);
    add(Kind::weight, vehicle.weight_t, "maxweightrating", access_keys);
    add(Kind::weight, vehicle.axle_load_t, "maxaxleload", access_keys);
}

void SizeLimits::add(Kind kind, const std::optional<double>& size, std::string_view key,
                     const std::vector<DirectedKey>& modes, bool is_physical, bool on_nodes) {
    if (!size) return;
    Limit limit{kind, *size, is_physical, on_nodes, {DirectedKey(std::string(key))}};
    for (const DirectedKey& mode : modes) {
        if (mode.bare != "access") limit.keys.emplace_back(format("{}:{}", key, mode.bare));
    }
    limits_.push_back(std::move(limit));
}

// Most ways and nodes have no limits: this saves looking up every key.
bool SizeLimits::may_have_limits(const Tags& tags) {
    return std::ranges::any_of(tags, [](const auto& tag) {
        const std::string_view key = tag.first;
        return (key.starts_with("max") && !key.starts_with("maxspeed")) || key.starts_with("width") ||
               key.starts_with("est_width") || key == "narrow" || key.starts_with("hazmat");
    });
}

// Returns nothing if a value is not understood. The lowest of several values applies.
std::optional<bool> SizeLimits::closes(const Limit& limit, std::string_view text) {
    if (std::ranges::find(no_limit_words, text) != no_limit_words.end()) return false;
    if (limit.kind == Kind::height && text == "below_default") return limit.size >= default_height_m;
    if (limit.kind == Kind::width && text == "narrow") return limit.size > narrow_m;
    bool closed = false;
    for (const std::string_view value : Values(text)) {
        const auto most = limit.kind == Kind::weight ? parse_tonnes(value) : parse_metres(value);
        if (!most) return std::nullopt;
        closed = closed || (limit.is_physical ? limit.size >= *most : limit.size > *most);
    }
    return closed;
}

// A value with a condition belongs to effective_tags.h, which counts those that do not apply.
bool SizeLimits::closes(const Limit& limit, const Tags& tags, Heading heading) {
    const auto read = [&](const DirectedKey&, std::string_view text) {
        return text.find('@') == text.npos ? closes(limit, text) : std::nullopt;
    };
    return most_specific(limit.keys, tags, heading, read).value_or(false);
}

std::vector<DirectedKey> SizeLimits::keys(bool of_nodes) const {
    std::vector<DirectedKey> keys;
    for (const Limit& limit : limits_) {
        if (limit.on_nodes || !of_nodes) keys.insert(keys.end(), limit.keys.begin(), limit.keys.end());
    }
    return keys;
}

std::optional<bool> SizeLimits::understands(std::string_view key, std::string_view value) const {
    const auto has_key = [&](const Limit& limit) {
        return std::ranges::any_of(limit.keys, [&](const DirectedKey& known) { return known.has_form(key); });
    };
    const auto limit = std::ranges::find_if(limits_, has_key);
    if (limit == limits_.end()) return std::nullopt;
    return closes(*limit, value).has_value();
}

bool SizeLimits::close_way(const Tags& way, Heading heading) const {
    if ((limits_.empty() && !hazmat_) || !may_have_limits(way)) return false;
    if (width_m_ && *width_m_ > narrow_m && way["narrow"] == "yes") return true;
    if (hazmat_ && std::ranges::any_of(hazmat_keys, [&](const char* key) { return way[key] == "no"; })) return true;
    return std::ranges::any_of(limits_, [&](const Limit& limit) { return closes(limit, way, heading); });
}

bool SizeLimits::close_node(const Tags& node) const {
    if (limits_.empty() || !may_have_limits(node)) return false;
    return std::ranges::any_of(
        limits_, [&](const Limit& limit) { return limit.on_nodes && closes(limit, node, Heading::none); });
}

}  // namespace allways::importers::osm
