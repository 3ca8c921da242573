// SPDX-License-Identifier: Apache-2.0
// Records of link.csv → the arcs of a network.
#include "networks/gmns_links.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/number_column.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/line_geometry.h"
#include "libraries/row_filter.h"
#include "networks/gmns_table.h"

namespace allways::importers {

namespace {

// Returns the points of a line; an empty vector for an empty line.
std::vector<Coordinate> parse_line(const GmnsTable& table, std::size_t field) {
    auto line = parse_line_geometry(table[field]);
    if (!line) {
        table.fail(
            format("{} needs {}; found '{}'", table.names()[field], line_geometry_words, shortened(table[field])));
    }
    return std::move(line->points);
}

// Returns true if dir_flag states that the shape runs backward; nothing if it states no direction.
std::optional<bool> stated_backward(const GmnsTable& links, std::optional<std::size_t> field) {
    if (!field || is_missing_word(links[*field]) || links[*field] == "0") return std::nullopt;
    if (links[*field] == "1") return false;
    if (links[*field] == "-1") return true;
    links.fail(format("dir_flag needs 1, -1, 0 or nothing, found '{}'", links[*field]));
}

bool is_directed(const GmnsTable& table, std::optional<std::size_t> field) {
    if (!field) return true;
    const std::string text = lower_case(table[*field]);
    if (is_missing_word(text) || text == "1" || text == "true" || text == "t" || text == "yes" || text == "y")
        return true;
    if (text == "0" || text == "false" || text == "f" || text == "no" || text == "n") return false;
    table.fail(format("directed needs TRUE, FALSE, 1, 0 or nothing, found '{}'", table[*field]));
}

// Returns true for fields that are used elsewhere. A header may end in a comma.
bool is_no_column(const std::string& field) {
    constexpr std::array<std::string_view, 7> known{"link_id",  "from_node_id", "to_node_id", "directed",
                                                    "geometry", "geometry_id",  "dir_flag"};
    return field.empty() || std::ranges::find(known, field) != known.end();
}

// Returns true for names and ids, which are not costs even if they are numbers.
bool is_text_field(const std::string& field) {
    return field == "name" || field.ends_with("_id");
}

// A field that may be a column of numbers: the first text that is not a number turns it into a text column.
class Field {
public:
    explicit Field(bool is_text) : is_text_(is_text) {}

    void add(std::string_view value) {
        const auto number = is_text_ ? std::nullopt : parse_with_unit(value, unit_);
        if (!is_text_ && !number && !is_missing_word(value)) become_text();
        has_value_ = has_value_ || number || (is_text_ && !value.empty());
        if (is_text_) return texts_.add(value);
        if (!number && !value.empty()) words_.emplace_back(numbers_.size(), value);
        numbers_.push_back(number.value_or(Decimal::missing()));
    }
    bool is_text() const { return is_text_; }

    // Omits fields without any value.
    void hand_over(const std::string& name, RoadNetwork& network) && {
        if (!has_value_) return;
        if (is_text_) {
            texts_.rename(name);
            network.texts.push_back(std::move(texts_));
        } else {
            network.columns.push_back({name, unit_.value_or(""), std::move(numbers_), std::nullopt});
        }
    }

private:
    // "none" means a missing number, but is a text in a field such as parking.
    void become_text() {
        auto word = words_.begin();
        for (std::size_t arc = 0; arc < numbers_.size(); ++arc) {
            const bool is_word = word != words_.end() && word->first == arc;
            texts_.add(is_word ? (word++)->second : with_unit(numbers_[arc].to_string()));
        }
        numbers_ = {};
        words_ = {};
        is_text_ = true;
    }

    std::string with_unit(const std::string& number) const {
        return unit_.value_or("").empty() || number.empty() ? number : number + " " + *unit_;
    }

