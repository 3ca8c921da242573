// SPDX-License-Identifier: Apache-2.0
// TOML text, with the profile that it extends → a table; its sections → rules, each by a function of its own.
#include "osm/profile/profile_rules.h"

// toml++ 3.3 asserts that "[.name]" does not occur, although its parser has an error for it.
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

namespace {

// ---- text → table

// Returns the line of the first letter beyond ASCII outside strings and comments, where TOML allows none; 0 if there is
// no such letter. toml++ 3.3 has undefined behaviour for letters below U+0499.
std::uint64_t line_of_stray_letter(std::string_view text) {
    std::uint64_t line = 1;
    std::string_view end;  // end of the surrounding string or comment
    for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        line += text[i] == '\n';
        if (!end.empty()) {
            if (rest.starts_with(end)) {
                i += end.size() - 1;
                end = {};
            } else if (text[i] == '\n' && end.size() == 1) {
                end = {};
            } else if (rest.starts_with("\\\"") || rest.starts_with("\\\\")) {
                i += end.starts_with('"') ? 1 : 0;
            }
            continue;
        }
        if (static_cast<unsigned char>(text[i]) >= 0x80) return line;
        if (text[i] == '#') end = "\n";
        if (text[i] == '"') end = rest.starts_with("\"\"\"") ? "\"\"\"" : "\"";
        if (text[i] == '\'') end = rest.starts_with("'''") ? "'''" : "'";
        if (end.size() == 3) i += 2;
    }
    return 0;
}

[[noreturn]] void fail_at(const toml::node& node, const std::string& file, const std::string& message) {
    throw InputError(file, node.source().begin.line, message);
}

// Returns true for { add = […], remove = […] }, which changes the list of the extended profile.
bool is_list_change(const toml::table& table) {
    return !table.empty() && std::ranges::all_of(table, [](const auto& entry) {
        return (entry.first == "add" || entry.first == "remove") && entry.second.is_array();
    });
}

void change_list(toml::array& list, toml::table& change, const std::string& key, const std::string& file) {
    if (const auto* removed = change["remove"].as_array()) {
        for (const toml::node& value : *removed) {
            const auto found = std::ranges::find_if(list, [&](const toml::node& entry) {
                return entry.value<std::string>() == value.value<std::string>();
            });
            if (!value.is_string() || found == list.end()) {
                fail_at(value, file, format("'{}' cannot remove what the list does not contain", key));
            }
            list.erase(found);
        }
    }
    if (auto* added = change["add"].as_array()) {
        for (toml::node& value : *added) value.visit([&](auto& entry) { list.push_back(std::move(entry)); });
    }
}

// Returns true for `false`, which removes a key of the base, unless it is a value of the key.
bool is_removal(const std::string& key, const toml::node& value, const toml::node& below) {
    return value.is_boolean() && !value.as_boolean()->get() && !below.is_boolean() && key != "left_hand_traffic";
}

// Replaces values of the base by those of the child, key by key.
void extend(toml::table& base, toml::table& child, const std::string& file) {
    for (auto&& entry : child) {
        const std::string key(entry.first.str());
        toml::node& value = entry.second;
        toml::node* below = base.get(key);
        if (below != nullptr && value.is_table() && below->is_table()) {
            extend(*below->as_table(), *value.as_table(), file);
        } else if (below != nullptr && value.is_table() && below->is_array() && is_list_change(*value.as_table())) {
            change_list(*below->as_array(), *value.as_table(), key, file);
        } else if (below != nullptr && is_removal(key, value, *below)) {
            base.erase(key);
        } else {
            // The values are moved, since copies lose the line.
            value.visit([&](auto& moved) { base.insert_or_assign(key, std::move(moved)); });
        }
    }
}

// Throws InputError (file and line) for text that is not TOML.
toml::table parse_toml(std::string_view text, const std::string& file) {
    if (const std::uint64_t line = line_of_stray_letter(text)) {
        throw InputError(file, line, "invalid TOML: letters beyond ASCII need quotes");
    }
    try {
        return toml::parse(text, std::string_view(file));
    } catch (const toml::parse_error& error) {
        throw InputError(file, error.source().begin.line, format("invalid TOML: {}", error.description()));
    }
}

