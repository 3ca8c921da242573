// SPDX-License-Identifier: Apache-2.0
// Edge list → RoadNetwork. One arc per record: CSV with a header, or fields separated by blanks in a fixed order. There
// is no list of nodes: every id that an arc mentions is a node. Every numeric field becomes a column; the one that
// options name as the cost gets the name "cost". Tables for pgRouting are edge lists whose rows have a cost for each
// direction.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "attributes/arc_table.h"
#include "attributes/import_report.h"
#include "attributes/node_attributes.h"
#include "attributes/oneway_values.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/line_geometry.h"
#include "libraries/row_filter.h"
#include "libraries/vector_layer.h"
#include "networks/edge_list_layout.h"
#include "text/csv_reader.h"
#include "text/file_format.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

// Directions in which rows without a reverse cost may be travelled.
enum class RowKind {
    arcs,
    edges,
    edges_as_stated,  // as the file states; arcs if each edge has rows in both directions
    unstated,         // read as arcs
};

// Positions of the rows, if fields state them: the ends' coordinates, and the line between them.
class RowPlaces {
public:
    // Throws InputError for coordinates that are not numbers, and for text that is not a line if an earlier row has a
    // line.
    void add_row(const EdgeListLayout& layout, const Rows& records, const std::vector<std::string_view>& fields) {
        if (!layout.ends && !layout.geometry) return;
        Row& row = rows_.emplace_back();
        if (layout.ends) row.has_ends = read_ends(layout, records, fields, row);
        if (!layout.geometry || !no_line_.empty() || is_missing_word(fields[*layout.geometry])) return;
        if (!add_line(row, layout, records, fields[*layout.geometry])) no_line_ = shortened(fields[*layout.geometry]);
    }

    // A node's first row gives its coordinates.
    void finish(RoadNetwork& network, const ArcTable& table, const std::string& path, const LogCallback& log_to) && {
        if (!no_line_.empty()) {
            log(log_to, LogLevel::loss,
                format("{}: skipped the geometry field: '{}' is neither WKT nor EWKB of a line", path, no_line_));
        }
        std::vector<std::uint8_t> known(network.node_count(), 0);
        NodeCoordinates coordinates(network.node_count());
        bool any = false;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (!rows_[row].has_ends) continue;
            any = true;
            for (const auto& [node, point] :
                 {std::pair{table.ends()[2 * row], rows_[row].from}, {table.ends()[2 * row + 1], rows_[row].to}}) {
                if (std::exchange(known[node], 1) == 0) coordinates.set(node, point);
            }
        }
        if (any) network.coordinates = std::move(coordinates).take(path, false, log_to);
        if (srid_ > 0) network.provenance.crs = format("EPSG:{}", srid_);
        if (shapes_.shape_count() == 0) return;
        for (const RowArc& arc : table.arcs())
            shapes_.add_arc(rows_[arc.row].shape, rows_[arc.row].shape_is_backward != arc.against);
        network.shapes = std::move(shapes_);
    }

private:
    struct Row {
        Coordinate from, to;
        bool has_ends = false;
        ArcShapes::ShapeIndex shape = ArcShapes::no_shape;
        bool shape_is_backward = false;
    };

    // Returns false if one of the four coordinates is missing.
    static bool read_ends(const EdgeListLayout& layout, const Rows& records,
                          const std::vector<std::string_view>& fields, Row& row) {
        std::array<double, 4> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::size_t field = (*layout.ends)[i];
            if (is_missing_word(fields[field])) return false;
            const auto number = parse_real(fields[field]);
            if (!number)
                records.fail(
                    format("the field '{}' needs a number, found '{}'", layout.names[field], shortened(fields[field])));
            numbers[i] = *number;
        }
        row.from = {numbers[0], numbers[1]};
        row.to = {numbers[2], numbers[3]};
        return true;
    }

    // Returns false for a text that is not a line, unless an earlier row had a line.
    bool add_line(Row& row, const EdgeListLayout& layout, const Rows& records, std::string_view text) {
        const auto line = parse_line_geometry(text);
        const bool is_first = shapes_.shape_count() == 0;
        if (!line && is_first) return false;
        if (!line) {
            records.fail(format("the field '{}' needs {}, or EWKB; found '{}'", layout.names[*layout.geometry],
                                line_geometry_words, shortened(text)));
        }
        if (line->points.empty()) return true;
        if (is_first) srid_ = line->srid;
        if (line->srid != srid_) {
            records.fail(
                format("expected a line in the reference system {}, as the first one, found {}", srid_, line->srid));
        }
        row.shape = shapes_.add_shape(line->points);
        if (row.has_ends) {
            row.shape_is_backward = runs_backward(line->points, row.from, row.to);
        } else {
            row.from = line->points.front();
            row.to = line->points.back();
            row.has_ends = true;
        }
        return true;
    }

    std::vector<Row> rows_;
    ArcShapes shapes_;
    int srid_ = 0;
    std::string no_line_;  // the first text of a line field that contains no line at all
};

