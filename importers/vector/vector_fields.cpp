// SPDX-License-Identifier: Apache-2.0
// Field names → roles; texts → directions and speeds.
#include "vector/vector_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/network/road_network.h"
#include "attributes/system_choice.h"
#include "attributes/travel_time.h"
#include "base/text.h"
#include "libraries/reference_system.h"
#include "text/rounded_decimal.h"

namespace allways::importers {

namespace {

using UsualNames = std::span<const std::string_view>;
using Kind = VectorLayer::Field::Kind;

constexpr std::array<std::string_view, 12> feature_id_names{"link_id", "edge_id", "arc_id", "linkid",
                                                            "edgeid",  "gid",     "osm_id", "osmid",
                                                            "way_id",  "road_id", "id",     "objectid"};
constexpr std::array<std::string_view, 22> speed_names{
    "maxspeed",        "free_speed",   "freespeed",    "speed",     "speed_limit", "speedlimit",
    "maxspeed_kph",    "maxspeed_kmh", "maxspeed_mph", "speed_kph", "speed_kmh",   "speed_mph",
    "max_speed",       "kph",          "speed_lim",    "maxspd",    "vmax",        "v_max",
    "geschwindigkeit", "vitesse",      "velocidad",    "velocita"};
// Levels of a line's first and last end.
constexpr std::array<std::array<std::string_view, 2>, 4> level_names{
    {{"f_zlev", "t_zlev"}, {"f_elev", "t_elev"}, {"from_zlev", "to_zlev"}, {"from_elev", "to_elev"}}};
constexpr std::array<std::string_view, 5> class_names{"highway", "fclass", "road_class", "class", "type"};

class Decision {
public:
    Decision(const VectorLayer& layer, const ReadOptions& options)
        : layer_(layer),
          options_(options),
          names_(layer.field_names(), format("layer '{}' has no field", layer.name())) {}

    // Finds the field that an option names; an empty name means that the user wants none.
    std::optional<std::size_t> named(std::string_view option, const std::string& wanted) const {
        return wanted.empty() ? std::nullopt : std::optional(names_.named(option, wanted));
    }

    // Finds the named field or, without an option, the first of the usual names.
    std::optional<std::size_t> named_or_guessed(std::string_view option, const std::optional<std::string>& wanted,
                                                std::string_view part, UsualNames usual) const {
        return wanted ? named(option, *wanted) : guessed(part, usual);
    }
    std::optional<std::size_t> guessed(std::string_view part, UsualNames usual,
                                       std::optional<Kind> kind = std::nullopt) const {
        for (const auto name : usual) {
            const auto field = names_.usual(name);
            if (!field || (kind && layer_.fields()[*field].kind != *kind)) continue;
            say(format("{} = '{}'", part, names_[*field]));
            return field;
        }
        return std::nullopt;
    }

    std::optional<std::pair<std::size_t, std::size_t>> guessed_ends() const {
        const auto ends = find_arc_ends(names_);
        if (ends) say(format("from = '{}', to = '{}'", names_[ends->first], names_[ends->second]));
        return ends;
    }

    // Logs a field that has one of the usual names but is not used.
    void pass_over(UsualNames usual, std::string_view why) const {
        for (const auto name : usual) {
            const auto field = names_.usual(name);
            if (field) return say(format("'{}' is not read: {}", names_[*field], why), "");
        }
    }
    // Columns and texts hold single values, so lists are skipped.
    void pass_over_lists() const {
        std::vector<std::string> lists;
        for (const auto& field : layer_.fields()) {
            if (field.kind == Kind::other) lists.push_back(field.name);
        }
        if (!lists.empty()) say("skipped fields (lists or binary data): " + joined(lists), "");
    }

