// Edge list → RoadNetwork.
// One arc a record: CSV with a header, or fields separated by blanks in a fixed order. There is no list of nodes: a
// node is what an arc mentions. Every numeric field becomes a column; the one taken as cost is also called "cost".
#include "edge_list.h"

#include <algorithm>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "csv_reader.h"
#include "edge_list_layout.h"
#include "fields.h"
#include "import_report.h"
#include "node_names.h"
#include "number_column.h"

namespace allways {

namespace {

constexpr std::string_view comment_marks = "#%";

class EdgeList {
public:
    EdgeList(EdgeListLayout layout, ImportReport& report)
        : layout_(std::move(layout)), report_(report), columns_(layout_.names.size()) {}

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
        if (!layout_.has_header) refuse_coordinates(records, from, to);
        nodes_.add(from);
        nodes_.add(to);
        if (layout_.id) ids_.emplace_back(fields[*layout_.id]);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (i == layout_.from || i == layout_.to || i == layout_.id) continue;
            if (!columns_[i].add(fields[i]) && i == layout_.cost) {
                records.fail(format("the cost needs a number, found '{}'", fields[i]));
            }
        }
        ++rows_;
    }

    RoadNetwork finish(const ReadOptions& options) && {
        RoadNetwork network;
        auto nodes = std::move(nodes_).finish();
        network.node_ids = std::move(nodes.ids);
        for (std::size_t row = 0; row < rows_; ++row) {
            network.tail.push_back(nodes.index[2 * row]);
            network.head.push_back(nodes.index[2 * row + 1]);
        }
        network.arc_ids = layout_.id ? IdTable::from_texts(std::move(ids_)) : IdTable::consecutive(rows_);
        add_columns(network, options.log);
        if (options.undirected) add_reversed(network);
        return network;
    }

private:
    // Lists of nodes ("id x y") look like arcs without a header, but for their decimals.
    static void refuse_coordinates(const CsvReader& records, std::string_view from, std::string_view to) {
        for (const auto id : {from, to}) {
            if (id.find('.') == std::string_view::npos || !parse_real(id)) continue;
            records.fail(
                format("a node id was expected, found '{}'. Is this a list of nodes? Otherwise number the "
                       "fields (from_field, to_field)",
                       id));
        }
    }

    void add_columns(RoadNetwork& network, const LogCallback& log_to) {
        if (layout_.cost) {
            network.columns.push_back({"cost", "", columns_[*layout_.cost].values(), std::nullopt});
        }
        for (std::size_t i = 0; i < columns_.size() && layout_.has_header; ++i) {
            if (!columns_[i].is_numeric() || layout_.names[i].empty()) continue;
            if (network.column(layout_.names[i]) != nullptr) {
                if (i != layout_.cost) {
                    log(log_to, LogLevel::warning,
                        format("the field '{}' is left out: another one has its name", layout_.names[i]));
                }
                continue;
            }
            network.columns.push_back({layout_.names[i], "", std::move(columns_[i]).take(), std::nullopt});
        }
        if (network.columns.empty()) {
            network.columns.push_back({"cost", "", std::vector<Decimal>(rows_, Decimal(1, 0)), std::nullopt});
            log(log_to, LogLevel::warning, "the edge list has no numbers beside its nodes: every arc costs 1");
        } else if (!layout_.cost) {
            std::vector<std::string> names;
            for (const auto& column : network.columns) names.push_back(column.name);
            log(log_to, LogLevel::info, format("no field is known as the cost; the columns are: {}", joined(names)));
        }
    }

    // Each row is an edge: its way back follows it under the same id.
    static void add_reversed(RoadNetwork& network) {
        const auto doubled = [](auto values) {
            decltype(values) result;
            result.reserve(2 * values.size());
            for (auto& value : values) {
                result.push_back(value);
                result.push_back(std::move(value));
            }
            return result;
        };
        const std::size_t edges = network.arc_count();
        network.tail = doubled(std::move(network.tail));
        network.head = doubled(std::move(network.head));
        network.reversed.assign(2 * edges, 0);
        for (std::size_t edge = 0; edge < edges; ++edge) {
            std::swap(network.tail[2 * edge + 1], network.head[2 * edge + 1]);
            network.reversed[2 * edge + 1] = 1;
        }
        network.arc_ids = network.arc_ids.is_numeric() ? IdTable(doubled(network.arc_ids.numbers()))
                                                       : IdTable(doubled(network.arc_ids.texts()));
        for (auto& column : network.columns) column.values = doubled(std::move(column.values));
    }

    EdgeListLayout layout_;
    ImportReport& report_;
    NodeNames nodes_;
    std::vector<std::string> ids_;
    std::vector<NumberColumn> columns_;
    std::size_t rows_ = 0;
};

RoadNetwork read(const std::string& path, const ReadOptions& options, ImportReport& report) {
    CsvReader records(path, CsvReader::guess_delimiter(path, comment_marks), options.progress);
    records.set_comment_marks(std::string(comment_marks));
    std::vector<std::string_view> fields;
    if (!records.next(fields)) throw InputError(path, 0, "an edge list was expected, and the file has no rows");
    EdgeListLayout layout = decide_edge_list_layout(path, records.line_number(), fields, options);
    if (path.find(".cedge") != std::string::npos && !options.undirected) {
        log(options.log, LogLevel::warning,
            format("{}: .cedge files usually list undirected edges; it is read as directed arcs, one a row", path));
    }
    const bool has_header = layout.has_header;
    EdgeList edges(std::move(layout), report);
    if (!has_header) edges.add(records, fields);
    while (records.next(fields)) edges.add(records, fields);
    return std::move(edges).finish(options);
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
                   {".csv", ".tsv", ".txt", ".cedge", ".edges", ".edgelist"},
                   FormatInfo::Holds::network,
                   {"from_field", "to_field", "id_field", "cost_field", "undirected"}};
    format.fits = fits;
    format.read_network = read;
    return format;
}

}  // namespace allways
