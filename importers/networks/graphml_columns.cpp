// SPDX-License-Identifier: Apache-2.0
// Fields → columns if every value is a number, otherwise texts.
#include "networks/graphml_columns.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "attributes/number_column.h"
#include "base/text.h"

namespace allways::importers {

namespace {

// Removes a quoted item from the front; returns false if its quote is never closed.
bool take_quoted(std::string_view& rest, std::string& item) {
    const char quote = rest.front();
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == quote) {
            rest = trimmed(rest.substr(i + 1));
            return true;
        }
        if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
        item += rest[i];
    }
    return false;
}

// Returns the items, without quotes, of a list as Python prints it: "[435660168, 56180220]", "['A', \"B's\"]"; nothing
// if the text is not such a list.
std::optional<std::vector<std::string>> parse_python_list(std::string_view text) {
    text = trimmed(text);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
    std::string_view rest = trimmed(text.substr(1, text.size() - 2));
    std::vector<std::string> items;
    while (!rest.empty()) {
        std::string& item = items.emplace_back();
        if (rest.front() == '\'' || rest.front() == '"') {
            if (!take_quoted(rest, item)) return std::nullopt;
        } else {
            const std::size_t end = std::min(rest.find(','), rest.size());
            item = trimmed(rest.substr(0, end));
            rest.remove_prefix(end);
        }
        if (rest.empty()) break;
        if (rest.front() != ',') return std::nullopt;
        rest = trimmed(rest.substr(1));
    }
    return items;
}

// The names and units that OSMnx's fields get here.
struct Meaning {
    std::string_view field;
    std::string_view name;
    std::string_view unit;
    int resolution_digits = 0;
};
constexpr std::array<Meaning, 3> osmnx_columns{
    {{"length", "length", "m", 1}, {"travel_time", "time", "s", 3}, {"speed_kph", "free_speed", "km/h", 1}}};
constexpr std::array<Meaning, 5> osmnx_texts{{{"osmid", "osm_way_id", ""},
                                              {"highway", "facility_type", ""},
                                              {"name", "name", ""},
                                              {"ref", "ref", ""},
                                              {"junction", "junction", ""}}};

template <std::size_t count>
const Meaning* find_meaning(const std::array<Meaning, count>& known, std::string_view field) {
    const auto found = std::ranges::find(known, field, &Meaning::field);
    return found == known.end() ? nullptr : &*found;
}

class GraphmlFields {
public:
    GraphmlFields(const std::string& path, const GraphmlDocument& document, const std::vector<GraphmlArc>& arcs,
                  bool is_osmnx, const ReadOptions& options, RoadNetwork& network)
        : path_(path), edges_(document.edges), arcs_(arcs), is_osmnx_(is_osmnx), options_(options), network_(network) {}

    void add() {
        const GraphmlField* cost = cost_field();
        if (cost != nullptr) add_cost(*cost);
        for (const GraphmlField& field : edges_.fields) add_field(field);
        if (cost == nullptr) require_cost();
    }

private:
    // Returns the cost field that the user names.
    const GraphmlField* cost_field() const {
        const std::string& wanted = options_.cost_field;
        if (wanted.empty()) return nullptr;
        std::vector<std::string> names;
        const GraphmlField* in_any_case = nullptr;
        for (const auto& field : edges_.fields) {
            if (field.name == wanted) return &field;
            if (lower_case(field.name) == lower_case(wanted)) in_any_case = &field;
            names.push_back(field.name);
        }
        if (in_any_case != nullptr) return in_any_case;
        throw InvalidArgument(
            format("`cost_field`: the edges have no data '{}'; they have: {}", wanted, joined(names)));
    }

    void add_cost(const GraphmlField& field) {
        const Meaning* meaning = is_osmnx_ ? find_meaning(osmnx_columns, field.name) : nullptr;
        std::optional<std::string> unit;
        auto values = numbers_of(field, unit);
        if (!values) {
            const std::size_t edge = first_text(field);
            if (edge == field.values.size()) {
                throw InputError(path_, 0, format("the cost '{}' has no value at any edge", field.name));
            }
            throw InputError(
                path_, edges_.lines[edge],
                format("the cost '{}' needs a number, found '{}'", field.name, shortened(field.values[edge])));
        }
        add_column("cost", meaning, std::move(*values), unit.value_or(""));
    }

