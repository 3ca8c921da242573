// SPDX-License-Identifier: Apache-2.0
// Rules of a segment → the tags of its parts. Source: the schema of Overture Maps, theme transportation, type segment
// and "Scoping rules"; for the tags https://wiki.openstreetmap.org/wiki/Key:highway and the pages of the other keys.
#include "overture/segment.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "allways/base/format.h"

namespace allways::importers::overture {

// ---- scopes

namespace {

using Word = std::pair<std::string_view, std::string_view>;

constexpr std::array mode_words{Word{"vehicle", "vehicle"},
                                Word{"motor_vehicle", "motor_vehicle"},
                                Word{"car", "motorcar"},
                                Word{"truck", "hgv"},
                                Word{"motorcycle", "motorcycle"},
                                Word{"foot", "foot"},
                                Word{"bicycle", "bicycle"},
                                Word{"bus", "bus"},
                                Word{"hgv", "hgv"},
                                Word{"hov", "hov"},
                                Word{"emergency", "emergency"}};

constexpr std::array purpose_words{Word{"as_customer", "customers"}, Word{"at_destination", "destination"},
                                   Word{"to_deliver", "delivery"}, Word{"to_farm", "agricultural"},
                                   Word{"for_forestry", "forestry"}};

// Profiles know no tags for disabled people and students; like permits, these statuses are granted.
constexpr std::array status_words{Word{"as_permitted", "permit"}, Word{"as_private", "private"},
                                  Word{"as_disabled", "private"}, Word{"as_employee", "employees"},
                                  Word{"as_student", "private"}};

constexpr std::array dimension_words{Word{"axle_count", "axles"}, Word{"height", "height"}, Word{"length", "length"},
                                     Word{"weight", "weight"}, Word{"width", "width"}};

constexpr std::array comparison_words{Word{"greater_than", ">"}, Word{"greater_than_equal", ">="}, Word{"equal", "="},
                                      Word{"less_than", "<"}, Word{"less_than_equal", "<="}};

using Factor = std::pair<std::string_view, double>;

constexpr std::array metres_of{Factor{"in", 0.0254}, Factor{"ft", 0.3048}, Factor{"yd", 0.9144}, Factor{"mi", 1609.344},
                               Factor{"cm", 0.01},   Factor{"m", 1.0},     Factor{"km", 1000.0}};

// A short ton has 2000 pounds, a long ton 2240.
constexpr std::array tonnes_of{Factor{"oz", 0.45359237e-3 / 16},
                               Factor{"lb", 0.45359237e-3},
                               Factor{"st", 0.90718474},
                               Factor{"lt", 1.0160469088},
                               Factor{"g", 1e-6},
                               Factor{"kg", 1e-3},
                               Factor{"t", 1.0}};

template <class Table>
void add_words(const JsonValue& list, const Table& table, std::vector<std::string_view>& words) {
    list.each([&](const JsonValue& word) { words.push_back(known(word, table)); });
}

VehicleBound read_bound(const JsonValue& value) {
    value.allow_only({"dimension", "comparison", "value", "unit"});
    VehicleBound bound{known(value["dimension"], dimension_words), known(value["comparison"], comparison_words), 0};
    const JsonValue size = value["value"];
    if (!(size.number() >= 0)) size.refuse("a number of 0 or more");
    double factor = 1;
    if (bound.dimension == "weight") {
        factor = known(value["unit"], tonnes_of);
    } else if (bound.dimension != "axles") {
        factor = known(value["unit"], metres_of);
    }
    bound.value = size.number() * factor;
    return bound;
}

}  // namespace

std::string Scope::condition() const {
    std::string text = during.empty() ? "" : format("({})", during);
    for (const VehicleBound& bound : vehicle) {
        text += format("{}{}{}{:.10g}", text.empty() ? "" : " AND ", bound.dimension, bound.comparison, bound.value);
    }
    return text;
}

Extent read_extent(const JsonValue& rule) {
    const JsonValue between = rule["between"];
    if (between.is_null()) return {};
    constexpr std::string_view wanted = "a pair of fractions a < b from 0 to 1";
    if (between.size() != 2) between.refuse(wanted);
    const Extent extent{between.at(0).number(), between.at(1).number()};
    if (!(extent.from >= 0 && extent.from < extent.to && extent.to <= 1)) between.refuse(wanted);
    return extent;
}

bool read_heading(const JsonValue& value) {
    constexpr std::array headings{std::pair<std::string_view, bool>{"forward", true},
                                  std::pair<std::string_view, bool>{"backward", false}};
    return known(value, headings);
}

Scope read_scope(const JsonValue& rule) {
    Scope scope;
    scope.extent = read_extent(rule);
    const JsonValue when = rule["when"];
    if (when.is_null()) return scope;
    when.allow_only({"heading", "during", "mode", "using", "recognized", "vehicle"});
    if (const JsonValue heading = when["heading"]; !heading.is_null()) scope.forward = read_heading(heading);
    scope.during = when["during"].optional_text().value_or("");
    add_words(when["mode"], mode_words, scope.modes);
    // If both are stated, both have to hold, and the status is the harder one to have.
    add_words(when["recognized"], status_words, scope.purposes);
    std::vector<std::string_view> uses;
    add_words(when["using"], purpose_words, uses);
    if (scope.purposes.empty()) scope.purposes = std::move(uses);
    when["vehicle"].each([&](const JsonValue& bound) { scope.vehicle.push_back(read_bound(bound)); });
    return scope;
}

std::vector<std::size_t> modes_of(const std::vector<std::string_view>& keys) {
    if (keys.empty()) return {0};
    std::vector<std::size_t> modes;
    for (const std::string_view key : keys) {
        modes.push_back(
            static_cast<std::size_t>(std::ranges::find(mode_tree, key, &ModeNode::key) - mode_tree.begin()));
    }
    return modes;
}

// ---- rules → tags

namespace {

// Headings of a rule, as indexes: both, along the segment, against it.
inline constexpr std::array<std::string_view, 3> heading_suffixes{"", ":forward", ":backward"};

// The statements for one mode; arrays by heading: both, along, against.
struct ModeTags {
    enum class Flow : std::uint8_t { unstated, open, closed };
    std::array<std::string, 3> values;
    std::array<std::string, 3> conditions;  // values of conditional tags
    std::array<Flow, 2> flow{Flow::unstated, Flow::unstated};
    std::string flow_condition;
    friend bool operator==(const ModeTags&, const ModeTags&) = default;
};

// Returns true if the mode is `general` or belongs to it.
constexpr bool belongs_to(std::size_t mode, std::size_t general) {
    while (mode != general && mode != 0) mode = mode_tree[mode].parent;
    return mode == general;
}

constexpr std::string_view closed_value = "no";
constexpr double below_bound = 0.001;  // a limit that excludes the bound itself: by a millimetre or a kilogram

std::size_t heading_index(const Scope& scope) {
    return !scope.forward ? 0 : *scope.forward ? 1 : 2;
}

void append_with(std::string& text, std::string_view separator, std::string_view added) {
    if (!text.empty()) text += separator;
    text += added;
}

std::string purposes_text(const Scope& scope) {
    std::string text;
    for (const std::string_view purpose : scope.purposes) {
        if (text.find(purpose) == text.npos) append_with(text, ";", purpose);
    }
    return text;
}

std::string key_with(std::string_view prefix, std::size_t mode, std::string_view suffix) {
    return format("{}{}{}", prefix, mode == 0 ? "" : format(":{}", mode_tree[mode].key), suffix);
}

void add_tag(std::string key, const std::string& value, TagList& tags) {
    if (!value.empty()) tags.emplace_back(std::move(key), value);
}

// Adds the tags of a key and of its forms for headings and conditions.
void write_directed(std::string_view key, const std::array<std::string, 3>& values,
                    const std::array<std::string, 3>& conditions, TagList& tags) {
    for (std::size_t heading = 0; heading < 3; ++heading) {
        const std::string directed = format("{}{}", key, heading_suffixes[heading]);
        add_tag(directed, values[heading], tags);
        add_tag(directed + ":conditional", conditions[heading], tags);
    }
}

// Rules of speed, of which the last one that matches decides. Add those of one piece in their order, then take the
// tags: maxspeed=50, maxspeed:hgv:forward=30 mph, maxspeed:conditional=30 @ (…). Rules for some purposes do not apply:
// those of travellers are unknown.
class SpeedTags {
public:
    void add(std::string_view limit, const Scope& scope) {
        if (!scope.purposes.empty()) return;
        const std::size_t heading = heading_index(scope);
        for (const std::size_t named : modes_of(scope.modes)) {
            // Profiles read a limit of all vehicles as that of everybody.
            const std::size_t mode = mode_tree[named].key == "vehicle" ? 0 : named;
            if (scope.is_conditional()) {
                append_with(stated_[mode].conditions[heading], "; ", format("{} @ ({})", limit, scope.condition()));
                continue;
            }
            for (std::size_t below = 0; below < stated_.size(); ++below) {
                if (!belongs_to(below, mode)) continue;
                ModeTags& stated = stated_[below];
                if (heading == 0) {
                    stated = {};
                } else {
                    stated.conditions[heading].clear();
                    if (!stated.values[0].empty() || !stated.values[heading].empty()) stated.values[heading] = limit;
                }
            }
            stated_[mode].values[heading] = limit;
        }
    }