    // Logs properties of lines that are unknown because no field has a usual name, if there are unused fields that
    // might have them.
    void say_unknown(const VectorFields& fields) const {
        std::vector<std::string> missing;
        if (!fields.speed && !options_.speed_field) missing.emplace_back("speed (`speed_field`)");
        if (!fields.road_class && !options_.class_field) missing.emplace_back("class of road (`class_field`)");
        if (missing.empty() || fields.unknown.empty()) return;
        say(format("no field is recognised as {}; fields without a known meaning: {}", joined(missing, ", nor as "),
                   shortened(joined(fields.unknown), 200)),
            "");
    }
    std::vector<std::string> unused(const VectorFields& fields) const {
        std::vector<std::string> left;
        for (std::size_t field = 0; field < names_.size(); ++field) {
            const std::optional<std::size_t> taken[] = {
                fields.from,   fields.to,         fields.id,         fields.cost,    fields.reverse_cost,
                fields.oneway, fields.speed,      fields.name,       fields.layer,   fields.bridge,
                fields.tunnel, fields.road_class, fields.from_level, fields.to_level};
            const bool is_paired = std::ranges::any_of(
                fields.pairs, [&](const auto& pair) { return pair.along == field || pair.against == field; });
            const bool is_known = names_.lower(field) == "ref" || names_.lower(field).starts_with("length") ||
                                  names_.lower(field).starts_with("shape_") || is_paired ||
                                  layer_.fields()[field].kind == Kind::other;
            if (!is_known && std::ranges::find(taken, field) == std::end(taken)) left.push_back(names_[field]);
        }
        return left;
    }

    // Fields of numbers whose names say that they go in pairs, one for each direction.
    std::vector<DirectedField> pairs() const {
        auto found = directed_fields(names_);
        std::erase_if(found, [&](const DirectedField& pair) {
            return layer_.fields()[pair.along].kind != Kind::number ||
                   layer_.fields()[pair.against].kind != Kind::number;
        });
        std::vector<std::string> texts;
        for (const auto& pair : found)
            texts.push_back(format("{} = '{}' along and '{}' against the line", pair.name, names_[pair.along],
                                   names_[pair.against]));
        if (!texts.empty()) say(joined(texts));
        return found;
    }

    // Finds a field with a single usual name; not logged.
    std::optional<std::size_t> usual(std::string_view lower_name) const { return names_.usual(lower_name); }
    bool is_text(std::size_t field) const { return layer_.fields()[field].kind == Kind::text; }
    bool has(std::string_view lower_name) const { return usual(lower_name).has_value(); }
    const std::string& lower_name(std::size_t field) const { return names_.lower(field); }

private:
    void say(const std::string& what, std::string_view how = "recognised by name: ") const {
        log(options_.log, LogLevel::info, format("layer '{}': {}{}", layer_.name(), how, what));
    }

