// SPDX-License-Identifier: Apache-2.0
// Source: the schema of Overture Maps, theme transportation, type segment; for the tags
// https://wiki.openstreetmap.org/wiki/Key:highway and the pages of the other keys.
#include "overture/segment_tags.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "allways/base/format.h"
#include "overture/access_tags.h"
#include "overture/scope.h"

namespace allways::importers::overture {

namespace {

// ---- rules of speed, of which the last one that matches decides → maxspeed tags

// Add the rules of one piece in their order, then take the tags: maxspeed=50, maxspeed:hgv:forward=30 mph,
// maxspeed:conditional=30 @ (…). Rules for some purposes do not apply: those of travellers are unknown.
class SpeedTags {
public:
    void add(std::string_view limit, const Scope& scope);
    void write(TagList& tags) const;

private:
    struct Stated {
        std::array<std::string, 3> limits;      // by heading: both, along, against
        std::array<std::string, 3> conditions;  // values of conditional tags
        friend bool operator==(const Stated&, const Stated&) = default;
    };
    std::array<Stated, mode_tree.size()> stated_;
};

void SpeedTags::add(std::string_view limit, const Scope& scope) {
    if (!scope.purposes.empty()) return;
    const std::size_t heading = !scope.forward ? 0 : *scope.forward ? 1 : 2;
    for (const std::size_t named : modes_of(scope.modes)) {
        // Profiles read a limit of all vehicles as that of everybody.
        const std::size_t mode = mode_tree[named].key == "vehicle" ? 0 : named;
        if (scope.is_conditional()) {
            std::string& text = stated_[mode].conditions[heading];
            text += format("{}{} @ ({})", text.empty() ? "" : "; ", limit, scope.condition());
            continue;
        }
        for (std::size_t below = 0; below < stated_.size(); ++below) {
            if (!belongs_to(below, mode)) continue;
            Stated& stated = stated_[below];
            if (heading == 0) {
                stated = {};
            } else {
                stated.conditions[heading].clear();
                if (!stated.limits[0].empty() || !stated.limits[heading].empty()) stated.limits[heading] = limit;
            }
        }
        stated_[mode].limits[heading] = limit;
    }
}

void SpeedTags::write(TagList& tags) const {
    for (std::size_t mode = 0; mode < stated_.size(); ++mode) {
        if (stated_[mode] == Stated{}) continue;
        const std::string key = mode == 0 ? "maxspeed" : format("maxspeed:{}", mode_tree[mode].key);
        for (std::size_t heading = 0; heading < 3; ++heading) {
            const std::string directed = format("{}{}", key, heading_suffixes[heading]);
            if (const auto& limit = stated_[mode].limits[heading]; !limit.empty()) tags.emplace_back(directed, limit);
            if (const auto& text = stated_[mode].conditions[heading]; !text.empty()) {
                tags.emplace_back(directed + ":conditional", text);
            }
        }
    }
}

// ---- all tags

constexpr std::array subtype_names{std::pair<std::string_view, Subtype>{"road", Subtype::road},
                                   std::pair<std::string_view, Subtype>{"rail", Subtype::rail},
                                   std::pair<std::string_view, Subtype>{"water", Subtype::water}};
constexpr std::array access_names{std::pair<std::string_view, AccessType>{"allowed", AccessType::allowed},
                                  std::pair<std::string_view, AccessType>{"denied", AccessType::denied},
                                  std::pair<std::string_view, AccessType>{"designated", AccessType::designated}};
constexpr std::array speed_units{std::pair<std::string_view, std::string_view>{"km/h", ""},
                                 std::pair<std::string_view, std::string_view>{"mph", " mph"}};
using Flags = std::vector<std::pair<std::string_view, std::string_view>>;

Flags flags_named(std::initializer_list<std::string_view> names) {
    Flags flags;
    for (const std::string_view name : names) flags.emplace_back(name, name);
    return flags;
}
const Flags road_flags = flags_named(
    {"is_bridge", "is_tunnel", "is_link", "is_under_construction", "is_abandoned", "is_covered", "is_indoor"});
const Flags rail_flags = flags_named({"is_bridge", "is_tunnel", "is_under_construction", "is_abandoned", "is_disused",
                                      "is_covered", "is_passenger", "is_freight"});
constexpr std::array classes_with_links{"motorway", "trunk", "primary", "secondary", "tertiary"};

// The value of a rule and the part of the segment where it applies.
template <class Value>
struct Placed {
    Extent extent;
    Value value;
};

struct ScopedAccess {
    AccessType type;
    Scope scope;
};

struct ScopedLimit {
    std::string limit;
    Scope scope;
};

// The rules of a segment, read once.
struct SegmentRules {
    std::vector<Placed<ScopedAccess>> access;
    std::vector<Placed<ScopedLimit>> limits;
    std::vector<Placed<std::string_view>> flags, surfaces, subclasses, names, refs;
    std::vector<Placed<double>> widths;
};

template <class Take>
void each(const JsonValue& list, Take&& take) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue element = list.at(i);
        take(element);
    }
}