// Returns the table of the text; if it extends a built-in profile, merged with that profile.
toml::table parse_profile_table(std::string_view text, const std::string& file) {
    toml::table table = parse_toml(text, file);
    const toml::node* extends = table.get("extends");
    if (extends == nullptr) return table;
    const auto* name = extends->as_string();
    if (name == nullptr) fail_at(*extends, file, "'extends' should be a text in quotes");
    const EmbeddedFile* base_file = find_built_in(name->get());
    if (base_file == nullptr) {
        fail_at(*extends, file,
                format("'extends' should name a built-in profile: {}; found '{}'", joined(Profile::built_in_names()),
                       name->get()));
    }
    if (file == base_file->name) fail_at(*extends, file, "'extends' names the profile itself");
    toml::table base = parse_profile_table(base_file->text, std::string(base_file->name));
    extend(base, table, file);
    return base;
}

// One table of a file, read strictly: every getter checks the type, and allow_only() checks the keys. Borrows the table
// and the file's name. Errors are InputErrors that name the section and the key.
class Section {
public:
    Section(const toml::table& table, std::string name, const std::string& file)
        : table_(&table), name_(std::move(name)), file_(&file) {}

    void allow_only(std::initializer_list<std::string_view> known) const {
        for (const auto& [key, value] : *table_) {
            if (std::ranges::find(known, key.str()) != known.end()) continue;
            const std::vector<std::string> names(known.begin(), known.end());
            fail(key.str(), format("is unknown; expected one of {}", joined(names)));
        }
    }

    bool has(std::string_view key) const { return table_->contains(key); }

    std::vector<std::string> keys() const {
        std::vector<std::string> result;
        for (const auto& [key, value] : *table_) result.emplace_back(key.str());
        return result;
    }

    bool is_text(std::string_view key) const { return node(key).is_string(); }

    std::string text(std::string_view key) const {
        const auto* value = node(key).as_string();
        if (value == nullptr) fail(key, "should be a text in quotes");
        return value->get();
    }

    bool truth(std::string_view key) const {
        const auto* value = node(key).as_boolean();
        if (value == nullptr) fail(key, "should be true or false");
        return value->get();
    }

    double number(std::string_view key, double lowest, double highest) const {
        const toml::node& found = node(key);
        const auto value = found.is_number() ? found.value<double>() : std::nullopt;
        if (!value) fail(key, "should be a number");
        if (!(*value >= lowest && *value <= highest)) {
            fail(key, format("should be from {} to {}, found {}", lowest, highest, *value));
        }
        return *value;
    }

    std::vector<std::string> texts(std::string_view key) const {
        const auto* list = node(key).as_array();
        if (list == nullptr) fail(key, "should be a list of texts: [\"…\", \"…\"]");
        std::vector<std::string> result;
        for (const toml::node& element : *list) {
            const auto* value = element.as_string();
            if (value == nullptr) fail(key, "should contain texts in quotes only");
            result.push_back(value->get());
        }
        return result;
    }

    Section section(std::string_view key) const {
        const auto* table = node(key).as_table();
        if (table == nullptr) fail(key, format("should be a section: [{}]", path_of(key)));
        return Section(*table, path_of(key), *file_);
    }

    // Reports the key's line.
    [[noreturn]] void fail(std::string_view key, std::string_view message) const {
        const toml::node* found = table_->get(key);
        const auto& source = found != nullptr ? found->source() : table_->source();
        const std::string where = name_.empty() ? "" : format("[{}]: ", name_);
        // A profile that extends another one has sections from both files.
        const std::string& file = source.path ? *source.path : *file_;
        throw InputError(file, source.begin.line, format("{}'{}' {}", where, key, message));
    }

private:
    const toml::node& node(std::string_view key) const {
        const toml::node* found = table_->get(key);
        if (found == nullptr) fail(key, "is missing");
        return *found;
    }

    std::string path_of(std::string_view key) const {
        const std::string name = key.find_first_of(":. ") == key.npos ? std::string(key) : format("\"{}\"", key);
        return name_.empty() ? name : name_ + "." + name;
    }

    const toml::table* table_;
    std::string name_;  // empty: the top level of the file
    const std::string* file_;
};

// ---- table → rules

constexpr double lowest_factor = 0.1;

Words words(const Section& section, std::string_view key) {
    const auto list = section.texts(key);
    return Words(list.begin(), list.end());
}

Words words_if_there(const Section& section, std::string_view key) {
    return section.has(key) ? words(section, key) : Words();
}

std::vector<DirectedKey> directed_keys(const Section& section, std::string_view key) {
    std::vector<DirectedKey> result;
    for (std::string& name : section.texts(key)) result.emplace_back(std::move(name));
    return result;
}

NumberTable read_numbers(const Section& section, double lowest, double highest) {
    NumberTable result;
    for (const std::string& key : section.keys()) result[key] = section.number(key, lowest, highest);
    return result;
}

NumberTable read_speeds(const Section& section) {
    return read_numbers(section, lowest_kmh, highest_kmh);
}