    const VectorLayer& layer_;
    const ReadOptions& options_;
    FieldNames names_;
};

void decide_ends(VectorFields& fields, const Decision& decision, const ReadOptions& options, bool guess) {
    const std::string from = options.from_field.value_or("");
    const std::string to = options.to_field.value_or("");
    fields.from = decision.named("from_field", from);
    fields.to = decision.named("to_field", to);
    if (fields.from.has_value() != fields.to.has_value()) {
        throw InvalidArgument(
            "`from_field` and `to_field` go together: name both, or none to connect lines where they meet");
    }
    fields.ends_given = fields.from.has_value();
    const bool by_place = options.join != ReadOptions::Join::automatic;
    if (fields.ends_given && by_place) {
        throw InvalidArgument("`join`: `from_field` and `to_field` name the nodes already; remove one of the two");
    }
    if (fields.ends_given || by_place || options.from_field || options.to_field || !guess) return;
    if (const auto ends = decision.guessed_ends()) std::tie(fields.from, fields.to) = *ends;
}

// A pair is named by what its names share ("time" of time_ab and time_ba), or by its first field.
void decide_costs(VectorFields& fields, const Decision& decision, const ReadOptions& options) {
    constexpr std::array<std::string_view, 1> cost_names{"cost"};
    fields.pairs = decision.pairs();
    const std::string wanted = lower_case(options.cost_field.empty() ? "cost" : options.cost_field);
    const auto pair = std::ranges::find_if(fields.pairs, [&](const DirectedField& field) {
        return lower_case(field.name) == wanted || decision.lower_name(field.along) == wanted;
    });
    const bool is_pair = pair != fields.pairs.end() && options.reverse_cost_field.empty();
    if (is_pair) {
        fields.cost = pair->along;
        fields.reverse_cost = pair->against;
    } else {
        fields.cost = decision.named("cost_field", options.cost_field);
        fields.reverse_cost = decision.named("reverse_cost_field", options.reverse_cost_field);
    }
    if (!fields.cost) fields.cost = decision.guessed("cost", cost_names, Kind::number);
    if (fields.reverse_cost && !fields.cost) {
        throw InvalidArgument("`reverse_cost_field` needs `cost_field`, the cost along the line");
    }
    if (fields.cost && !fields.reverse_cost && decision.lower_name(*fields.cost) == "cost") {
        fields.reverse_cost = decision.guessed("reverse cost", reverse_cost_names, Kind::number);
    }
    fields.costs_state_directions = fields.reverse_cost && !is_pair;
}

// Returns true for the first fields that tools/export/formats/layer_network.cpp writes.
bool begins_like_ours(const VectorLayer& layer) {
    constexpr std::array<std::string_view, 3> first{"link_id", "from_node", "to_node"};
    const auto& fields = layer.fields();
    if (fields.size() < first.size()) return false;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (fields[i].name != first[i]) return false;
    }
    return true;
}

bool is_in_feet(const VectorLayer& layer, const ReadOptions& options) {
    const std::string definition = options.crs.empty() ? layer.reference_system() : options.crs;
    if (definition.empty() || definition == no_system) return options.length_unit.starts_with("f");
    try {
        const ReferenceSystem system(definition);
        return !system.is_geographic() && system.metres_per_unit() > 0.3 && system.metres_per_unit() < 0.31;
    } catch (const InvalidArgument&) {
        return false;
    }
}

// Guesses the unit of speeds that state none: by the layer's own unit of length, or by their numbers.
void guess_speed_unit(VectorFields& fields, VectorLayer& layer, const ReadOptions& options) {
    constexpr std::array<std::string_view, 6> usual_mph{"25", "35", "45", "55", "65", "75"};
    constexpr double most_mph = 85;
    std::uint64_t all = 0;
    std::uint64_t like_mph = 0;
    std::vector<std::string> examples;
    for (const auto& [text, count] : layer.value_counts(*fields.speed)) {
        const auto number = Decimal::parse(trimmed(text));
        if (!number || number->is_missing() || number->digits() <= 0) continue;
        if (number->to_double() > most_mph) return;
        all += count;
        if (std::ranges::find(usual_mph, number->to_string()) == usual_mph.end()) continue;
        like_mph += count;
        examples.push_back(format("{} ({})", number->to_string(), count));
    }
    if (all == 0) return;
    const std::string what =
        format("layer '{}': the speeds in '{}' state no unit", layer.name(), layer.fields()[*fields.speed].name);
    if (is_in_feet(layer, options)) {
        fields.speed_unit = "mph";
        return guess(options.log, Guess::speeds,
                     format("{} and none of {} is above {}; they are read in mph, as the layer is in feet", what, all,
                            most_mph));
    }
    if (2 * like_mph <= all) return;
    guess(options.log, Guess::speeds,
          format("{} and are read in km/h, but {} of {} are such as in miles per hour: {}", what, like_mph, all,
                 joined(examples)));
}

// In a network written by Allways times are a field, or there are none: the unit of its speeds is not stated, and
// guessing km/h would make wrong times.
void decide_speed(VectorFields& fields, VectorLayer& layer, const Decision& decision, const ReadOptions& options) {
    const bool asks = options.speed_field || !options.speed_unit.empty() || options.default_speed_kmh ||
                      !options.profile.empty() || !options.class_speeds.empty();
    if (fields.is_network_of_ours && !asks) return;
    for (const DirectedField& pair : fields.pairs) {
        const bool is_named = lower_case(pair.name) == lower_case(options.speed_field.value_or(""));
        const bool is_usual = std::ranges::find(speed_names, lower_case(pair.name)) != speed_names.end();
        if (fields.speed || !(options.speed_field ? is_named : is_usual)) continue;
        fields.speed = pair.along;
        fields.speed_against = pair.against;
    }
    if (!fields.speed)
        fields.speed = decision.named_or_guessed("speed_field", options.speed_field, "speed", speed_names);
    fields.speed_given = fields.speed && options.speed_field;
    if (!options.speed_unit.empty()) {
        fields.speed_unit = stated_unit("speed_unit", options.speed_unit, {Unit::Kind::speed});
        if (!fields.speed)
            throw InvalidArgument("`speed_unit` needs `speed_field`: no field is recognised as the speed");
        fields.speed_unit_known = true;
    } else if (fields.speed) {
        const std::string& name = decision.lower_name(*fields.speed);
        const auto says = [&](std::string_view unit) { return name.find(unit) != std::string::npos; };
        if (says("mph")) fields.speed_unit = "mph";
        fields.speed_unit_known = says("mph") || says("kph") || says("kmh");
        if (!fields.speed_unit_known && options.profile.empty()) guess_speed_unit(fields, layer, options);
    }
}

void decide_oneway(VectorFields& fields, VectorLayer& layer, const Decision& decision, const ReadOptions& options) {
    // If each direction has its own cost, the directions are known already.
    if (options.directed && !options.oneway_field) {
        decision.pass_over(oneway_names, "`directed` makes each line one direction");
    } else if (!options.oneway_field && fields.costs_state_directions) {
        decision.pass_over(oneway_names, "each direction has its own cost; set `oneway_field` to read it as well");
    } else {
        fields.oneway = decision.named_or_guessed("oneway_field", options.oneway_field, "one-way", oneway_names);
        for (const auto name : doubtful_oneway_names) {
            const auto field = options.oneway_field ? std::nullopt : decision.usual(name);
            if (fields.oneway || !field || layer.fields()[*field].kind == Kind::other) continue;
            if (layer.fields()[*field].boolean ||
                OnewayValues(options.oneway_values).understands(layer.value_counts(*field)))
                fields.oneway = decision.guessed("one-way", std::array{name});
        }
    }
    if (fields.oneway && options.directed)
        throw InvalidArgument("`directed` makes each line one direction; remove it or `oneway_field`");
    if (!fields.oneway && !options.oneway_values.empty()) {
        throw InvalidArgument("`oneway_values` needs `oneway_field`: no field is recognised as the one-way field");
    }
}

// Decides the fields for the road class and for levels.
void decide_roads(VectorFields& fields, const Decision& decision, const ReadOptions& options) {
    if (options.class_field) {
        fields.road_class = decision.named("class_field", *options.class_field);
    } else {
        fields.road_class = decision.guessed("class of road", class_names, Kind::text);
    }
    if (fields.road_class && decision.is_text(*fields.road_class) && !decision.has("facility_type")) {
        fields.facility_type = fields.road_class;
    }
    if (!fields.road_class && (!options.class_speeds.empty() || !options.profile.empty())) {
        throw InvalidArgument(format("`{}` needs `class_field`: no field is recognised as the class of road",
                                     options.profile.empty() ? "class_speeds" : "profile"));
    }
    fields.name_given = options.name_field.has_value();
    fields.name = fields.name_given ? decision.named("name_field", *options.name_field)
                                    : decision.guessed("name", road_name_names, Kind::text);
    if (fields.name && !decision.is_text(*fields.name)) {
        throw InvalidArgument(
            format("`name_field`: '{}' has no texts; expected a field with the names of roads", *options.name_field));
    }
    for (const auto& [from, to] : level_names) {
        if (fields.from || fields.from_level || !decision.usual(from) || !decision.usual(to)) continue;
        fields.from_level = decision.guessed("level of the first end", std::array{from});
        fields.to_level = decision.guessed("level of the last end", std::array{to});
    }
    fields.layer = decision.usual("layer");
    fields.bridge = decision.usual("bridge");
    fields.tunnel = decision.usual("tunnel");
}

// ---- columns

constexpr std::array<std::string_view, 4> made_names{"length", "cost", "free_speed", "time"};
constexpr std::array<std::string_view, 4> text_names{"name", "ref", "facility_type", "junction"};

bool is_one_of(const std::array<std::string_view, 4>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Returns the number of digits after the point for values of sections of cut lines: enough that a section's share is
// accurate to a thousandth of the lines' last digit, but no finer than a millionth.
int shared_digits(const std::vector<Decimal>& of_lines) {
    int digits = 0;
    for (const Decimal& value : of_lines) {
        if (!value.is_missing()) digits = std::max(digits, value.scale());
    }
    return std::max(digits, std::min(digits + 3, 6));
}

// Returns the value of a line from its beginning to `at`: differences of these add up to the whole. A value too large
// for `digits` digits gets as many as fit.
Decimal value_until(const Decimal& value, double at, double length, int digits) {
    if (at <= 0) return {};
    if (at >= length) return value;
    for (int k = std::max(digits, value.scale()); k >= value.scale(); --k) {
        const auto whole = value.fixed_point(k);
        if (whole) return Decimal(std::llround(static_cast<long double>(*whole) * (at / length)), k);
    }
    return value;
}

Decimal negated(const Decimal& value) {
    return {-value.digits(), value.scale()};
}

// Returns the values of the arcs' sections; `of_line(arc)` is the line's value.
template <class OfLine>
std::vector<Decimal> shares(const LineParts& parts, const std::vector<RowArc>& arcs, int digits, OfLine&& of_line) {
    std::vector<Decimal> values;
    values.reserve(arcs.size());
    for (const RowArc& arc : arcs) {
        const Decimal& whole = of_line(arc);
        const double length = parts.line_length(arc.row);
        if (whole.is_missing() || (parts.begin[arc.row] == 0 && parts.end[arc.row] == length)) {
            values.push_back(whole);
            continue;
        }
        values.push_back(value_until(whole, parts.end[arc.row], length, digits) +
                         negated(value_until(whole, parts.begin[arc.row], length, digits)));
    }
    return values;
}

// Detects rows that were sorted separately from the shapes: no unit makes most of the stated lengths match the lines.
bool are_lengths_of_others(const std::vector<Decimal>& stated, const LineParts& parts) {
    constexpr double like = 1.25;
    std::vector<double> ratios;  // stated to measured
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const Decimal& length = stated[parts.line[part]];
        if (parts.begin[part] != 0 || length.is_missing() || length.digits() <= 0 || parts.line_length(part) <= 0)
            continue;
        ratios.push_back(length.to_double() / parts.line_length(part));
    }
    if (ratios.empty()) return false;
    std::ranges::sort(ratios);
    const double usual = ratios[ratios.size() / 2];
    const auto near =
        std::ranges::count_if(ratios, [&](double ratio) { return ratio < usual * like && ratio * like > usual; });
    return static_cast<std::size_t>(near) * 2 < ratios.size();
}

bool says_yes(const std::string& text) {
    const std::string word = lower_case(trimmed(text));
    return !is_missing_word(word) && word != "no" && word != "n" && word != "f" && word != "false" && word != "0";
}

}  // namespace