    bool is_text_;
    bool has_value_ = false;
    std::vector<Decimal> numbers_;
    std::optional<std::string> unit_;
    std::vector<std::pair<std::size_t, std::string>> words_;  // texts for a missing value, by arc
    TextColumn texts_;
};

// The fields of a link's ends, id, direction and cost, with the names that the options give them.
struct LinkFields {
    LinkFields(const GmnsTable& table, const ReadOptions& options)
        : from(required(table, options.from_field.value_or(""), "from_field", "from_node_id")),
          to(required(table, options.to_field.value_or(""), "to_field", "to_node_id")),
          id(options.id_field == "" ? std::nullopt
             : options.id_field     ? std::optional(required(table, *options.id_field, "id_field", ""))
                                    : table.find("link_id")),
          directed(table.find("directed")) {
        if (!options.cost_field.empty()) cost = required(table, options.cost_field, "cost_field", "");
    }
    bool is_taken(std::size_t field) const { return field == from || field == to || field == id; }

    std::size_t from, to;
    std::optional<std::size_t> id, directed, cost;

private:
    static std::size_t required(const GmnsTable& table, const std::string& named, std::string_view option,
                                std::string_view usual) {
        if (named.empty()) return table.require(usual);
        if (const auto field = table.find(named)) return *field;
        throw InvalidArgument(
            format("`{}`: link.csv has no field '{}'; it has: {}", option, named, joined(table.names())));
    }
};

class Links {
public:
    Links(const std::string& path, const GmnsNodes& nodes, GmnsGeometries geometries, GmnsUses& uses,
          const ReadOptions& options, RoadNetwork& network)
        : network_(network),
          nodes_(nodes),
          geometries_(std::move(geometries)),
          uses_(uses),
          options_(options),
          table_(path, options),
          of_(table_, options),
          filter_(filter_of(path, options.where)) {}

    void read(const std::string& path) {
        for (const auto& name : table_.names()) fields_.emplace_back(is_text_field(name));
        geometries_.find_fields(table_);
        uses_.find_field(table_);
        while (table_.next()) {
            if (!filter_.keeps([&](std::size_t field) { return table_[field]; })) {
                ++filtered_;
                continue;
            }
            const NodeIndex tail = node(of_.from);
            const NodeIndex head = node(of_.to);
            const std::string id = of_.id ? std::string(table_[*of_.id]) : std::to_string(table_.line_number() - 1);
            if (!uses_.is_open(table_, id)) continue;
            const GmnsGeometries::Shape shape = geometries_.shape_of(table_, nodes_.points[tail], nodes_.points[head]);
            add_arc(id, tail, head, false);
            geometries_.add_arc(shape, false);
            if (is_directed(table_, of_.directed)) continue;
            add_arc(id, head, tail, true);
            geometries_.add_arc(shape, true);
        }
        if (ids_.empty() && filtered_ > 0)
            throw InputError(path, 0, format("no link of {} passes the filter \"{}\"", filtered_, options_.where));
        uses_.finish(path, options_.log);
        finish();
        network_.shapes = std::move(geometries_).take(options_.log);
    }

private:
    static RowFilter filter_of(const std::string& path, const std::string& where) {
        if (where.empty()) return {};
        GmnsTable header(path, {});
        CsvReader records(path);
        std::vector<std::string_view> names;
        records.next(names);
        return RowFilter(where, typed_fields(records, header.names()));
    }

    NodeIndex node(std::size_t field) const {
        const auto found = nodes_.index.find(std::string(table_[field]));
        if (found == nodes_.index.end()) {
            table_.fail(format("{} {} is not in node.csv", table_.names()[field], shortened(table_[field])));
        }
        return found->second;
    }

    void add_arc(const std::string& id, NodeIndex tail, NodeIndex head, bool reversed) {
        network_.tail.push_back(tail);
        network_.head.push_back(head);
        ids_.push_back(id);
        reversed_.push_back(reversed);
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (of_.is_taken(i) || is_no_column(table_.names()[i])) continue;
            fields_[i].add(table_[i]);
            const bool measures = table_.names()[i] == "length" || table_.names()[i] == "free_speed" || i == of_.cost;
            if (fields_[i].is_text() && measures) {
                table_.fail(format("{} needs a number, found '{}'", table_.names()[i], shortened(table_[i])));
            }
        }
        if (of_.cost && !costs_.add(table_[*of_.cost])) {
            table_.fail(format("the cost needs a number, found '{}'{}", shortened(table_[*of_.cost]),
                               comma_hint(table_[*of_.cost])));
        }
    }