void read_access(const JsonValue& properties, SegmentRules& rules) {
    each(properties["access_restrictions"], [&](const JsonValue& rule) {
        rule.allow_only({"access_type", "between", "when"});
        const Scope scope = read_scope(rule);
        rules.access.push_back({scope.extent, {known(rule["access_type"], access_names), scope}});
    });
}

// Lowest speeds and notes that a limit varies change no travel time.
void read_limits(const JsonValue& properties, SegmentRules& rules) {
    each(properties["speed_limits"], [&](const JsonValue& rule) {
        rule.allow_only({"max_speed", "min_speed", "is_max_speed_variable", "between", "when"});
        const JsonValue speed = rule["max_speed"];
        if (speed.is_null()) return;
        const double value = speed["value"].number();
        if (!(value > 0)) speed["value"].refuse("a speed above 0");
        const Scope scope = read_scope(rule);
        rules.limits.push_back({scope.extent, {format("{:g}{}", value, known(speed["unit"], speed_units)), scope}});
    });
}

void read_texts(const JsonValue& list, std::vector<Placed<std::string_view>>& rules) {
    each(list, [&](const JsonValue& rule) {
        rule.allow_only({"value", "between"});
        rules.push_back({read_extent(rule), rule["value"].text()});
    });
}

// Flags that are not known could close a road.
void read_flags(const JsonValue& list, const Flags& flags, std::vector<Placed<std::string_view>>& rules) {
    each(list, [&](const JsonValue& rule) {
        rule.allow_only({"values", "between"});
        const Extent extent = read_extent(rule);
        const JsonValue values = rule["values"];
        each(values, [&](const JsonValue& flag) { rules.push_back({extent, known(flag, flags)}); });
    });
}

void read_names(const JsonValue& properties, SegmentRules& rules) {
    const JsonValue names = properties["names"];
    if (const auto primary = names["primary"].optional_text()) rules.names.push_back({{}, *primary});
    // A common name of a part, in the language of the place and for both sides, is the name there.
    each(names["rules"], [&](const JsonValue& rule) {
        if (rule["between"].is_null() || rule["variant"].optional_text().value_or("") != "common") return;
        if (!rule["language"].is_null() || !rule["side"].is_null() || !rule["perspectives"].is_null()) return;
        rules.names.push_back({read_extent(rule), rule["value"].text()});
    });
    each(properties["routes"], [&](const JsonValue& route) {
        if (const auto ref = route["ref"].optional_text()) rules.refs.push_back({read_extent(route), *ref});
    });
}

SegmentRules read_rules(const JsonValue& properties) {
    SegmentRules rules;
    read_access(properties, rules);
    read_limits(properties, rules);
    read_flags(properties["road_flags"], road_flags, rules.flags);
    read_flags(properties["rail_flags"], rail_flags, rules.flags);
    if (const auto whole = properties["subclass"].optional_text()) rules.subclasses.push_back({{}, *whole});
    read_texts(properties["subclass_rules"], rules.subclasses);
    read_texts(properties["road_surface"], rules.surfaces);
    read_names(properties, rules);
    each(properties["width_rules"], [&](const JsonValue& rule) {
        rule.allow_only({"value", "between"});
        const JsonValue width = rule["value"];
        if (!(width.number() > 0)) width.refuse("a width above 0");
        rules.widths.push_back({read_extent(rule), width.number()});
    });
    return rules;
}

// Ends of the extents of all rules, each once, ascending.
std::vector<double> ends_of(const SegmentRules& rules) {
    std::vector<double> ends{0, 1};
    const auto add = [&](const auto& placed) {
        for (const auto& rule : placed) ends.insert(ends.end(), {rule.extent.from, rule.extent.to});
    };
    add(rules.access);
    add(rules.limits);
    add(rules.flags);
    add(rules.surfaces);
    add(rules.subclasses);
    add(rules.names);
    add(rules.refs);
    add(rules.widths);
    std::ranges::sort(ends);
    const auto same = [](double a, double b) { return b - a <= Extent::rounding; };
    ends.erase(std::unique(ends.begin(), ends.end(), same), ends.end());
    ends.back() = 1;
    return ends;
}