VectorFields decide_vector_fields(VectorLayer& layer, const ReadOptions& options, bool guess_ends) {
    VectorFields fields;
    const Decision decision(layer, options);
    decide_ends(fields, decision, options, guess_ends);
    if (options.undirected && options.directed)
        throw InvalidArgument("`directed` and `undirected` contradict each other; remove one of the two");
    if (options.undirected && !fields.from) {
        throw InvalidArgument(
            "`undirected` is for lines whose ends two fields name (`from_field`, `to_field`); lines that are connected "
            "where they meet are open both ways already, and `oneway_field` \"\" opens one-way roads too");
    }
    decide_costs(fields, decision, options);
    fields.is_network_of_ours = begins_like_ours(layer);
    decide_speed(fields, layer, decision, options);
    fields.id = decision.named_or_guessed("id_field", options.id_field, "id", feature_id_names);
    fields.id_given = fields.id && options.id_field;
    decide_oneway(fields, layer, decision, options);
    decide_roads(fields, decision, options);
    fields.unknown = decision.unused(fields);
    decision.say_unknown(fields);
    decision.pass_over_lists();
    return fields;
}

OnewayValues choose_oneway_values(VectorLayer& layer, const VectorFields& fields, const ReadOptions& options) {
    OnewayValues values(options.oneway_values);
    if (!fields.oneway) return values;
    const auto& field = layer.fields()[*fields.oneway];
    if (field.boolean) return values;
    values.choose(layer.value_counts(*fields.oneway), layer.path(),
                  format("layer '{}': the one-way field '{}'", layer.name(), field.name), options);
    return values;
}