std::vector<TagMatch> read_matches(const Section& section) {
    std::vector<TagMatch> result;
    for (const std::string& key : section.keys()) result.push_back({key, words(section, key)});
    return result;
}

// Returns the rule that `read` makes of the section; an empty rule if the file has no such section.
template <class Reader>
auto if_there(const Section& file, std::string_view key, Reader&& read) -> decltype(read(file)) {
    if (!file.has(key)) return {};
    return read(file.section(key));
}

// Throws if a value has two meanings.
void refuse_shared_values(const Section& section, const Words& values, std::string_view key, const Words& others,
                          std::string_view other_key) {
    for (const std::string& value : values) {
        if (others.contains(value)) {
            section.fail(key, format("contains '{}', which is also in '{}'", value, other_key));
        }
    }
}

VehicleSize read_vehicle(const Section& section) {
    section.allow_only({"height", "width", "length", "weight", "axle_load", "hazmat"});
    constexpr double smallest = 0.01;
    constexpr double largest = 1000;
    const auto size = [&](std::string_view key) {
        return section.has(key) ? std::optional(section.number(key, smallest, largest)) : std::nullopt;
    };
    return {size("height"), size("width"),     size("length"),
            size("weight"), size("axle_load"), section.has("hazmat") && section.truth("hazmat")};
}

AccessRules read_access(const Section& section) {
    section.allow_only({"keys", "permit", "destination", "deny", "specific", "restricted", "restricted_where"});
    AccessRules rules;
    rules.keys = directed_keys(section, "keys");
    rules.permit = words(section, "permit");
    rules.deny = words(section, "deny");
    rules.destination = words_if_there(section, "destination");
    refuse_shared_values(section, rules.deny, "deny", rules.permit, "permit");
    refuse_shared_values(section, rules.destination, "destination", rules.permit, "permit");
    refuse_shared_values(section, rules.destination, "destination", rules.deny, "deny");
    rules.restricted = words_if_there(section, "restricted");
    for (const std::string& value : rules.restricted) {
        if (rules.deny.contains(value)) continue;
        section.fail("restricted", format("contains '{}', which is not in 'deny'", value));
    }
    rules.restricted_where = if_there(section, "restricted_where", read_matches);
    rules.specific = words_if_there(section, "specific");
    for (const std::string& key : rules.specific) {
        if (std::ranges::find(rules.keys, key, &DirectedKey::bare) == rules.keys.end()) {
            section.fail("specific", format("contains '{}', which is not one of 'keys'", key));
        }
    }
    return rules;
}

OnewayRules read_oneway(const Section& section) {
    section.allow_only({"keys", "oneway_where", "implied", "implied_backward", "both_ways"});
    return {section.texts("keys"), if_there(section, "oneway_where", read_matches),
            if_there(section, "implied", read_matches), if_there(section, "implied_backward", read_matches),
            if_there(section, "both_ways", read_matches)};
}

// Returns the value of the key, which has to be one of the words; `expected` lists them.
std::string one_of(const Section& section, std::string_view key, std::initializer_list<std::string_view> words,
                   std::string_view expected) {
    std::string word = section.text(key);
    if (std::ranges::find(words, word) != words.end()) return word;
    section.fail(key, format("should be {}, found \"{}\"", expected, word));
}

// With "ignore" the other keys are allowed but not read, so that one word switches limits off.
MaxspeedRules read_maxspeed(const Section& section) {
    section.allow_only({"use", "factor", "keys", "implicit_keys", "walk", "none", "none_where"});
    MaxspeedRules rules;
    const std::string use = one_of(section, "use", {"set", "cap", "ignore"}, "\"set\", \"cap\" or \"ignore\"");
    rules.use = use == "set"   ? MaxspeedRules::Use::set
                : use == "cap" ? MaxspeedRules::Use::cap
                               : MaxspeedRules::Use::ignore;
    if (rules.use == MaxspeedRules::Use::ignore) return rules;
    if (section.has("factor")) rules.factor = section.number("factor", lowest_factor, 2);
    rules.keys = directed_keys(section, "keys");
    rules.implicit_keys = directed_keys(section, "implicit_keys");
    rules.walk_kmh = section.number("walk", lowest_kmh, highest_kmh);
    rules.none_kmh = section.number("none", lowest_kmh, highest_kmh);
    rules.none_where = if_there(section, "none_where", read_matches);
    return rules;
}