    void write(TagList& tags) const {
        for (std::size_t mode = 0; mode < stated_.size(); ++mode) {
            if (stated_[mode] == ModeTags{}) continue;
            write_directed(key_with("maxspeed", mode, ""), stated_[mode].values, stated_[mode].conditions, tags);
        }
    }

private:
    std::array<ModeTags, mode_tree.size()> stated_;
};

// Rules of access, of which the last one that matches a traveller decides → access tags, of which the one with the most
// specific key decides: a rule replaces what earlier ones state about its modes and those that belong to them.
// Add the rules of one piece in their order, then take the tags.
//   denied without scope         access=no
//   denied by mode               motor_vehicle=no
//   denied by heading            oneway=yes or -1, by mode oneway:bicycle=…: as in OpenStreetMap, people on foot are
//                                not meant unless they are named
//   allowed for a purpose        destination, private, … in place of an earlier denial
//   denied above a size          maxweight=7.5
//   at times, by other sizes     access:conditional=no @ (…)
class AccessTags {
public:
    // `type`: "yes", "no" or "designated".
    void add(std::string_view type, const Scope& scope) {
        const bool denied = type == closed_value;
        // A ban for some purposes leaves the way open to travellers, whose purpose is unknown.
        if (denied && !scope.purposes.empty()) return;
        const std::string value = scope.purposes.empty() ? std::string(type) : purposes_text(scope);
        for (const std::size_t mode : modes_of(scope.modes)) {
            if (scope.is_conditional()) {
                if (!denied || !add_limit(mode, scope)) add_conditional(mode, value, denied, scope);
            } else if (denied) {
                deny(mode, scope);
            } else if (scope.purposes.empty()) {
                permit(mode, value, scope);
            } else {
                permit_purpose(mode, value, heading_index(scope));
            }
        }
    }