// Recognises lists without field names that look like arcs but have no node ids in the first two fields.
class OtherLists {
public:
    // Throws InputError for a row of node coordinates ("id x y"), of named values ("eil51: 426") or of shapes.
    void refuse(const Rows& records, std::string_view from, std::string_view to) {
        for (const auto id : {from, to}) {
            const auto refuse_as = [&](std::string_view what) {
                records.fail(
                    format("expected a node id, found '{}'. Is this a list of {}? Otherwise set `from_field` "
                           "and `to_field` to the numbers of the fields",
                           shortened(id), what));
            };
            if (id.find('.') != id.npos && parse_real(id)) refuse_as("nodes");
            if (id.ends_with(':')) refuse_as("named values");
            if (id.find('(') != id.npos && parse_line_geometry(id)) refuse_as("shapes");
        }
        ++rows_;
        starts_ += to == "1";
        if (to == "-1" && ends_++ == 0) first_end_ = records.line_number();
    }

    // Throws InputError after the last row if the rows are queries of the DIMACS challenge: a node, and 1 if paths
    // start there or -1 if they end there.
    void refuse_queries(const std::string& path) const {
        if (starts_ == 0 || ends_ == 0 || starts_ + ends_ < rows_) return;
        throw InputError(
            path, first_end_,
            "lines 'node 1' and 'node -1' were found: a list of origins and destinations, not of arcs. Otherwise "
            "set `from_field` and `to_field` to the numbers of the fields");
    }

private:
    std::uint64_t rows_ = 0;
    std::uint64_t starts_ = 0;
    std::uint64_t ends_ = 0;
    std::uint64_t first_end_ = 0;  // its line number
};

class EdgeList {
public:
    EdgeList(EdgeListLayout layout, RowKind kind, RowFilter filter, const std::string& words, ImportReport& report)
        : layout_(std::move(layout)),
          kind_(kind),
          filter_(std::move(filter)),
          words_(words),
          report_(report),
          columns_(layout_.names.size()) {}

    void add(const Rows& records, const std::vector<std::string_view>& fields) {
        records.require_all(fields, layout_.names.all());
        if (!filter_.keeps([&](std::size_t field) { return fields[field]; })) return;
        const auto from = fields[layout_.from];
        const auto to = fields[layout_.to];
        if (from.empty() || to.empty()) {
            note_skipped(report_, "row without a from or to node", records.line_number());
            return;
        }
        if (!layout_.has_header && !layout_.ends_named) other_lists_.refuse(records, from, to);
        const auto row = static_cast<ArcIndex>(rows_);
        const bool back_by_cost = layout_.reverse_cost.has_value();
        const bool along = !back_by_cost || is_open(records, fields, *layout_.cost);
        const bool against = back_by_cost && is_open(records, fields, *layout_.reverse_cost);
        if (!along && !against) {
            note_closed(report_, "row closed both ways by its costs", records.line_number());
            return;
        }
        if (layout_.is_pgrouting && is_negative(fields[*layout_.cost])) {
            ++without_arc_;
            return;
        }
        table_.add_arcs(row, along, against);
        if (layout_.direction) take_direction(fields[*layout_.direction]);
        nodes_.add(from);
        nodes_.add(to);
        places_.add_row(layout_, records, fields);
        if (layout_.id) ids_.emplace_back(fields[*layout_.id]);
        if (layout_.name) road_names_.add(fields[*layout_.name]);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (layout_.is_taken(i) && i != layout_.cost && i != layout_.reverse_cost) continue;
            if (!columns_[i].add(fields[i]) && i == layout_.cost) {
                records.fail(format("the cost needs a number, found '{}'{}", fields[i], comma_hint(fields[i])));
            }
        }
        ++rows_;
    }

    RoadNetwork finish(const std::string& path, const EdgeListFacts& facts, const ReadOptions& options) && {
        if (layout_.names.size() == 2) other_lists_.refuse_queries(path);
        RoadNetwork network;
        auto nodes = std::move(nodes_).finish();
        network.node_ids = std::move(nodes.ids);
        if (without_arc_ > 0) {
            guess(options.log, Guess::cost,
                  format("{}: {} a negative cost and no arc, as in pgRouting", path,
                         counted(without_arc_, "row has", "rows have")));
        }
        table_.set_ends(std::move(nodes.index));
        const bool by_fields = apply_directions(path, options);
        if (!layout_.reverse_cost && !by_fields) decide_ways(path, facts, options.log);
        table_.hand_over(network);
        const IdTable ids = layout_.id ? IdTable::from_texts(std::move(ids_)) : IdTable::consecutive(rows_);
        network.arc_ids = ids.selection(table_.rows());
        add_columns(network, options.log);
        std::move(places_).finish(network, table_, path, options.log);
        return network;
    }

