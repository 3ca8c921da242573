// SPDX-License-Identifier: Apache-2.0
// Source: the schema of Overture Maps, theme transportation, type segment; for the tags
// https://wiki.openstreetmap.org/wiki/Key:highway and the pages of the other keys.
#include "overture/segment.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "allways/base/format.h"

namespace allways::importers::overture {

namespace {

using WordPair = std::pair<std::string_view, std::string_view>;

constexpr std::array subtype_names{std::pair<std::string_view, Subtype>{"road", Subtype::road},
                                   std::pair<std::string_view, Subtype>{"rail", Subtype::rail},
                                   std::pair<std::string_view, Subtype>{"water", Subtype::water}};
constexpr std::array access_names{WordPair{"allowed", "yes"}, WordPair{"denied", "no"},
                                  WordPair{"designated", "designated"}};
constexpr std::array speed_units{WordPair{"km/h", ""}, WordPair{"mph", " mph"}};
using Flags = std::vector<WordPair>;

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

// The value of a rule, and where and to whom it applies.
struct Rule {
    Scope scope;
    std::string value;
    bool covers(const Extent& part) const { return scope.extent.covers(part); }
};
using Rules = std::vector<Rule>;

// The rules of a segment, read once.
struct SegmentRules {
    Rules access, limits, flags, surfaces, subclasses, names, refs, widths;
};

Rule rule_of_part(const Extent& extent, std::string_view value) {
    Rule rule;
    rule.scope.extent = extent;
    rule.value = value;
    return rule;
}

void read_access(const JsonValue& properties, SegmentRules& rules) {
    properties["access_restrictions"].each([&](const JsonValue& rule) {
        rule.allow_only({"access_type", "between", "when"});
        Scope scope = read_scope(rule);
        rules.access.push_back({std::move(scope), std::string(known(rule["access_type"], access_names))});
    });
}

// Lowest speeds and notes that a limit varies change no travel time.
void read_limits(const JsonValue& properties, SegmentRules& rules) {
    properties["speed_limits"].each([&](const JsonValue& rule) {
        rule.allow_only({"max_speed", "min_speed", "is_max_speed_variable", "between", "when"});
        const JsonValue speed = rule["max_speed"];
        if (speed.is_null()) return;
        const double value = speed["value"].number();
        if (!(value > 0)) speed["value"].refuse("a speed above 0");
        Scope scope = read_scope(rule);
        rules.limits.push_back({std::move(scope), format("{:g}{}", value, known(speed["unit"], speed_units))});
    });
}

void read_texts(const JsonValue& list, Rules& rules) {
    list.each([&](const JsonValue& rule) {
        rule.allow_only({"value", "between"});
        const Extent extent = read_extent(rule);
        rules.push_back(rule_of_part(extent, rule["value"].text()));
    });
}

// Flags that are not known could close a road.
void read_flags(const JsonValue& list, const Flags& flags, Rules& rules) {
    list.each([&](const JsonValue& rule) {
        rule.allow_only({"values", "between"});
        const Extent extent = read_extent(rule);
        rule["values"].each([&](const JsonValue& flag) { rules.push_back(rule_of_part(extent, known(flag, flags))); });
    });
}

void read_names(const JsonValue& properties, SegmentRules& rules) {
    const JsonValue names = properties["names"];
    if (const auto primary = names["primary"].optional_text()) rules.names.push_back(rule_of_part({}, *primary));
    // A common name of a part, in the language of the place and for both sides, is the name there.
    names["rules"].each([&](const JsonValue& rule) {
        if (rule["between"].is_null() || rule["variant"].optional_text().value_or("") != "common") return;
        if (!rule["language"].is_null() || !rule["side"].is_null() || !rule["perspectives"].is_null()) return;
        const Extent extent = read_extent(rule);
        rules.names.push_back(rule_of_part(extent, rule["value"].text()));
    });
    properties["routes"].each([&](const JsonValue& route) {
        if (const auto ref = route["ref"].optional_text()) rules.refs.push_back(rule_of_part(read_extent(route), *ref));
    });
}

SegmentRules read_rules(const JsonValue& properties) {
    SegmentRules rules;
    read_access(properties, rules);
    read_limits(properties, rules);
    read_flags(properties["road_flags"], road_flags, rules.flags);
    read_flags(properties["rail_flags"], rail_flags, rules.flags);
    if (const auto whole = properties["subclass"].optional_text()) rules.subclasses.push_back(rule_of_part({}, *whole));
    read_texts(properties["subclass_rules"], rules.subclasses);
    read_texts(properties["road_surface"], rules.surfaces);
    read_names(properties, rules);
    properties["width_rules"].each([&](const JsonValue& rule) {
        rule.allow_only({"value", "between"});
        const JsonValue width = rule["value"];
        if (!(width.number() > 0)) width.refuse("a width above 0");
        rules.widths.push_back(rule_of_part(read_extent(rule), format("{:.10g}", width.number())));
    });
    return rules;
}

// Ends of the extents of all rules, each once, ascending.
std::vector<double> ends_of(const SegmentRules& rules) {
    std::vector<double> ends{0, 1};
    for (const Rules* all : {&rules.access, &rules.limits, &rules.flags, &rules.surfaces, &rules.subclasses,
                             &rules.names, &rules.refs, &rules.widths}) {
        for (const Rule& rule : *all) ends.insert(ends.end(), {rule.scope.extent.from, rule.scope.extent.to});
    }
    std::ranges::sort(ends);
    const auto same = [](double a, double b) { return b - a <= Extent::rounding; };
    ends.erase(std::unique(ends.begin(), ends.end(), same), ends.end());
    ends.back() = 1;
    return ends;
}

// Returns the last value that covers the part; an empty one if none does.
std::string_view last_of(const Rules& rules, const Extent& part) {
    std::string_view found;
    for (const Rule& rule : rules) {
        if (rule.covers(part)) found = rule.value;
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
                                   [&](const auto& rule) { return rule.value == flag && rule.covers(part_); });
    }