    void write(TagList& tags) const {
        const auto add = [&](std::string key, const std::string& value) { add_tag(std::move(key), value, tags); };
        std::array<std::array<bool, 2>, mode_tree.size()> open;
        for (std::size_t mode = 0; mode < stated_.size(); ++mode) {
            const ModeTags& stated = stated_[mode];
            for (std::size_t way = 0; way < 2; ++way) open[mode][way] = !flow_is_closed(mode, way);
            if (stated == ModeTags{}) continue;
            std::array<std::string, 3> values = stated.values;
            const bool states_flow =
                stated.flow[0] != ModeTags::Flow::unstated || stated.flow[1] != ModeTags::Flow::unstated;
            const auto [along, against] = open[mode];
            const auto parent = open[mode_tree[mode].parent];
            if (states_flow && !along && !against) {
                values = {std::string(closed_value), "", ""};
            } else if (states_flow) {
                add(key_with("oneway", mode, ""), along && against ? "no" : along ? "yes" : "-1");
                if (mode != 0 && !parent[0] && !parent[1] && values[0].empty()) values[0] = "yes";
            }
            add(key_with("oneway", mode, ":conditional"), stated.flow_condition);
            write_directed(mode_tree[mode].key, values, stated.conditions, tags);
        }
        for (const auto& [key, most] : limits_) add(key, format("{:.10g}", most));
    }

private:
    // Calls `change` with each mode that belongs to `mode`, but not with that itself.
    template <class Change>
    void change_below(std::size_t mode, Change&& change) {
        for (std::size_t below = 0; below < stated_.size(); ++below) {
            if (below != mode && belongs_to(below, mode)) change(stated_[below]);
        }
    }

    // A statement for the mode itself decides, and one for its heading before one for both.
    bool is_closed(std::size_t mode, std::size_t heading) const {
        for (;; mode = mode_tree[mode].parent) {
            const auto& values = stated_[mode].values;
            const std::string& value = values[heading].empty() ? values[0] : values[heading];
            if (!value.empty()) return value == closed_value;
            if (mode == 0) return false;
        }
    }

    bool flow_is_closed(std::size_t mode, std::size_t way) const {
        for (;; mode = mode_tree[mode].parent) {
            const ModeTags::Flow flow = stated_[mode].flow[way];
            if (flow != ModeTags::Flow::unstated) return flow == ModeTags::Flow::closed;
            if (mode == 0) return false;
        }
    }

    // A ban above one size, at all times, is a limit of that size. Returns false for others.
    bool add_limit(std::size_t mode, const Scope& scope) {
        if (!scope.during.empty() || scope.vehicle.size() != 1) return false;
        const VehicleBound& bound = scope.vehicle.front();
        if (bound.dimension == "axles" || !bound.comparison.starts_with('>')) return false;
        const double most = std::max(bound.value - (bound.comparison == ">=" ? below_bound : 0), below_bound);
        const std::string key =
            key_with(format("max{}", bound.dimension), mode, heading_suffixes[heading_index(scope)]);
        const auto [known, is_new] = limits_.emplace(key, most);
        if (!is_new) known->second = std::min(known->second, most);
        return true;
    }