    void add_field(const GraphmlField& field) {
        if (field.name == geometry_field_name && holds_graphml_lines(field)) return;
        if (field.name == graphml_arc_id_name) return;
        // OSMnx repeats the ends of undirected edges.
        if (is_osmnx_ && (field.name == "from" || field.name == "to")) return;
        const Meaning* text = is_osmnx_ ? find_meaning(osmnx_texts, field.name) : nullptr;
        std::optional<std::string> unit;
        auto values = text != nullptr || field.is_boolean ? std::nullopt : numbers_of(field, unit);
        if (!values) return add_texts(field, text != nullptr ? text->name : field.name);
        const Meaning* meaning = is_osmnx_ ? find_meaning(osmnx_columns, field.name) : nullptr;
        const bool is_cost = lower_case(field.name) == "cost";
        if (is_cost && network_.column("cost") != nullptr) return;  // the named cost field has this name already
        add_column(meaning != nullptr ? meaning->name
                   : is_cost          ? "cost"
                                      : std::string_view(field.name),
                   meaning, std::move(*values), unit.value_or(""));
    }

    void add_column(std::string_view name, const Meaning* meaning, std::vector<Decimal> of_edges, std::string unit) {
        if (meaning != nullptr) unit = meaning->unit;
        ArcColumn column{free_name(name), std::move(unit), {}, std::nullopt};
        if (meaning != nullptr) column.resolution_digits = meaning->resolution_digits;
        column.values.reserve(arcs_.size());
        for (const auto& arc : arcs_) column.values.push_back(of_edges[arc.edge]);
        network_.columns.push_back(std::move(column));
    }

    void add_texts(const GraphmlField& field, std::string_view name) {
        TextColumn texts(free_name(name));
        bool any = false;
        for (const auto& arc : arcs_) {
            const auto value = field.values[arc.edge];
            const auto items = is_osmnx_ ? parse_python_list(value) : std::nullopt;
            texts.add(items ? joined(*items, "; ") : std::string(value));
            any = any || !value.empty();
        }
        if (any) network_.texts.push_back(std::move(texts));
    }

    std::string free_name(std::string_view name) const {
        std::string free(name);
        while (network_.column(free) != nullptr || network_.text(free) != nullptr) free += "_field";
        return free;
    }

    // Returns an edge's value as a number: missing if there is no value, nothing if it is not a number.
    std::optional<Decimal> number_of(std::string_view text, std::optional<std::string>& unit) const {
        text = trimmed(text);
        if (is_missing_word(text)) return Decimal::missing();
        if (const auto number = parse_with_unit(text, unit)) return number;
        if (is_unreachable_word(text) && text != "-") return Decimal::missing();
        const auto items = is_osmnx_ ? parse_python_list(text) : std::nullopt;
        return items && !items->empty() ? parse_with_unit(items->front(), unit) : std::nullopt;
    }

    // Returns nothing if a value is not a number, or if all are missing.
    std::optional<std::vector<Decimal>> numbers_of(const GraphmlField& field, std::optional<std::string>& unit) const {
        std::vector<Decimal> numbers;
        numbers.reserve(field.values.size());
        bool any = false;
        for (std::size_t edge = 0; edge < field.values.size(); ++edge) {
            const auto number = number_of(field.values[edge], unit);
            if (!number) return std::nullopt;
            any = any || !number->is_missing();
            numbers.push_back(*number);
        }
        if (!any) return std::nullopt;
        return numbers;
    }
    std::size_t first_text(const GraphmlField& field) const {
        std::size_t edge = 0;
        std::optional<std::string> unit;
        while (edge < field.values.size() && number_of(field.values[edge], unit)) ++edge;
        return edge;
    }

    // If no edge has a number, every arc costs 1.
    void require_cost() {
        if (!network_.columns.empty()) return;
        network_.columns.push_back({"cost", "", std::vector<Decimal>(arcs_.size(), Decimal(1, 0)), std::nullopt});
        guess(options_.log, Guess::cost, format("{}: the edges have no numbers: every arc costs 1", path_));
    }

    const std::string& path_;
    const GraphmlDocument::Edges& edges_;
    const std::vector<GraphmlArc>& arcs_;
    const bool is_osmnx_;
    const ReadOptions& options_;
    RoadNetwork& network_;
};

}  // namespace

bool holds_graphml_lines(const GraphmlField& field) {
    for (std::size_t edge = 0; edge < field.values.size(); ++edge) {
        const std::string start = lower_case(trimmed(field.values[edge]).substr(0, 15));
        if (start.starts_with("linestring") || start.starts_with("multilinestring")) return true;
    }
    return false;
}

void add_graphml_columns(const std::string& path, const GraphmlDocument& document, const std::vector<GraphmlArc>& arcs,
                         bool is_osmnx, const ReadOptions& options, RoadNetwork& network) {
    GraphmlFields(path, document, arcs, is_osmnx, options, network).add();
}

}  // namespace allways::importers
