// Edge list → RoadNetwork.
// One arc a record: CSV with a header, or fields separated by blanks in a fixed order. There is no list of nodes: a
// node is what an arc mentions. Every numeric field becomes a column; the one taken as cost is also called "cost".
// Tables for pgRouting are edge lists whose rows have a cost for each direction.
#include "edge_list.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "allways/base/counted.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "csv_reader.h"
#include "edge_list_layout.h"
#include "edge_list_places.h"
#include "fields.h"
#include "import_report.h"
#include "node_names.h"
#include "number_column.h"
#include "other_tables.h"

namespace allways {

namespace {

constexpr std::string_view comment_marks = "#%";

class EdgeList {
public:
    EdgeList(EdgeListLayout layout, bool undirected, ImportReport& report)
        : layout_(std::move(layout)), undirected_(undirected), report_(report), columns_(layout_.names.size()) {}

    void add(const CsvReader& records, const std::vector<std::string_view>& fields) {
        if (fields.size() != layout_.names.size()) {
            records.fail(format("{} fields were expected ({}), found {}", layout_.names.size(), joined(layout_.names),
                                fields.size()));
        }
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
        const bool against = back_by_cost ? is_open(records, fields, *layout_.reverse_cost) : undirected_;
        if (!along && !against) {
            note_closed(report_, "row that its costs close both ways", records.line_number());
            return;
        }
        if (along) arcs_.push_back({row, false});
        if (against) arcs_.push_back({row, true});
        nodes_.add(from);
        nodes_.add(to);
        places_.add_row(layout_, records, fields);
        if (layout_.id) ids_.emplace_back(fields[*layout_.id]);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (layout_.is_taken(i) && i != layout_.cost && i != layout_.reverse_cost) continue;
            if (!columns_[i].add(fields[i]) && i == layout_.cost) {
                records.fail(format("the cost needs a number, found '{}'", fields[i]));
            }
        }
        ++rows_;
    }

    RoadNetwork finish(const std::string& path, const ReadOptions& options) && {
        if (layout_.names.size() == 2) other_lists_.refuse_queries(path);
        RoadNetwork network;
        auto nodes = std::move(nodes_).finish();
        network.node_ids = std::move(nodes.ids);
        for (const RowArc& arc : arcs_) {
            network.tail.push_back(nodes.index[2 * std::size_t{arc.row} + (arc.against ? 1 : 0)]);
            network.head.push_back(nodes.index[2 * std::size_t{arc.row} + (arc.against ? 0 : 1)]);
        }
        add_ids(network);
        add_columns(network, options.log);
        std::move(places_).finish(network, nodes.index, arcs_, path, options.log);
        return network;
    }

private:
    static bool is_open(const CsvReader& records, const std::vector<std::string_view>& fields, std::size_t field) {
        if (is_missing_word(fields[field])) return false;
        const auto cost = Decimal::parse(fields[field]);
        if (!cost) records.fail(format("the cost needs a number, found '{}'", fields[field]));
        return opens_direction(*cost);
    }

    // The way back of a row follows its way along, under the same id.
    void add_ids(RoadNetwork& network) {
        const IdTable of_rows = layout_.id ? IdTable::from_texts(std::move(ids_)) : IdTable::consecutive(rows_);
        std::vector<std::uint32_t> rows;
        for (std::size_t i = 0; i < arcs_.size(); ++i) {
            rows.push_back(arcs_[i].row);
            network.reversed.push_back(i > 0 && arcs_[i].row == arcs_[i - 1].row ? 1 : 0);
        }
        network.arc_ids = of_rows.selection(rows);
        if (std::ranges::count(network.reversed, 1) == 0) network.reversed.clear();
    }

    // The values of the rows that the arcs are of.
    std::vector<Decimal> of_arcs(std::vector<Decimal> values) const {
        if (std::ranges::none_of(arcs_, &RowArc::against)) return values;  // an arc a row
        std::vector<Decimal> result;
        result.reserve(arcs_.size());
        for (const RowArc& arc : arcs_) result.push_back(values[arc.row]);
        return result;
    }

    // Each arc's own: a row's cost, or its reverse cost.
    std::vector<Decimal> costs() const {
        std::vector<Decimal> result = of_arcs(columns_[*layout_.cost].values());
        if (!layout_.reverse_cost) return result;
        const auto& back = columns_[*layout_.reverse_cost].values();
        for (std::size_t i = 0; i < arcs_.size(); ++i) {
            if (arcs_[i].against) result[i] = back[arcs_[i].row];
        }
        return result;
    }