OnewayValues::Ways stated_ways(const VectorLayer& layer, const VectorFields& fields, const OnewayValues& values) {
    using enum OnewayValues::Ways;
    if (!fields.oneway) return both;
    const std::string value = layer.text(*fields.oneway);
    if (value.empty()) return both;
    const bool boolean = layer.fields()[*fields.oneway].boolean;
    return (boolean ? values.find(value == "true") : values.find(value)).value_or(both);
}

double level_of_line(const VectorLayer& layer, const VectorFields& fields) {
    // A bridge is above and a tunnel below another line of its layer.
    constexpr double within_layer = 0.5;
    double level = 0;
    if (fields.layer) {
        const auto stated = Decimal::parse(trimmed(layer.text(*fields.layer)));
        if (stated && !stated->is_missing()) level = stated->to_double();
    }
    if (fields.bridge && says_yes(layer.text(*fields.bridge))) return (level == 0 ? 1 : level) + within_layer;
    // A passage through a building is at ground level.
    if (fields.tunnel && says_yes(layer.text(*fields.tunnel)) && layer.text(*fields.tunnel) != "building_passage")
        return (level == 0 ? -1 : level) - within_layer;
    return level;
}

VectorColumns::VectorColumns(const VectorLayer& layer, const VectorFields& fields) : layer_(layer), fields_(fields) {
    for (std::size_t i = 0; i < layer.fields().size(); ++i) {
        if (i == fields.from || i == fields.to || i == fields.id || layer.fields()[i].kind == Kind::other) continue;
        const auto pair = std::ranges::find(fields.pairs, i, &DirectedField::along);
        const bool is_pair = pair != fields.pairs.end();
        if (std::ranges::find(fields.pairs, i, &DirectedField::against) != fields.pairs.end()) continue;
        const std::string called = is_pair ? pair->name : name(i);
        if (i == fields.cost && lower_case(called) == "cost") continue;  // it is the cost column already
        Own& own = own_.emplace_back();
        own.field = i;
        own.name = called;
        if (is_pair) own.against = pair->against;
    }
}