double country_speed(const Section& row, std::string_view word, double unit_kmh, const MaxspeedRules& rules) {
    if (!row.is_text(word)) return row.number(word, lowest_kmh / unit_kmh, highest_kmh / unit_kmh) * unit_kmh;
    const std::string value = row.text(word);
    if (value == "walk") return rules.walk_kmh;
    if (value == "none") return rules.none_kmh;
    row.fail(word, format("should be a number, \"walk\" or \"none\", found \"{}\"", value));
}

// An existing row of the country keeps the words that this row lacks.
void add_country(const Section& row, const std::string& country, MaxspeedRules& rules) {
    const std::string unit =
        row.has("unit") ? one_of(row, "unit", {"km/h", "mph"}, "\"km/h\" or \"mph\"") : std::string("km/h");
    if (unit == "mph") rules.countries_in_mph.insert(country);
    for (const std::string& word : row.keys()) {
        if (word == "unit") continue;
        rules.legal_kmh[country + ":" + lower_case(word)] = country_speed(row, word, kmh_of_unit(unit).value(), rules);
    }
}

void add_countries(const Section& table, MaxspeedRules& rules) {
    for (const std::string& country : table.keys()) add_country(table.section(country), lower_case(country), rules);
}

void add_built_in_countries(MaxspeedRules& rules) {
    const std::string file = "country_speeds.toml";
    const auto found = std::ranges::find(embedded_files(), file, &EmbeddedFile::name);
    const toml::table table = parse_toml(found->text, file);
    add_countries(Section(table, "", file), rules);
}

std::vector<NumbersOfKey> read_plain_numbers(const Section& section, double lowest, double highest) {
    std::vector<NumbersOfKey> result;
    for (const std::string& key : section.keys()) {
        result.push_back({key, read_numbers(section.section(key), lowest, highest), {}});
    }
    return result;
}

std::vector<NumbersOfKey> read_speeds_of_keys(const Section& section) {
    return read_plain_numbers(section, lowest_kmh, highest_kmh);
}

// Returns the bound of "<3.5" and "<=3 m"; nothing for a plain value of a tag.
std::optional<Below> read_bound(const Section& section, const std::string& value) {
    if (!value.starts_with('<')) return std::nullopt;
    const bool inclusive = value.starts_with("<=");
    const auto bound = parse_metres(std::string_view(value).substr(inclusive ? 2 : 1));
    if (!bound) section.fail(value, "should be \"<\" or \"<=\" and a number above 0: \"<3.5\"");
    return Below{*bound, inclusive, 0};
}

std::vector<NumbersOfKey> read_bounded_numbers(const Section& section, double lowest, double highest) {
    std::vector<NumbersOfKey> result;
    for (const std::string& key : section.keys()) {
        const Section values = section.section(key);
        NumbersOfKey& numbers = result.emplace_back();
        numbers.key = key;
        for (const std::string& value : values.keys()) {
            const double number = values.number(value, lowest, highest);
            if (auto below = read_bound(values, value)) {
                below->number = number;
                numbers.below.push_back(*below);
            } else {
                numbers.by_value[value] = number;
            }
        }
    }
    return result;
}

std::vector<NumbersOfKey> read_factors(const Section& section) {
    return read_bounded_numbers(section, lowest_factor, 1);
}

std::vector<NumbersOfKey> read_limits(const Section& section) {
    return read_bounded_numbers(section, lowest_kmh, highest_kmh);
}

void read_other_highways(const Section& section, ProfileRules& rules) {
    section.allow_only({"speed", "never", "permit_where"});
    rules.other_highway_kmh = section.number("speed", lowest_kmh, highest_kmh);
    rules.other_highway_never = words(section, "never");
    rules.other_highway_permit_where = if_there(section, "permit_where", read_matches);
}

BarrierRules read_barrier(const Section& section) {
    section.allow_only(
        {"open", "closed", "open_at_crossings", "restricted_opens", "open_where", "closed_where", "other_access"});
    BarrierRules rules;
    rules.open = words(section, "open");
    rules.closed = words_if_there(section, "closed");
    rules.open_at_crossings = words_if_there(section, "open_at_crossings");
    rules.restricted_opens = section.has("restricted_opens") && section.truth("restricted_opens");
    refuse_shared_values(section, rules.closed, "closed", rules.open, "open");
    rules.open_where = if_there(section, "open_where", read_matches);
    rules.closed_where = if_there(section, "closed_where", read_matches);
    rules.other_access = if_there(section, "other_access", read_matches);
    return rules;
}

void read_areas(const Section& section, ProfileRules& rules) {
    section.allow_only({"where", "except_where"});
    rules.crosses_areas = true;
    rules.area_where = if_there(section, "where", read_matches);
    rules.no_area_where = if_there(section, "except_where", read_matches);
}

