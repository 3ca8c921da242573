// SPDX-License-Identifier: Apache-2.0
// Tags → km/h.
#include "osm/profile/speed.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "osm/objects/measures.h"
#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

namespace {

// A posted limit; without a number if variable signs show it.
struct Posted {
    std::optional<double> kmh;
};

// "walk" and "none", with or without a country prefix, are values of the profile; other words are legal limits.
std::optional<double> one_limit(const MaxspeedRules& rules, std::string_view value, bool may_be_none) {
    const std::string_view word = value.substr(value.rfind(':') + 1);
    if (word == "walk") return rules.walk_kmh;
    if (word == "none") return may_be_none ? std::optional(rules.none_kmh) : std::nullopt;
    if (const auto kmh = parse_kmh(value)) return kmh;
    return rules.countries.find(value);
}

// Returns the lowest of the values that have a meaning: of "50;30", and of the lanes of "70|100".
std::optional<Posted> read_limit(const MaxspeedRules& rules, std::string_view text, bool may_be_none) {
    if (text == "signals" || text == "variable") return Posted{};
    std::optional<double> lowest;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(";|", begin), text.size());
        const auto kmh = one_limit(rules, trimmed(text.substr(begin, end - begin)), may_be_none);
        if (kmh) lowest = std::min(lowest.value_or(*kmh), *kmh);
        begin = end + 1;
    }
    return lowest ? std::optional(Posted{lowest}) : std::nullopt;
}

bool is_below(const Below& below, double size) {
    return size < below.bound || (below.inclusive && size == below.bound);
}

// Returns the minimum of the highest number and those that the tags give.
double at_most(double highest, const std::vector<NumbersOfKey>& rules, const Tags& way) {
    double lowest = highest;
    for (const NumbersOfKey& rule : rules) {
        const std::string_view text = way[rule.key];
        if (text.empty()) continue;
        for (const std::string_view value : values_of(text)) {
            if (const auto found = rule.by_value.find(value); found != rule.by_value.end()) {
                lowest = std::min(lowest, found->second);
            }
            const auto size = rule.below.empty() ? std::nullopt : parse_metres(value);
            if (!size) continue;
            for (const Below& below : rule.below) {
                if (is_below(below, *size)) lowest = std::min(lowest, below.number);
            }
        }
    }
    return lowest;
}

}  // namespace

// Looks up a word for the region, then for its country; zones are looked up by their number.
std::optional<double> CountrySpeeds::find(std::string_view value) const {
    const std::string lower = lower_case(value);
    const auto colon = lower.find(':');
    if (colon == lower.npos || colon < 2) return std::nullopt;
    const std::string region = lower.substr(0, colon);
    const std::string country = lower.substr(0, 2);
    if (region != country && region[2] != '-') return std::nullopt;
    const std::string word = lower.substr(colon);
    for (const std::string& place : {region, country}) {
        if (const auto found = kmh.find(place + word); found != kmh.end()) return found->second;
    }
    std::string_view zone = std::string_view(word).substr(1);
    if (zone.starts_with("zone")) zone.remove_prefix(4);
    if (zone.starts_with(':')) zone.remove_prefix(1);
    return in_mph.contains(country) ? parse_kmh(std::string(zone) + " mph") : parse_kmh(zone);
}

bool may_be_none(const MaxspeedRules& rules, const Tags& way) {
    return rules.none_where.empty() || matches(rules.none_where, way);
}

std::optional<double> posted_limit(const MaxspeedRules& rules, const Tags& way, Heading heading) {
    const auto read = [&](const DirectedKey&, std::string_view value) {
        return read_limit(rules, value, may_be_none(rules, way));
    };
    auto posted = most_specific(rules.keys, way, heading, read);
    if (!posted) posted = most_specific(rules.implicit_keys, way, heading, read);
    return posted ? posted->kmh : std::nullopt;
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
            understood = understood.value_or(false) || std::ranges::all_of(values_of(text), has_meaning);
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
    double factor = at_most(1, rules.factors, way);
    if (both_ways) factor = at_most(factor, rules.factors_both_ways, way);
    return capped(rules.limits, way, kmh * factor);
}

double capped(const std::vector<NumbersOfKey>& limits, const Tags& way, double kmh) {
    return at_most(kmh, limits, way);
}

}  // namespace allways::importers::osm
