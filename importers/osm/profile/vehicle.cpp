// SPDX-License-Identifier: Apache-2.0
// Sources: https://wiki.openstreetmap.org/wiki/Key:maxheight (and maxwidth, maxlength, maxweight, maxweightrating,
// maxaxleload, width, est_width, narrow, hazmat).
#include "osm/profile/vehicle.h"

#include <algorithm>
#include <array>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "osm/objects/measures.h"
#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

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
    struct NamedSize {
        std::string_view name;
        std::optional<double>* size;
    };
    const NamedSize sizes[] = {{"height", &vehicle.height_m},
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
        const auto size = std::ranges::find(sizes, name, &NamedSize::name);
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
        *size->size = number;
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
    for (const std::string_view value : values_of(text)) {
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