// Returns the last value that covers the part; an empty one if none does.
template <class Value>
Value last_of(const std::vector<Placed<Value>>& rules, const Extent& part) {
    Value found{};
    for (const auto& rule : rules) {
        if (rule.extent.covers(part)) found = rule.value;
    }
    return found;
}

// Writes the tags of one part.
class PartTags {
public:
    PartTags(const SegmentRules& rules, const Extent& part) : rules_(rules), part_(part) {}

    TagList road(std::string_view road_class) {
        const std::string_view subclass = last_of(rules_.subclasses, part_);
        std::string highway(road_class == "unknown" ? "road" : road_class);
        const bool has_link = std::ranges::find(classes_with_links, road_class) != classes_with_links.end();
        if (has_link && (subclass == "link" || has("is_link"))) highway += "_link";
        if (has("is_abandoned")) {
            add("abandoned:highway", std::exchange(highway, "abandoned"));
        } else if (has("is_under_construction")) {
            add("construction", std::exchange(highway, "construction"));
        }
        add("highway", highway);
        const std::string_view use = subclass == "crosswalk" || subclass == "cycle_crossing" ? "crossing" : subclass;
        if (!subclass.empty() && subclass != "link") add(road_class, use);
        const std::string_view surface = last_of(rules_.surfaces, part_);
        if (surface != "unknown") add("surface", surface);
        add_rest();
        return std::move(tags_);
    }

    // Profiles use no railways, unless one that a user writes does.
    TagList rail(std::string_view rail_class) {
        const bool gone = has("is_abandoned"), disused = has("is_disused"), built = has("is_under_construction");
        add("railway", gone                             ? "abandoned"
                       : disused                        ? "disused"
                       : built                          ? "construction"
                       : rail_class == "standard_gauge" ? "rail"
                                                        : rail_class);
        add_rest();
        return std::move(tags_);
    }

    TagList water() {
        add("route", "ferry");
        add_rest();
        return std::move(tags_);
    }

private:
    void add(std::string_view key, std::string_view value) {
        if (!value.empty()) tags_.emplace_back(key, value);
    }

    bool has(std::string_view flag) const {
        return std::ranges::any_of(rules_.flags,
                                   [&](const auto& rule) { return rule.value == flag && rule.extent.covers(part_); });
    }

    void add_rest() {
        add("name", last_of(rules_.names, part_));
        std::vector<std::string_view> refs;
        std::string ref;
        for (const auto& rule : rules_.refs) {
            if (!rule.extent.covers(part_) || std::ranges::find(refs, rule.value) != refs.end()) continue;
            refs.push_back(rule.value);
            ref += format("{}{}", ref.empty() ? "" : ";", rule.value);
        }
        add("ref", ref);
        constexpr std::array<std::pair<std::string_view, std::string_view>, 4> flags{
            {{"is_bridge", "bridge"}, {"is_tunnel", "tunnel"}, {"is_covered", "covered"}, {"is_indoor", "indoor"}}};
        for (const auto& [flag, key] : flags) {
            if (has(flag)) add(key, "yes");
        }
        if (const double width = last_of(rules_.widths, part_); width > 0) add("width", format("{:.10g}", width));
        AccessTags access;
        for (const auto& rule : rules_.access) {
            if (rule.extent.covers(part_)) access.add(rule.value.type, rule.value.scope);
        }
        if (!rules_.access.empty()) access.write(tags_);
        SpeedTags speeds;
        for (const auto& rule : rules_.limits) {
            if (rule.extent.covers(part_)) speeds.add(rule.value.limit, rule.value.scope);
        }
        if (!rules_.limits.empty()) speeds.write(tags_);
    }

    const SegmentRules& rules_;
    const Extent& part_;
    TagList tags_;
};

}  // namespace

SegmentTags tags_of_segment(const JsonValue& properties) {
    SegmentTags segment;
    segment.subtype = known(properties["subtype"], subtype_names);
    const bool has_class = segment.subtype != Subtype::water;
    const std::string_view segment_class = has_class ? properties["class"].text() : std::string_view();
    const SegmentRules rules = read_rules(properties);
    const std::vector<double> ends = ends_of(rules);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const Extent extent{ends[i], ends[i + 1]};
        PartTags part(rules, extent);
        TagList tags = segment.subtype == Subtype::road   ? part.road(segment_class)
                       : segment.subtype == Subtype::rail ? part.rail(segment_class)
                                                          : part.water();
        if (!segment.pieces.empty() && segment.pieces.back().tags == tags) {
            segment.pieces.back().extent.to = extent.to;
        } else {
            segment.pieces.push_back({extent, std::move(tags)});
        }
    }
    return segment;
}

}  // namespace allways::importers::overture