void VectorColumns::take_costs() {
    if (fields_.cost) cost_ = feature_cost(*fields_.cost);
    if (fields_.reverse_cost) reverse_cost_ = feature_cost(*fields_.reverse_cost);
}

Decimal VectorColumns::feature_cost(std::size_t field) const {
    const Decimal cost = layer_.number(field);
    if (cost.is_missing() && layer_.fields()[field].kind != Kind::number && !is_missing_value(layer_.text(field))) {
        layer_.fail(format("the cost field '{}' needs a number, found '{}'{}", name(field),
                           shortened(layer_.text(field)), comma_hint(layer_.text(field))));
    }
    return cost;
}

bool VectorColumns::is_open(bool against) const {
    if (!fields_.reverse_cost) return true;
    return opens_direction(against ? reverse_cost_ : cost_);
}

bool VectorColumns::has_nothing(bool against) const {
    const auto is_used = [&](std::size_t field) {
        const Decimal value = layer_.number(field);
        return !value.is_missing() && value.digits() > 0;
    };
    const auto any = [&](bool back) {
        return std::ranges::any_of(fields_.pairs, [&](const auto& p) { return is_used(back ? p.against : p.along); });
    };
    return !fields_.pairs.empty() && !any(against) && any(!against);
}

void VectorColumns::add_line() {
    if (fields_.cost) costs_.push_back(cost_);
    if (fields_.reverse_cost) reverse_costs_.push_back(reverse_cost_);
    for (Own& own : own_) {
        if (layer_.fields()[own.field].kind == Kind::number) {
            own.numbers.push_back(layer_.number(own.field));
            if (own.against) own.numbers_against.push_back(layer_.number(*own.against));
        } else {
            own.texts.add(layer_.text(own.field));
        }
    }
}