    void add_columns(RoadNetwork& network, const LogCallback& log_to) {
        if (layout_.cost) network.columns.push_back({"cost", "", costs(), std::nullopt});
        for (std::size_t i = 0; i < columns_.size() && layout_.has_header; ++i) {
            if (!columns_[i].is_numeric() || layout_.names[i].empty()) continue;
            if (network.column(layout_.names[i]) != nullptr) {
                if (i != layout_.cost) {
                    log(log_to, LogLevel::warning,
                        format("the field '{}' is left out: another one has its name", layout_.names[i]));
                }
                continue;
            }
            network.columns.push_back({layout_.names[i], "", of_arcs(std::move(columns_[i]).take()), std::nullopt});
        }
        if (network.columns.empty()) {
            network.columns.push_back({"cost", "", std::vector<Decimal>(arcs_.size(), Decimal(1, 0)), std::nullopt});
            log(log_to, LogLevel::warning, "the edge list has no numbers beside its nodes: every arc costs 1");
        } else if (!layout_.cost) {
            std::vector<std::string> names;
            for (const auto& column : network.columns) names.push_back(column.name);
            log(log_to, LogLevel::info, format("no field is known as the cost; the columns are: {}", joined(names)));
        }
    }

    EdgeListLayout layout_;
    bool undirected_;
    ImportReport& report_;
    OtherLists other_lists_;
    NodeNames nodes_;
    std::vector<std::string> ids_;
    std::vector<NumberColumn> columns_;
    EdgeListPlaces places_;
    std::vector<RowArc> arcs_;
    std::size_t rows_ = 0;
};

// SNAP's lists begin with comments: "# Undirected graph: ..." where each edge is stated once, "# Nodes: 4 Edges: 5".
struct SnapComments {
    bool undirected = false;
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> edges;  // rows
    std::uint64_t counts_line = 0;
};

SnapComments snap_comments(const std::string& path) {
    SnapComments found;
    LineReader lines(path);
    std::string_view line;
    std::vector<std::string_view> words;
    while (lines.next(line)) {
        line = trimmed(line);
        if (line.empty()) continue;
        if (comment_marks.find(line.front()) == std::string_view::npos) break;
        found.undirected = found.undirected || lower_case(trimmed(line.substr(1))).starts_with("undirected graph");
        split_blanks(line.substr(1), words);
        if (words.size() != 4 || words[0] != "Nodes:" || words[2] != "Edges:") continue;
        found.nodes = parse_whole(words[1]);
        found.edges = parse_whole(words[3]);
        found.counts_line = lines.line_number();
    }
    return found;
}

// A count that does not fit may be of a file that was cut short, or of one that somebody made smaller.
void check_counts(const SnapComments& comments, const std::string& path, std::size_t nodes, std::size_t rows,
                  const LogCallback& log_to) {
    const auto differs = [](const std::optional<std::int64_t>& stated, std::size_t count) {
        return stated && *stated != static_cast<std::int64_t>(count);
    };
    if (!differs(comments.nodes, nodes) && !differs(comments.edges, rows)) return;
    log(log_to, LogLevel::warning,
        format("{}:{}: the comment states {} and {}, and the list has {} and {}; is it whole?", path,
               comments.counts_line, counted(comments.nodes.value_or(0), "node"), counted(comments.edges.value_or(0), "edge"), nodes, rows));
}

RoadNetwork read(const std::string& path, const ReadOptions& options, ImportReport& report) {
    CsvReader records(path, CsvReader::guess_delimiter(path, comment_marks), options.progress);
    records.set_comment_marks(std::string(comment_marks));
    std::vector<std::string_view> fields;
    if (!records.next(fields)) throw InputError(path, 0, "an edge list was expected, and the file has no rows");
    EdgeListLayout layout = decide_edge_list_layout(path, records.line_number(), fields, options);
    const SnapComments comments = snap_comments(path);
    const bool undirected = options.undirected || comments.undirected;
    if (undirected && !options.undirected) {
        log(options.log, LogLevel::warning,
            format("{}: its comment says 'Undirected graph': each row is an edge both ways", path));
    } else if (!undirected && path.find(".cedge") != std::string::npos) {
        log(options.log, LogLevel::warning,
            format("{}: .cedge files usually list undirected edges; it is read as directed arcs, one a row", path));
    }
    const bool has_header = layout.has_header;
    EdgeList edges(std::move(layout), undirected, report);
    std::size_t rows = 0;
    for (bool more = !has_header || records.next(fields); more; more = records.next(fields), ++rows) edges.add(records, fields);
    report.records = rows;
    RoadNetwork network = std::move(edges).finish(path, options);
    check_counts(comments, path, network.node_count(), rows, options.log);
    return network;
}

bool fits(const FileSample& sample) {
    std::vector<std::string_view> fields;
    for (const auto line : sample.lines(100)) {
        if (comment_marks.find(line[0]) != std::string_view::npos) continue;
        split_blanks(line, fields);
        return fields.size() > 1 || line.find_first_of(",;\t") != std::string_view::npos;
    }
    return false;
}

}  // namespace

Format edge_list_format() {
    Format format;
    format.info = {"edge-list",
                   "list of arcs: CSV with field names, or 'id from to cost' separated by blanks",
                   {".csv", ".tsv", ".txt", ".cedge", ".edges", ".edgelist", ".el"},
                   FormatInfo::Holds::network,
                   {"from_field", "to_field", "id_field", "cost_field", "reverse_cost_field", "undirected"}};
    format.fits = fits;
    format.read_network = read;
    return format;
}

}  // namespace allways