private:
    // Decides whether rows are arcs or edges, by the file or by the rows themselves.
    void decide_ways(const std::string& path, const EdgeListFacts& facts, const LogCallback& log_to) {
        if (kind_ == RowKind::arcs) return;
        const auto [between_two, paired] =
            kind_ == RowKind::edges ? std::pair<std::size_t, std::size_t>{} : count_paired_rows(table_.ends());
        if (kind_ == RowKind::unstated) {
            if (paired > 0 || between_two == 0) return;
            return guess(log_to, Guess::directions,
                         format("{}: no two nodes have rows both ways, so rows are arcs, not edges", path));
        }
        const bool both_ways = kind_ == RowKind::edges_as_stated && between_two > 0 && paired == between_two;
        if (kind_ == RowKind::edges_as_stated) {
            log(log_to, LogLevel::info,
                format("{}: '{}': {}", path, facts.statement,
                       both_ways ? "each edge has a row either way" : "each row is an edge both ways"));
        }
        if (both_ways) return;
        table_.arcs().clear();
        for (std::uint32_t row = 0; row < rows_; ++row) table_.add_arcs(row, true, true);
    }

    static bool is_negative(std::string_view text) {
        const auto cost = Decimal::parse(text);
        return cost && cost->digits() < 0;
    }

    void take_direction(std::string_view text) {
        const auto ways = words_.find(text);
        if (!ways && unknown_directions_++ == 0) first_unknown_direction_ = text;
        ways_.push_back(ways.value_or(OnewayValues::Ways::both));
    }

    // Opens the directions that a field of directions states, or where there is none those with a value of the fields
    // of both directions. Returns false if the list has neither.
    bool apply_directions(const std::string& path, const ReadOptions& options) {
        using enum OnewayValues::Ways;
        if (options.undirected || options.directed) return options.directed;
        std::string why;
        if (layout_.direction) {
            const std::string& name = layout_.names[*layout_.direction];
            const bool is_plain = layout_.is_direction_stated || std::ranges::find(ways_, against) != ways_.end();
            if (is_plain && unknown_directions_ == 0) {
                why = format("by '{}'", name);
            } else {
                guess(options.log, Guess::directions,
                      format("{}: '{}' is not read as the directions of rows{}", path, name,
                             unknown_directions_ == 0 ? std::string(": it is never -1")
                                                      : format(": {} other than 1, -1 and 0, the first is '{}'",
                                                               counted(unknown_directions_, "value is", "values are"),
                                                               shortened(first_unknown_direction_))));
                ways_.clear();
            }
        }
        if (why.empty() && !layout_.directed.empty() && !layout_.reverse_cost) why = ways_by_values();
        if (why.empty()) return false;
        open_directions();
        const auto one_way = static_cast<std::uint64_t>(
            std::ranges::count_if(ways_, [](OnewayValues::Ways ways) { return ways != both; }));
        const std::string said = format("{}: {} of {} lead one way, {}; the others lead both ways", path,
                                        count_text(one_way), counted(ways_.size(), "row"), why);
        if (ways_are_guessed_)
            guess(options.log, Guess::directions, said);
        else
            log(options.log, LogLevel::info, said);
        return true;
    }

    // A direction without a value is closed, and so is one with 0 where the other has more.
    std::string ways_by_values() {
        using enum OnewayValues::Ways;
        std::vector<std::string> names;
        for (const DirectedField& field : layout_.directed) names.push_back(field.name);
        const DirectedField& field =
            layout_.directed[choose_cost(std::span<const std::string>(names)).column.value_or(0)];
        const std::vector<Decimal> along_values = values_of(field.along);
        const std::vector<Decimal> against_values = values_of(field.against);
        const auto is_open = [](const Decimal& value, const Decimal& other) {
            if (value.is_missing()) return other.is_missing();
            return value.digits() != 0 || other.is_missing() || other.digits() == 0;
        };
        ways_.clear();
        for (std::size_t row = 0; row < rows_; ++row) {
            const bool opens_along = is_open(along_values[row], against_values[row]);
            ways_.push_back(!opens_along ? against : is_open(against_values[row], along_values[row]) ? both : along);
        }
        ways_are_guessed_ = true;
        return format("where '{}' or '{}' is empty or 0", layout_.names[field.along], layout_.names[field.against]);
    }

    void open_directions() {
        using enum OnewayValues::Ways;
        if (layout_.reverse_cost) {
            std::erase_if(table_.arcs(),
                          [&](const RowArc& arc) { return ways_[arc.row] == (arc.against ? along : against); });
            return;
        }
        table_.arcs().clear();
        for (std::uint32_t row = 0; row < rows_; ++row)
            table_.add_arcs(row, ways_[row] == along || ways_[row] == both,
                            ways_[row] == against || ways_[row] == both);
    }

    // The numbers of a field by row; missing if it has none.
    std::vector<Decimal> values_of(std::size_t field) const {
        if (columns_[field].is_numeric()) return columns_[field].values();
        return std::vector<Decimal>(rows_, Decimal::missing());
    }

    static bool is_open(const Rows& records, const std::vector<std::string_view>& fields, std::size_t field) {
        if (is_missing_value(fields[field])) return false;
        const auto cost = Decimal::parse(fields[field]);
        if (!cost)
            records.fail(format("the cost needs a number, found '{}'{}", fields[field], comma_hint(fields[field])));
        return opens_direction(*cost);
    }

    // Returns for each arc the value of the field for its direction.
    std::vector<Decimal> in_direction(std::size_t along, std::size_t against) const {
        return table_.of_arcs(values_of(along), values_of(against));
    }

    // Adds one column for two fields, by direction. Returns false if either is a text, or both.
    bool add_directed(RoadNetwork& network, const DirectedField& field) const {
        const FieldColumn& along = columns_[field.along];
        const FieldColumn& against = columns_[field.against];
        if ((!along.is_numeric() && !against.is_numeric()) || along.is_text() || against.is_text()) return false;
        if (network.column(field.name) != nullptr) return false;
        const std::string unit = along.is_numeric() ? along.unit() : against.unit();
        network.columns.push_back({field.name, unit, in_direction(field.along, field.against), std::nullopt});
        return true;
    }

    // A field with a usual name may have numbers, which become a column.
    void add_road_names(RoadNetwork& network) {
        if (!layout_.name || (!layout_.is_name_stated && !columns_[*layout_.name].is_text())) return;
        network.texts.push_back(table_.of_arcs(std::move(road_names_)));
    }

    void add_columns(RoadNetwork& network, const LogCallback& log_to) {
        if (layout_.cost && layout_.is_cost_stated) {
            std::vector<Decimal> costs = layout_.reverse_cost ? in_direction(*layout_.cost, *layout_.reverse_cost)
                                                              : table_.of_arcs(columns_[*layout_.cost].values());
            network.columns.push_back({"cost", "", std::move(costs), std::nullopt});
        }
        for (const DirectedField& field : layout_.directed) {
            if (!layout_.reverse_cost || field.along != layout_.cost) add_directed(network, field);
        }
        add_road_names(network);
        std::vector<std::string> empty;
        for (std::size_t i = 0; i < columns_.size() && layout_.has_header; ++i) {
            if (const DirectedField* two = layout_.directed_of(i);
                two != nullptr && network.column(two->name) != nullptr)
                continue;
            if (i == layout_.name && !network.texts.empty()) continue;
            const bool is_other = !layout_.is_taken(i) && !layout_.names[i].empty();
            if (is_other && columns_[i].is_empty() && network.arc_count() > 0) empty.push_back(layout_.names[i]);
            if (!columns_[i].is_numeric() || layout_.names[i].empty()) continue;
            if (network.column(layout_.names[i]) != nullptr) {
                if (i != layout_.cost) {
                    log(log_to, LogLevel::loss,
                        format("skipped field '{}': another field has the same name", layout_.names[i]));
                }
                continue;
            }
            const std::string unit = columns_[i].unit();
            network.columns.push_back(
                {layout_.names[i], unit, table_.of_arcs(std::move(columns_[i]).take()), std::nullopt});
        }
        if (!empty.empty())
            log(log_to, LogLevel::warning,
                format("{} without any value: {}", counted(empty.size(), "field"), joined(empty)));
        if (network.columns.empty()) {
            network.columns.push_back(
                {"cost", "", std::vector<Decimal>(network.arc_count(), Decimal(1, 0)), std::nullopt});
            guess(log_to, Guess::cost, "the edge list has no numeric fields besides its nodes: every arc costs 1");
        }
    }

    EdgeListLayout layout_;
    RowKind kind_;
    RowFilter filter_;
    OnewayValues words_;
    ImportReport& report_;
    OtherLists other_lists_;
    NodeNames nodes_;
    std::vector<std::string> ids_;
    std::vector<FieldColumn> columns_;
    TextColumn road_names_{"name"};
    RowPlaces places_;
    ArcTable table_;
    std::size_t rows_ = 0;
    std::uint64_t without_arc_ = 0;         // rows
    std::vector<OnewayValues::Ways> ways_;  // by row, if the list states them
    bool ways_are_guessed_ = false;
    std::uint64_t unknown_directions_ = 0;
    std::string first_unknown_direction_;
};