    void add_rest() {
        add("name", last_of(rules_.names, part_));
        std::vector<std::string_view> refs;
        std::string ref;
        for (const auto& rule : rules_.refs) {
            if (!rule.covers(part_) || std::ranges::find(refs, rule.value) != refs.end()) continue;
            refs.push_back(rule.value);
            ref += format("{}{}", ref.empty() ? "" : ";", rule.value);
        }
        add("ref", ref);
        constexpr std::array<std::pair<std::string_view, std::string_view>, 4> flags{
            {{"is_bridge", "bridge"}, {"is_tunnel", "tunnel"}, {"is_covered", "covered"}, {"is_indoor", "indoor"}}};
        for (const auto& [flag, key] : flags) {
            if (has(flag)) add(key, "yes");
        }
        add("width", last_of(rules_.widths, part_));
        add_scoped<AccessTags>(rules_.access);
        add_scoped<SpeedTags>(rules_.limits);
    }

    template <class Made>
    void add_scoped(const Rules& rules) {
        if (rules.empty()) return;
        Made made;
        for (const Rule& rule : rules) {
            if (rule.covers(part_)) made.add(rule.value, rule.scope);
        }
        made.write(tags_);
    }

    const SegmentRules& rules_;
    const Extent& part_;
    TagList tags_;
};

}  // namespace

void read_pieces(const JsonValue& properties, Segment& segment) {
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
        if (!segment.pieces.empty() && *segment.pieces.back().tags == tags) {
            segment.pieces.back().extent.to = extent.to;
        } else {
            segment.pieces.emplace_back().extent = extent;
            segment.pieces.back().tags = std::make_unique<TagList>(std::move(tags));
        }
    }
}

}  // namespace allways::importers::overture