    void add_conditional(std::size_t mode, std::string_view value, bool denied, const Scope& scope) {
        const std::size_t heading = heading_index(scope);
        ModeTags& stated = stated_[mode];
        const bool by_flow = heading > 0 && (denied || flow_is_closed(mode, heading - 1));
        if (by_flow && scope.purposes.empty()) {
            const std::string_view flow = !denied ? "no" : heading == 1 ? "-1" : "yes";
            append_with(stated.flow_condition, "; ", format("{} @ ({})", flow, scope.condition()));
            return;
        }
        append_with(stated.conditions[heading], "; ", format("{} @ ({})", value, scope.condition()));
    }

    void deny(std::size_t mode, const Scope& scope) {
        const std::size_t heading = heading_index(scope);
        if (heading == 0) {
            change_below(mode, [](ModeTags& below) { below.values = below.conditions = {}; });
            stated_[mode].values = {std::string(closed_value), "", ""};
            stated_[mode].conditions = {};
            return;
        }
        const auto close = [&](ModeTags& stated) {
            stated.flow[heading - 1] = ModeTags::Flow::closed;
            stated.values[heading].clear();
        };
        close(stated_[mode]);
        change_below(mode, [&](ModeTags& below) {
            if (below.flow[heading - 1] != ModeTags::Flow::unstated) close(below);
        });
    }

    void permit(std::size_t mode, const std::string& value, const Scope& scope) {
        const std::size_t heading = heading_index(scope);
        for (std::size_t way = 0; way < 2; ++way) {
            if (heading != 0 && heading != way + 1) continue;
            if (flow_is_closed(mode, way)) stated_[mode].flow[way] = ModeTags::Flow::open;
            change_below(mode, [&](ModeTags& below) {
                if (below.flow[way] == ModeTags::Flow::closed) below.flow[way] = ModeTags::Flow::open;
            });
        }
        if (heading == 0) {
            change_below(mode, [](ModeTags& below) { below.values = below.conditions = {}; });
            stated_[mode].values = {value, "", ""};
            stated_[mode].conditions = {};
            return;
        }
        if (is_closed(mode, heading)) stated_[mode].values[heading] = value;
        change_below(mode, [&](ModeTags& below) {
            const std::string& own = below.values[heading].empty() ? below.values[0] : below.values[heading];
            if (own == closed_value) below.values[heading] = value;
        });
    }

    // Replaces denials, and adds to purposes that earlier rules permit. Where all may go it changes nothing.
    void permit_purpose(std::size_t mode, const std::string& value, std::size_t heading) {
        constexpr std::array<std::string_view, 3> for_all{"", "yes", "designated"};
        const auto replace = [&](std::string& text) {
            if (std::ranges::find(for_all, text) != for_all.end()) return;
            if (text == closed_value) text.clear();
            append_with(text, ";", value);
        };
        if (heading > 0 && flow_is_closed(mode, heading - 1)) {
            stated_[mode].flow[heading - 1] = ModeTags::Flow::open;
            stated_[mode].values[heading] = value;
            return;
        }
        ModeTags& own = stated_[mode];
        if (heading == 0 && flow_is_closed(mode, 0) && flow_is_closed(mode, 1)) {
            own.flow = {ModeTags::Flow::open, ModeTags::Flow::open};
            own.values[0] = value;
        } else if (own.values[heading].empty() && own.values[0].empty() && is_closed(mode, heading)) {
            own.values[heading] = value;
        } else {
            if (own.values[heading].empty()) own.values[heading] = own.values[0];
            replace(own.values[heading]);
        }
        change_below(mode, [&](ModeTags& below) {
            if (below.values[heading].empty()) below.values[heading] = below.values[0];
            replace(below.values[heading]);
        });
    }

    std::array<ModeTags, mode_tree.size()> stated_;
    std::map<std::string, double> limits_;  // "maxweight:hgv:forward"
};

// ---- parts

constexpr std::array subtype_names{std::pair<std::string_view, Subtype>{"road", Subtype::road},
                                   std::pair<std::string_view, Subtype>{"rail", Subtype::rail},
                                   std::pair<std::string_view, Subtype>{"water", Subtype::water}};
constexpr std::array access_names{Word{"allowed", "yes"}, Word{"denied", "no"}, Word{"designated", "designated"}};
constexpr std::array speed_units{Word{"km/h", ""}, Word{"mph", " mph"}};
using Flags = std::vector<Word>;

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