// A count that does not match may mean that the file was cut off, or that somebody reduced it. Nodes without arcs do
// not occur in the rows.
void check_counts(const EdgeListFacts& facts, const std::string& path, std::size_t nodes, std::size_t rows,
                  const LogCallback& log_to) {
    const bool other_nodes = facts.nodes && (facts.has_size_row ? *facts.nodes < static_cast<std::int64_t>(nodes)
                                                                : *facts.nodes != static_cast<std::int64_t>(nodes));
    if (!other_nodes && (!facts.edges || *facts.edges == static_cast<std::int64_t>(rows))) return;
    log(log_to, LogLevel::loss,
        format("{}:{}: the file states {} and {}, but has {} and {}; it may be incomplete", path, facts.counts_line,
               counted(static_cast<std::uint64_t>(facts.nodes.value_or(0)), "node"),
               counted(static_cast<std::uint64_t>(facts.edges.value_or(0)), "edge"), nodes, rows));
}

RowKind kind_of_rows(const EdgeListFacts& facts, const ReadOptions& options) {
    if (options.undirected) return RowKind::edges;
    if (options.directed || facts.undirected == false) return RowKind::arcs;
    return facts.undirected ? RowKind::edges_as_stated : RowKind::unstated;
}

std::string start_of(const std::string& path) {
    std::string start(16, '\0');
    start.resize(InputFile(path).read(start.data(), start.size()));
    return start;
}