void VectorColumns::add_costs(RoadNetwork& network, const LineParts& parts, const std::vector<RowArc>& arcs,
                              const LineLengths::Unit& unit) {
    ArcColumn length{"length", unit.symbol, {}, unit.resolution};
    for (const RowArc& arc : arcs) {
        length.values.push_back(rounded(parts.end[arc.row], unit.digits) +
                                negated(rounded(parts.begin[arc.row], unit.digits)));
    }
    network.columns.push_back(std::move(length));
    if (!fields_.cost) return;
    const auto of_line = [&](const RowArc& arc) -> const Decimal& {
        const auto& costs = arc.against && fields_.reverse_cost ? reverse_costs_ : costs_;
        return costs[parts.line[arc.row]];
    };
    const int digits = std::max(shared_digits(costs_), shared_digits(reverse_costs_));
    network.columns.push_back({"cost", "", shares(parts, arcs, digits, of_line), std::nullopt});
}

void VectorColumns::add_own(RoadNetwork& network, const LineParts& parts, const std::vector<RowArc>& arcs,
                            const LogCallback& log_to) {
    for (Own& own : own_) {
        const std::string& stated = own.name;
        const bool is_number = layer_.fields()[own.field].kind == Kind::number;
        if (layer_.fields()[own.field].tag && own.texts.texts().size() == 1) continue;  // no line has this tag
        std::string called = stated;
        const std::string lower = lower_case(stated);
        const bool is_own = fields_.is_network_of_ours && is_number && (lower == "time" || lower == "free_speed");
        if (is_one_of(made_names, lower) && !(is_own && network.column(lower) == nullptr)) called += "_field";
        if (!is_number && is_one_of(text_names, lower)) called = lower;
        if (own.field == fields_.facility_type) called = "facility_type";
        if (called == "name" && (fields_.name || fields_.name_given)) called += "_field";
        if (own.field == fields_.name) called = "name";
        while (network.column(called) != nullptr || network.text(called) != nullptr) called += "_field";
        if (called.ends_with("_field") && called != stated) {
            log(log_to, LogLevel::info,
                format("layer '{}': field '{}' becomes column '{}'", layer_.name(), stated, called));
        }
        if (is_number && lower == "length" && are_lengths_of_others(own.numbers, parts)) {
            log(log_to, LogLevel::warning,
                format("layer '{}': the values in '{}' do not match the lengths of the lines in any unit; the rows may "
                       "belong to other lines",
                       layer_.name(), stated));
        }
        if (is_number) {
            ArcColumn column{called, "", {}, std::nullopt};
            const auto of_line = [&](const RowArc& arc) -> const Decimal& {
                return (arc.against && own.against ? own.numbers_against : own.numbers)[parts.line[arc.row]];
            };
            if (is_additive(column)) {
                const int digits = std::max(shared_digits(own.numbers), shared_digits(own.numbers_against));
                column.values = shares(parts, arcs, digits, of_line);
            } else {
                for (const RowArc& arc : arcs) column.values.push_back(of_line(arc));
            }
            network.columns.push_back(std::move(column));
        } else {
            std::vector<ArcIndex> lines;
            lines.reserve(arcs.size());
            for (const RowArc& arc : arcs) lines.push_back(parts.line[arc.row]);
            TextColumn texts = own.texts.in_order(lines);
            texts.rename(called);
            network.texts.push_back(std::move(texts));
        }
    }
}

}  // namespace allways::importers
