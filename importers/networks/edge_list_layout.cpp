// SPDX-License-Identifier: Apache-2.0
// Comments and first rows of a list → facts; the first record → the role of each field.
#include "networks/edge_list_layout.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "attributes/arc_table.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

namespace {

// ---- facts

using Fields = std::vector<std::string_view>;

bool is_comment(std::string_view line) {
    return edge_list_comments.find(line.front()) != std::string_view::npos;
}

// Returns the words of a comment after its marks ('#', '%') and blanks.
Fields words_of_comment(std::string_view line) {
    Fields words;
    split_blanks(line.substr(std::min(line.find_first_not_of("#%"), line.size())), words);
    return words;
}

std::optional<std::int64_t> count_of(std::string_view text) {
    const auto count = parse_whole(text);
    return count && *count >= 0 ? count : std::nullopt;
}

// Reads comments of SNAP, "# Undirected graph: …" and "# Nodes: 4 Edges: 5", and of KONECT, "% sym unweighted" and then
// "% 5 4 4".
void read_comment(EdgeListFacts& facts, std::string_view line, std::uint64_t line_number) {
    const Fields words = words_of_comment(line);
    if (is_konect_header(line)) {
        facts.konect = true;
        facts.weighted = words[1] != "unweighted" && words[1] != "positive";
        facts.bipartite = words[0] == "bip";
        facts.undirected = words[0] != "asym";
        facts.statement = trimmed(line);
    } else if (words.size() == 3 && facts.konect && !facts.edges && count_of(words[0]) && count_of(words[1])) {
        facts.edges = count_of(words[0]);
        facts.nodes = count_of(words[1]);
        facts.counts_line = line_number;
    } else if (words.size() >= 2 && lower_case(words[1]).starts_with("graph") &&
               (lower_case(words[0]) == "undirected" || lower_case(words[0]) == "directed")) {
        facts.undirected = lower_case(words[0]) == "undirected";
        facts.statement = std::string(words[0]) + " graph";
    } else if (words.size() == 4 && words[0] == "Nodes:" && words[2] == "Edges:") {
        facts.nodes = count_of(words[1]);
        facts.edges = count_of(words[3]);
        facts.counts_line = line_number;
    }
}

// Returns ',', ';', tab or blanks. Some lists separate the end nodes by a blank and the weight by a tab.
char delimiter_of(std::string_view row) {
    for (const char candidate : {',', ';'}) {
        if (row.find(candidate) != row.npos) return candidate;
    }
    if (row.find('\t') == row.npos) return CsvReader::blanks;
    Fields fields;
    split_blanks(row, fields);
    const bool numbers = std::ranges::all_of(fields, [](auto field) { return Decimal::parse(field).has_value(); });
    const auto tabs = static_cast<std::size_t>(std::ranges::count(row, '\t'));
    return numbers && fields.size() > tabs + 1 ? CsvReader::blanks : '\t';
}

struct Sizes {
    std::int64_t nodes = 0;
    std::int64_t rows = 0;
};

// Returns the possible readings of a first row: "nodes edges", "nodes nodes edges" as in Matrix Market, or with the
// edges first as in lists of Network Repository.
std::vector<Sizes> sizes_in(const Fields& row) {
    std::vector<Sizes> readings;
    const bool triple = row.size() == 3;
    if (row.size() != 2 && !triple) return readings;
    const auto first = count_of(row.front());
    const auto last = count_of(row.back());
    if (!first || !last) return readings;
    if (*last > 0 && (!triple || row[0] == row[1])) readings.push_back({*first, *last});
    if (*first > 0 && (!triple || row[1] == row[2])) readings.push_back({*last, *first});
    return readings;
}

// Returns the reading that the rows below allow: no node number exceeds the sizes, and the row count matches or, which
// is less certain, all rows have another number of fields.
std::optional<Sizes> sizes_that_fit(CsvReader& records, std::vector<Sizes> readings, std::size_t field_count) {
    Fields row;
    std::int64_t rows = 0;
    bool other_shape = true;
    while (!readings.empty() && records.next(row)) {
        if (row.size() < 2) return std::nullopt;
        const auto from = count_of(row[0]);
        const auto to = count_of(row[1]);
        if (!from || !to) return std::nullopt;
        other_shape = other_shape && row.size() != field_count;
        ++rows;
        std::erase_if(readings, [&](const Sizes& sizes) {
            return std::max(*from, *to) > sizes.nodes || (rows > sizes.rows && !other_shape);
        });
    }
    const auto exact = std::ranges::find(readings, rows, &Sizes::rows);
    if (exact != readings.end()) return *exact;
    if (readings.empty() || !other_shape || rows == 0) return std::nullopt;
    return readings.front();
}

bool first_field_repeats(const std::string& path, char delimiter) {
    constexpr std::size_t enough = 1000;
    CsvReader records(path, delimiter, {}, edge_list_comments);
    std::set<std::string, std::less<>> seen;
    Fields row;
    while (seen.size() < enough && records.next(row)) {
        if (!seen.emplace(row[0]).second) return true;
    }
    return false;
}

// ---- the layout

constexpr std::array<std::string_view, 8> edge_id_names{"id",   "link_id", "edge_id", "arc_id",
                                                        "link", "edge",    "arc",     "gid"};

// Usual names of a field that is 1 where a row leads along, -1 against and 0 both ways.
constexpr std::array<std::string_view, 2> direction_names{"direction", "dir"};

// Finds a field by its name, or by its number from 1.
std::size_t find_option(const EdgeListLayout& layout, std::string_view option, std::string_view wanted) {
    const auto number = layout.names.find(wanted) ? std::nullopt : parse_whole(wanted);
    const bool is_number = number && *number >= 1 && *number <= static_cast<std::int64_t>(layout.names.size());
    return is_number ? static_cast<std::size_t>(*number - 1) : layout.names.named(option, wanted);
}

// Before the rows are read, only a usual name identifies a cost.
std::optional<std::size_t> guessed_cost_field(const std::vector<std::string>& names) {
    const CostChoice choice = choose_cost(names);
    return choice.has_usual_name ? choice.column : std::nullopt;
}

void guess_from_header(EdgeListLayout& layout) {
    const FieldNames& names = layout.names;
    if (const auto ends = find_arc_ends(names)) std::tie(layout.from, layout.to) = *ends;
    layout.cost = guessed_cost_field(names.all_lower());
    layout.id = names.usual(edge_id_names);
    layout.name = names.usual(road_name_names);
    layout.geometry = names.usual(geometry_names);
    const std::array places{names.usual("x1"), names.usual("y1"), names.usual("x2"), names.usual("y2")};
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
    layout.direction = layout.names.usual(direction_names);
    const std::string& end = layout.names.lower(layout.from);
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
    } else if (layout.cost && layout.names.lower(*layout.cost) == "cost") {
        layout.reverse_cost = layout.names.usual(reverse_cost_names);
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

bool is_konect_header(std::string_view line) {
    constexpr std::array<std::string_view, 3> formats{"sym", "asym", "bip"};
    constexpr std::array<std::string_view, 9> weights{"unweighted",    "positive",    "posweighted",
                                                      "signed",        "multisigned", "weighted",
                                                      "multiweighted", "dynamic",     "multiposweighted"};
    if (!line.starts_with('%') || line.starts_with("%%")) return false;
    const Fields words = words_of_comment(line);
    return words.size() == 2 && std::ranges::find(formats, words[0]) != formats.end() &&
           std::ranges::find(weights, words[1]) != weights.end();
}

EdgeListFacts survey_edge_list(const std::string& path, const ReadOptions& options) {
    EdgeListFacts facts;
    Fields row;
    std::uint64_t first_line = 0;
    {
        LineReader lines(path);
        std::string_view line;
        while (lines.next(line)) {
            line = trimmed(line);
            if (line.empty()) continue;
            if (!is_comment(line)) {
                facts.delimiter = facts.konect ? CsvReader::blanks : delimiter_of(line);
                first_line = lines.line_number();
                break;
            }
            read_comment(facts, line, lines.line_number());
        }
    }
    const bool ends_named = options.from_field && options.to_field;
    if (first_line == 0 || ends_named) return facts;
    CsvReader records(path, facts.delimiter, {}, edge_list_comments);
    if (!records.next(row)) return facts;
    const std::size_t field_count = row.size();
    if (const auto readings = sizes_in(row); !readings.empty() && !facts.konect) {
        if (const auto sizes = sizes_that_fit(records, readings, field_count)) {
            facts.has_size_row = true;
            facts.nodes = sizes->nodes;
            facts.edges = sizes->rows;
            facts.counts_line = first_line;
        }
    }
    facts.first_field_repeats = field_count == 4 && first_field_repeats(path, facts.delimiter);
    return facts;
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

EdgeListLayout decide_edge_list_layout(const std::string& path, std::uint64_t line,
                                       const std::vector<std::string_view>& first_record, const EdgeListFacts& facts,
                                       const ReadOptions& options) {
    EdgeListLayout layout;
    layout.has_header =
        std::ranges::none_of(first_record, [](auto field) { return Decimal::parse(field).has_value(); }) &&
        (names_arc_ends(first_record) || first_record.size() > 2 ||
         std::ranges::find(first_record, std::string_view(options.from_field.value_or(""))) != first_record.end());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < first_record.size(); ++i) {
        names.push_back(layout.has_header ? std::string(first_record[i]) : std::to_string(i + 1));
    }
    layout.names = FieldNames(std::move(names), "the edge list has no field");

    if (options.from_field == "" || options.to_field == "") {
        throw InvalidArgument(
            "`from_field` and `to_field` must not be empty: an edge list needs fields for the ends of arcs");
    }
    layout.ends_named = options.from_field && options.to_field;
    if (layout.has_header) {
        if (!layout.ends_named && !find_arc_ends(layout.names)) {
            const auto other = describe_other_table(layout.names.all_lower());
            throw InputError(
                path, line,
                format("no fields of this edge list are recognised as the ends of an arc; it has: {}. {}For an edge "
                       "list, set `from_field` and `to_field`",
                       joined(layout.names.all()), other.empty() ? "" : format("It seems to be {}. ", other)));
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
                            (layout.cost && layout.names.lower(*layout.cost) == "cost");
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
                          layout.names.lower(*layout.cost) == "cost" && layout.names.lower(layout.from) == "source" &&
                          layout.names.lower(layout.to) == "target";
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