// Returns the filter for the rows below the header and the sizes.
RowFilter filter_of(const std::string& path, const EdgeListFacts& facts, const EdgeListLayout& layout,
                    const std::string& where) {
    if (where.empty()) return {};
    CsvReader records(path, facts.delimiter, {}, edge_list_comments);
    std::vector<std::string_view> fields;
    for (int row = 0; row < int{facts.has_size_row} + int{layout.has_header}; ++row) records.next(fields);
    if (layout.has_header) records.end_comments();
    return RowFilter(where, typed_fields(records, layout.names.all()));
}

// Returns for example "TG.cnode.txt" for "TG.cedge.txt", "X_node.csv" for "X_net.csv".
std::string node_list_beside(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    std::vector<std::string> names;
    for (const auto& [part, other] : {std::pair{".cedge", ".cnode"}, {"_net.", "_node."}, {"_net.", "_nodes."}}) {
        const std::size_t at = lower_case(name).rfind(part);
        if (at != name.npos) names.push_back(std::string(name).replace(at, std::string_view(part).size(), other));
    }
    return sibling_of(path, names);
}

RoadNetwork read_table(const std::string& path, const ReadOptions& options, ImportReport& report) {
    VectorLayer table(path, options.layer, options.where, names_arc_ends, options);
    std::vector<std::string_view> fields;
    for (const auto& field : table.fields()) fields.push_back(field.name);
    const EdgeListFacts facts;
    EdgeListLayout layout = decide_edge_list_layout(path, 0, fields, facts, options);
    EdgeList edges(std::move(layout), kind_of_rows(facts, options), {}, options.oneway_values, report);
    for (; table.next(fields); ++report.records) {
        if (report.records % 65536 == 65535) allways::report(options.progress, "read", report.records + 1, 0);
        edges.add(table, fields);
    }
    return std::move(edges).finish(path, facts, options);
}