    void finish() {
        network_.arc_ids = IdTable::from_texts(std::move(ids_));
        if (std::ranges::count(reversed_, 1) > 0) network_.reversed = std::move(reversed_);
        const bool own_cost = of_.cost && table_.names()[*of_.cost] != "cost";
        if (own_cost) network_.columns.push_back({"cost", "", std::move(costs_).take(), std::nullopt});
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (own_cost && table_.names()[i] == "cost") continue;  // the named cost field gets the name "cost"
            std::move(fields_[i]).hand_over(table_.names()[i], network_);
        }
    }

    RoadNetwork& network_;
    const GmnsNodes& nodes_;
    GmnsGeometries geometries_;
    GmnsUses& uses_;
    const ReadOptions& options_;
    GmnsTable table_;
    LinkFields of_;
    RowFilter filter_;
    std::uint64_t filtered_ = 0;
    std::vector<std::string> ids_;
    std::vector<std::uint8_t> reversed_;
    std::vector<Field> fields_;
    NumberColumn costs_;  // values of the named cost field
};

}  // namespace

GmnsGeometries::GmnsGeometries(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return;
    GmnsTable table(path, {});
    const std::size_t id = table.require("geometry_id");
    const std::size_t geometry = table.require("geometry");
    while (table.next()) {
        if (is_missing_word(table[geometry])) continue;
        const auto [entry, is_new] = stored_.try_emplace(std::string(table[id]));
        if (!is_new) table.fail(format("duplicate geometry_id {}", table[id]));
        entry->second.points = parse_line(table, geometry);
    }
}

void GmnsGeometries::find_fields(const GmnsTable& links) {
    geometry_ = links.find("geometry");
    geometry_id_ = links.find("geometry_id");
    dir_flag_ = links.find("dir_flag");
}

GmnsGeometries::Shape GmnsGeometries::shape_of(const GmnsTable& links, std::optional<Coordinate> from,
                                               std::optional<Coordinate> to) {
    const auto stated = stated_backward(links, dir_flag_);
    Shape shape{find_shape(links), stated.value_or(false)};
    if (shape.index != ArcShapes::no_shape && !stated && from && to) {
        shape.backward = runs_backward(shapes_.shape_points(shape.index), *from, *to);
    }
    return shape;
}

ArcShapes::ShapeIndex GmnsGeometries::find_shape(const GmnsTable& links) {
    if (geometry_ && !is_missing_word(links[*geometry_])) {
        const auto points = parse_line(links, *geometry_);
        return points.empty() ? ArcShapes::no_shape : shapes_.add_shape(points);
    }
    if (geometry_id_ && !is_missing_word(links[*geometry_id_])) return stored_shape(links[*geometry_id_]);
    return ArcShapes::no_shape;
}

ArcShapes::ShapeIndex GmnsGeometries::stored_shape(std::string_view id) {
    const auto found = stored_.find(std::string(id));
    if (found == stored_.end()) {
        ++absent_;
        return ArcShapes::no_shape;
    }
    Stored& stored = found->second;
    if (stored.index == ArcShapes::no_shape && !stored.points.empty()) {
        stored.index = shapes_.add_shape(stored.points);
        stored.points = {};
    }
    return stored.index;
}

ArcShapes GmnsGeometries::take(const LogCallback& log_to) && {
    if (absent_ > 0) {
        log(log_to, LogLevel::loss,
            format("{} a geometry_id that is not in geometry.csv", counted(absent_, "link has", "links have")));
    }
    if (shapes_.shape_count() == 0) return {};
    return std::move(shapes_);
}

void read_gmns_links(const std::string& path, const GmnsNodes& nodes, GmnsGeometries geometries, GmnsUses& uses,
                     const ReadOptions& options, RoadNetwork& network) {
    Links(path, nodes, std::move(geometries), uses, options, network).read(path);
}

}  // namespace allways::importers
