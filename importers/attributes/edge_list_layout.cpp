// SPDX-License-Identifier: Apache-2.0
// First record of an edge list → the role of each field.
#include "attributes/edge_list_layout.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "attributes/other_tables.h"
#include "base/text.h"

namespace allways::importers {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 27> end_names{{
    {"from", "to"},
    {"from_node_id", "to_node_id"},
    {"from_node", "to_node"},
    {"from_id", "to_id"},
    {"fromnode", "tonode"},
    {"fromnodeid", "tonodeid"},
    {"node_from", "node_to"},
    {"fnode", "tnode"},
    {"fnode_", "tnode_"},
    {"f_node", "t_node"},
    {"source", "target"},
    {"source_id", "target_id"},
    {"source", "destination"},
    {"source", "dest"},
    {"src", "dst"},
    {"src", "dest"},
    {"tail", "head"},
    {"tail_node", "head_node"},
    {"init_node", "term_node"},
    {"start", "end"},
    {"start_node", "end_node"},
    {"node1", "node2"},
    {"node_a", "node_b"},
    {"a_node", "b_node"},
    {"anode", "bnode"},
    {"a", "b"},
    {"u", "v"},
}};
constexpr std::array<std::string_view, 4> geometry_names{"the_geom", "geom", "geometry", "wkt"};
constexpr std::array<std::string_view, 8> edge_id_names{"id",   "link_id", "edge_id", "arc_id",
                                                        "link", "edge",    "arc",     "gid"};

std::optional<std::size_t> find_name(const std::vector<std::string>& lower_names, std::string_view name) {
    const auto found = std::ranges::find(lower_names, name);
    if (found == lower_names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - lower_names.begin());
}

template <std::size_t count>
std::optional<std::size_t> find_first(const std::vector<std::string>& lower_names,
                                      const std::array<std::string_view, count>& usual) {
    for (const auto name : usual) {
        if (const auto field = find_name(lower_names, name)) return field;
    }
    return std::nullopt;
}

template <class Text>
std::vector<std::string> lower_cased(const std::vector<Text>& texts) {
    std::vector<std::string> result;
    result.reserve(texts.size());
    for (const auto& text : texts) result.push_back(lower_case(text));
    return result;
}

// Finds a field by its name, or by its number from 1.
std::size_t find_option(const EdgeListLayout& layout, std::string_view option, std::string_view wanted) {
    if (const auto exact = std::ranges::find(layout.names, wanted); exact != layout.names.end()) {
        return static_cast<std::size_t>(exact - layout.names.begin());
    }
    if (const auto field = find_name(lower_cased(layout.names), lower_case(wanted))) return *field;
    const auto number = parse_whole(wanted);
    if (number && *number >= 1 && *number <= static_cast<std::int64_t>(layout.names.size())) {
        return static_cast<std::size_t>(*number - 1);
    }
    throw InvalidArgument(
        format("`{}`: the edge list has no field '{}'; it has: {}", option, wanted, joined(layout.names)));
}

// Before the rows are read, only a usual name identifies a cost.
std::optional<std::size_t> guessed_cost_field(const std::vector<std::string>& names) {
    const CostChoice choice = choose_cost(names);
    return choice.has_usual_name ? choice.column : std::nullopt;
}

void guess_from_header(EdgeListLayout& layout) {
    const auto names = lower_cased(layout.names);
    if (const auto ends = find_arc_ends(names)) std::tie(layout.from, layout.to) = *ends;
    layout.cost = guessed_cost_field(names);
    layout.id = find_first(names, edge_id_names);
    layout.name = find_first(names, road_name_names);
    layout.geometry = find_first(names, geometry_names);
    const std::array places{find_name(names, "x1"), find_name(names, "y1"), find_name(names, "x2"),
                            find_name(names, "y2")};
    if (std::ranges::all_of(places, [](const auto& field) { return field.has_value(); })) {
        layout.ends = {*places[0], *places[1], *places[2], *places[3]};
    }
}

// Finds the field of the rows' directions. Other lists have a field of such a name, too, so a guess needs values in
// pairs or ends called a and b; else the reader looks for -1.
void find_direction(EdgeListLayout& layout, const ReadOptions& options) {
    if (!layout.has_header) return;
    layout.directed = directed_fields(layout.names);
    if (options.oneway_field == "" || options.directed) return;
    if (options.oneway_field) {
        layout.direction = find_option(layout, "oneway_field", *options.oneway_field);
        layout.is_direction_stated = true;
        return;
    }
    const auto names = lower_cased(layout.names);
    layout.direction = find_first(names, direction_names);
    const std::string& end = names[layout.from];
    layout.is_direction_stated = !layout.directed.empty() || end == "a" || end == "anode" || end == "a_node";
}

// The fields of both directions if one name stands for both, or nothing.
const DirectedField* find_directed(const EdgeListLayout& layout, const std::string& name) {
    const auto found = std::ranges::find(layout.directed, lower_case(name),
                                         [](const DirectedField& field) { return lower_case(field.name); });
    return found == layout.directed.end() ? nullptr : &*found;
}

// Finds the named reverse cost, or pgRouting's pair of names. A reverse cost needs a cost.
void find_reverse_cost(EdgeListLayout& layout, const std::string& named) {
    if (!named.empty()) {
        layout.reverse_cost = find_option(layout, "reverse_cost_field", named);
        if (!layout.cost) throw InvalidArgument("`reverse_cost_field` needs `cost_field`, the cost along the arc");
        if (layout.reverse_cost == layout.cost)
            throw InvalidArgument("`reverse_cost_field` and `cost_field` name one field");
    } else if (layout.cost && lower_case(layout.names[*layout.cost]) == "cost") {
        layout.reverse_cost = find_first(lower_cased(layout.names), reverse_cost_names);
    }
}

// Handles "from to", "from to cost", "id from to cost", and "from to cost time" for KONECT and if the first field is
// not an id.
void guess_from_count(EdgeListLayout& layout, const EdgeListFacts& facts) {
    const bool ends_first = facts.konect || layout.names.size() < 4 || facts.first_field_repeats;
    if (ends_first && layout.names.size() > 2 && facts.weighted) layout.cost = 2;
    if (!ends_first) {
        layout.id = 0;
        layout.from = 1;
        layout.to = 2;
        layout.cost = 3;
    }
}

void say(const EdgeListLayout& layout, const std::string& path, const LogCallback& log_to) {
    const auto shown = [&](std::optional<std::size_t> field) {
        if (!field) return std::string("none");
        return layout.has_header ? "'" + layout.names[*field] + "'" : "field " + layout.names[*field];
    };
    log(log_to, LogLevel::info,
        format("{}: edge list with from = {}, to = {}, cost = {}, id = {}{}", path, shown(layout.from),
               shown(layout.to), shown(layout.cost), shown(layout.id),
               (layout.reverse_cost ? ", reverse cost = " + shown(layout.reverse_cost) : "") +
                   (layout.direction && layout.is_direction_stated ? ", direction = " + shown(layout.direction) : "")));
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> find_arc_ends(const std::vector<std::string>& lower_names) {
    for (const auto& [from, to] : end_names) {
        const auto from_field = find_name(lower_names, from);
        const auto to_field = find_name(lower_names, to);
        if (from_field && to_field) return std::pair{*from_field, *to_field};
    }
    return std::nullopt;
}

std::vector<DirectedField> directed_fields(const std::vector<std::string>& names) {
    constexpr std::array<std::array<std::string_view, 2>, 2> marks{{{"ab", "ba"}, {"ft", "tf"}}};
    const std::vector<std::string> lower = lower_cased(names);
    std::vector<DirectedField> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (const auto& [along, against] : marks) {
            const bool at_end = lower[i].ends_with(format("_{}", along));
            if (lower[i].size() < 4 || (!at_end && !lower[i].starts_with(format("{}_", along)))) continue;
            const std::string name = at_end ? names[i].substr(0, names[i].size() - 3) : names[i].substr(3);
            const auto other = find_name(lower, at_end ? format("{}_{}", lower_case(name), against)
                                                       : format("{}_{}", against, lower_case(name)));
            if (other) found.push_back({name, i, *other});
        }
    }
    return found;
}

const DirectedField* EdgeListLayout::directed_of(std::size_t field) const {
    const auto found = std::ranges::find_if(
        directed, [&](const DirectedField& two) { return two.along == field || two.against == field; });
    return found == directed.end() ? nullptr : &*found;
}

bool EdgeListLayout::is_taken(std::size_t field) const {
    return field == from || field == to || field == id || field == geometry ||
           (ends && std::ranges::find(*ends, field) != ends->end());
}

bool names_geometry(std::string_view lower_name) {
    return std::ranges::find(geometry_names, lower_name) != geometry_names.end();
}

bool names_arc_ends(const std::vector<std::string_view>& header) {
    return find_arc_ends(lower_cased(header)).has_value();
}

EdgeListLayout decide_edge_list_layout(const std::string& path, std::uint64_t line,
                                       const std::vector<std::string_view>& first_record, const EdgeListFacts& facts,
                                       const ReadOptions& options) {
    EdgeListLayout layout;
    layout.has_header =
        std::ranges::none_of(first_record, [](auto field) { return Decimal::parse(field).has_value(); }) &&
        (names_arc_ends(first_record) || first_record.size() > 2 ||
         std::ranges::find(first_record, std::string_view(options.from_field.value_or(""))) != first_record.end());
    for (std::size_t i = 0; i < first_record.size(); ++i) {
        layout.names.push_back(layout.has_header ? std::string(first_record[i]) : std::to_string(i + 1));
    }

    if (options.from_field == "" || options.to_field == "") {
        throw InvalidArgument(
            "`from_field` and `to_field` must not be empty: an edge list needs fields for the ends of arcs");
    }
    layout.ends_named = options.from_field && options.to_field;
    if (layout.has_header) {
        if (!layout.ends_named && !names_arc_ends(first_record)) {
            const auto other = describe_other_table(lower_cased(first_record));
            throw InputError(
                path, line,
                format("no fields of this edge list are recognised as the ends of an arc; it has: {}. {}For an edge "
                       "list, set `from_field` and `to_field`",
                       joined(layout.names), other.empty() ? "" : format("It seems to be {}. ", other)));
        }
        guess_from_header(layout);
    } else if (!layout.ends_named) {
        if (first_record.size() < 2 || first_record.size() > 4) {
            throw InputError(
                path, line,
                format("an edge list without field names has 2 to 4 fields (from to; from to cost; id from to "
                       "cost), found {}. Set `from_field`, `to_field` and `cost_field` to the numbers of the fields",
                       first_record.size()));
        }
        guess_from_count(layout, facts);
    }
    if (options.from_field) layout.from = find_option(layout, "from_field", *options.from_field);
    if (options.to_field) layout.to = find_option(layout, "to_field", *options.to_field);
    find_direction(layout, options);
    const DirectedField* both = find_directed(layout, options.cost_field);
    if (both != nullptr && options.reverse_cost_field.empty()) {
        layout.cost = both->along;
        layout.reverse_cost = both->against;
    } else if (!options.cost_field.empty()) {
        layout.cost = find_option(layout, "cost_field", options.cost_field);
    } else if (layout.cost && layout.directed_of(*layout.cost) != nullptr) {
        layout.cost.reset();
    }
    if (options.id_field == "")
        layout.id.reset();
    else if (options.id_field)
        layout.id = find_option(layout, "id_field", *options.id_field);
    if (layout.id == layout.from || layout.id == layout.to) layout.id.reset();
    if (options.name_field) {
        layout.name.reset();
        layout.is_name_stated = true;
        if (!options.name_field->empty()) layout.name = find_option(layout, "name_field", *options.name_field);
    }
    layout.is_cost_stated = !options.cost_field.empty() || !layout.has_header ||
                            (layout.cost && lower_case(layout.names[*layout.cost]) == "cost");
    const auto is_end = [&](const std::optional<std::size_t>& field) {
        return field == layout.from || field == layout.to;
    };
    if (is_end(layout.cost)) {
        if (!options.cost_field.empty()) {
            throw InvalidArgument(
                format("`cost_field`: '{}' names the ends of arcs; expected a cost field", options.cost_field));
        }
        layout.cost.reset();
    }
    if (!layout.reverse_cost) find_reverse_cost(layout, options.reverse_cost_field);
    layout.is_pgrouting = layout.cost && !layout.reverse_cost && options.cost_field.empty() && layout.has_header &&
                          lower_case(layout.names[*layout.cost]) == "cost" &&
                          lower_case(layout.names[layout.from]) == "source" &&
                          lower_case(layout.names[layout.to]) == "target";
    layout.is_cost_stated = layout.is_cost_stated || layout.reverse_cost;
    if (is_end(layout.reverse_cost)) {
        throw InvalidArgument(format("`reverse_cost_field`: '{}' names the ends of arcs; expected a cost field",
                                     options.reverse_cost_field));
    }
    if (layout.reverse_cost && options.undirected) {
        throw InvalidArgument(
            "`undirected`: the reverse cost already states which rows lead back; remove one of the two");
    }
    say(layout, path, options.log);
    return layout;
}

}  // namespace allways::importers