RoadNetwork read_list(const std::string& path, const ReadOptions& options, ImportReport& report) {
    const EdgeListFacts facts = survey_edge_list(path, options);
    if (facts.bipartite) {
        throw InputError(
            path, 1,
            format("'{}': nodes of the two sides have the same numbers; expected a network with one kind of node",
                   facts.statement));
    }
    CsvReader records(path, facts.delimiter, options, edge_list_comments);
    std::vector<std::string_view> fields;
    bool more = records.next(fields);
    if (more && facts.has_size_row) {
        log(options.log, LogLevel::info,
            format("{}:{}: '{}' states {} nodes and {} edges", path, records.line_number(),
                   joined({fields.begin(), fields.end()}, " "), *facts.nodes, *facts.edges));
        more = records.next(fields);
    }
    if (!more) throw InputError(path, 0, "expected an edge list, but the file has no rows");
    EdgeListLayout layout = decide_edge_list_layout(path, records.line_number(), fields, facts, options);
    if (layout.has_header) {
        records.end_comments();
        more = records.next(fields);
    }
    RowFilter filter = filter_of(path, facts, layout, options.where);
    EdgeList edges(std::move(layout), kind_of_rows(facts, options), std::move(filter), options.oneway_values, report);
    std::size_t rows = 0;
    for (; more; more = records.next(fields), ++rows) edges.add(records, fields);
    report.records = rows;
    records.log_comments(options.log);
    RoadNetwork network = std::move(edges).finish(path, facts, options);
    if (options.where.empty()) check_counts(facts, path, network.node_count(), rows, options.log);
    return network;
}

RoadNetwork read_edge_list(const std::string& path, const ReadOptions& options, ImportReport& report) {
    const bool in_database = may_hold_tables(start_of(path), lower_case(path));
    if (!in_database && !options.layer.empty())
        throw InvalidArgument("`layer` applies to databases; a text edge list has no layers");
    RoadNetwork network = in_database ? read_table(path, options, report) : read_list(path, options, report);
    if (network.arc_count() == 0 && !options.where.empty()) {
        throw InputError(path, 0, format("no row passes the filter \"{}\"", options.where));
    }
    add_listed_nodes(network, node_list_beside(path), options);
    state_units(network, options);
    return network;
}

bool recognise_edge_list(const FileSample& sample) {
    const auto lines = sample.lines(1);
    return !lines.empty() && is_konect_header(lines[0]);
}

bool fits_edge_list(const FileSample& sample) {
    std::vector<std::string_view> fields;
    for (const auto line : sample.lines(100)) {
        if (edge_list_comments.find(line[0]) != std::string_view::npos) continue;
        split_blanks(line, fields);
        return fields.size() > 1 || line.find_first_of(",;\t") != std::string_view::npos;
    }
    return false;
}

}  // namespace

Format edge_list_format() {
    return {
        .info = {"edge-list",
                 "list of arcs: CSV with field names, 'id from to cost' separated by blanks, or a table of a database",
                 {".csv", ".tsv", ".txt", ".cedge", ".edges", ".edgelist", ".el"},
                 FormatInfo::Holds::network},
        .recognises = recognise_edge_list,
        .fits = fits_edge_list,
        .read_network = read_edge_list};
}

}  // namespace allways::importers