void read_turns(const Section& section, ProfileRules& rules) {
    section.allow_only({"u_turn", "turn_round_where"});
    rules.u_turn = one_of(section, "u_turn", {"yes", "no"}, "\"yes\" or \"no\"") == "yes";
    rules.turn_round_where = if_there(section, "turn_round_where", read_matches);
}

std::optional<bool> read_left_hand(const Section& section, std::string_view key) {
    if (!section.has(key)) return std::nullopt;
    if (!section.is_text(key)) return section.truth(key);
    if (section.text(key) != "auto") section.fail(key, "should be true, false or \"auto\"");
    return std::nullopt;
}

TurnCostRules read_turn_costs(const Section& section) {
    constexpr double longest_s = 3600;
    section.allow_only({"turn_penalty", "turn_bias", "turn_curve", "left_hand_traffic", "u_turn", "node"});
    TurnCostRules rules;
    if (section.has("turn_penalty")) rules.turn_s = section.number("turn_penalty", 0, longest_s);
    if (section.has("turn_bias")) rules.bias = section.number("turn_bias", 0.1, 10);
    if (section.has("u_turn")) rules.u_turn_s = section.number("u_turn", 0, longest_s);
    rules.left_hand = read_left_hand(section, "left_hand_traffic");
    rules.is_square = section.has("turn_curve") &&
                      one_of(section, "turn_curve", {"sigmoid", "square"}, "\"sigmoid\" or \"square\"") == "square";
    if (section.has("node")) rules.node = read_plain_numbers(section.section("node"), 0, longest_s);
    return rules;
}

// Reads the rules for ways, which [push] has as well as the whole file.
void read_way_rules(const Section& section, ProfileRules& rules) {
    rules.access = read_access(section.section("access"));
    rules.deny = if_there(section, "deny", read_matches);
    rules.needs_permission = if_there(section, "needs_permission", read_matches);
    rules.speed = read_speeds(section.section("speed"));
    rules.speed_with_permission = if_there(section, "speed_with_permission", read_speeds);
    if (section.has("other_highways")) read_other_highways(section.section("other_highways"), rules);
    rules.speed_of = if_there(section, "speed_of", read_speeds_of_keys);
    rules.oneway = if_there(section, "oneway", read_oneway);
}

ProfileRules read_push(const Section& section) {
    section.allow_only({"access", "deny", "needs_permission", "speed", "speed_with_permission", "other_highways",
                        "speed_of", "oneway"});
    ProfileRules rules;
    read_way_rules(section, rules);
    return rules;
}

}  // namespace

ProfileRules parse_profile(std::string_view text, const std::string& file) {
    const toml::table table = parse_profile_table(text, file);
    const Section all(table, "", file);
    all.allow_only({"name",           "description",
                    "extends",        "grade",
                    "vehicle",        "access",
                    "deny",           "needs_permission",
                    "speed",          "speed_with_permission",
                    "other_highways", "speed_of",
                    "oneway",         "push",
                    "maxspeed",       "country_speeds",
                    "factor",         "factor_both_ways",
                    "limit",          "ferry",
                    "barrier",        "areas",
                    "turns",          "turn_costs"});
    ProfileRules rules;
    rules.name = all.text("name");
    if (all.has("description")) all.text("description");  // for people; only its type is checked
    if (all.has("grade")) rules.grade = one_of(all, "grade", {"bicycle", "foot"}, "\"bicycle\" or \"foot\"");
    rules.vehicle = if_there(all, "vehicle", read_vehicle);
    read_way_rules(all, rules);
    if (all.has("push")) rules.push = std::make_shared<const ProfileRules>(read_push(all.section("push")));
    rules.maxspeed = if_there(all, "maxspeed", read_maxspeed);
    if (rules.maxspeed.use != MaxspeedRules::Use::ignore) {
        add_built_in_countries(rules.maxspeed);
        if (all.has("country_speeds")) add_countries(all.section("country_speeds"), rules.maxspeed);
    }
    rules.factors = if_there(all, "factor", read_factors);
    rules.factors_both_ways = if_there(all, "factor_both_ways", read_factors);
    rules.limits = if_there(all, "limit", read_limits);
    rules.ferry = if_there(all, "ferry", read_speeds);
    if (all.has("barrier")) rules.barrier = read_barrier(all.section("barrier"));
    if (all.has("areas")) read_areas(all.section("areas"), rules);
    if (all.has("turns")) read_turns(all.section("turns"), rules);
    if (all.has("turn_costs")) rules.turn_costs = read_turn_costs(all.section("turn_costs"));
    return rules;
}

}  // namespace allways::importers::osm
