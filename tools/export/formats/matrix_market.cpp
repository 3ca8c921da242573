// SPDX-License-Identifier: Apache-2.0
// Table → MatrixMarket array, network → MatrixMarket coordinates. Rows and columns are counted from 1 in node order;
// NAME.ids.csv beside it has their ids. Source: R. Boisvert, R. Pozo and K. Remington, The Matrix Market Exchange
// Formats (NISTIR 5935, 1996).
#include <algorithm>
#include <charconv>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/files/output_file.h"
#include "export/formats/cell_text.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"
#include "export/formats/losses.h"

namespace allways::tools {

namespace {

constexpr const char* suffix = ".mtx";

// The id file, with columns of their own or null; for standard output null, with a warning that ids are left out.
std::unique_ptr<OutputFile> ids_beside(const std::string& path, const IdTable& rows, const IdTable* columns, bool known,
                                       const ExportOptions& options) {
    if (path != "-") return id_file(path, suffix, rows, columns, 1, options.overwrite);
    if (!known) {
        log(options.log, LogLevel::loss, "MatrixMarket numbers nodes from 1; ids are not written");
    }
    return nullptr;
}

std::string about(const std::string& name, const std::string& unit) {
    return format("% {}{}{} from the node of the row to that of the column, written by Allways\n", name,
                  unit.empty() ? "" : " in ", unit);
}

bool is_whole(const std::string& text) {
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
}

template <class T>
bool has_unreachable(const TableCells& table) {
    return !std::ranges::all_of(std::get<std::span<const T>>(table.distances), is_reachable<T>);
}

// The array is column-major, the table row-major: many columns are transposed together, because a single one would
// touch a page of memory for each cell.
template <class T>
void write_array(const TableCells& table, OutputFile& file, const NaturalScale& scale, const ExportOptions& options) {
    const bool all_reachable = !has_unreachable<T>(table);
    const std::string unreachable = options.unreachable.value_or("inf");
    const bool whole =
        std::is_integral_v<T> && scale.is_decimal() && scale.digits() == 0 && (all_reachable || is_whole(unreachable));
    file.put(format("%%MatrixMarket matrix array {} general\n", whole ? "integer" : "real"));
    file.put(about(table.scale.name, scale.unit()));
    if (!all_reachable) file.put(format("% unreachable: {}\n", unreachable));
    file.put(format("{} {}\n", table.rows.size(), table.columns.size()));

    const T* values = std::get<std::span<const T>>(table.distances).data();
    const std::size_t rows = table.rows.size();
    const std::size_t columns = table.columns.size();
    const CellText<T> cell(scale, unreachable);
    const auto put_columns = [&](std::size_t first, std::size_t last, TextBlock& text) {
        std::vector<T> turned((last - first) * rows);
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = first; j < last; ++j) turned[(j - first) * rows + i] = values[i * columns + j];
        }
        for (std::size_t j = 0; j < last - first; ++j) {
            put_each(text, rows, cell.room() + 1, [&](char* at, std::size_t i) {
                at = cell.put(at, turned[j * rows + i]);
                *at++ = '\n';
                return at;
            });
        }
    };
    constexpr std::size_t columns_together = 32;
    write_rows(file, columns, rows, options.progress, put_columns, columns_together);
}

void write_cells(const TableCells& table, const std::string& path, const ExportOptions& options) {
    if (!options.cost.empty()) throw InvalidArgument("`cost` selects a column of a network, but this is a table");
    const NaturalScale scale(table.scale, options.unit);
    const auto ids = ids_beside(path, table.rows, table.same_nodes() ? nullptr : &table.columns,
                                are_counted_from_1(table.rows) && are_counted_from_1(table.columns), options);
    OutputFile file(path, options.overwrite);
    with_cost_type(table.type(), [&]<class T>() { write_array<T>(table, file, scale, options); });
    if (ids) {
        file.retire_old();
        ids->commit();
    }
    file.commit();
}

// Arcs with a cost, by tail, then head. Of parallel arcs only the cheapest, because a matrix has one cell for them.
std::vector<ArcIndex> cheapest_arcs(const RoadNetwork& network, const ArcColumn& column) {
    std::vector<ArcIndex> arcs;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (!column.values[arc].is_missing()) arcs.push_back(arc);
    }
    const auto same_ends = [&](ArcIndex a, ArcIndex b) {
        return network.tail[a] == network.tail[b] && network.head[a] == network.head[b];
    };
    std::ranges::sort(arcs, [&](ArcIndex a, ArcIndex b) {
        if (network.tail[a] != network.tail[b]) return network.tail[a] < network.tail[b];
        if (network.head[a] != network.head[b]) return network.head[a] < network.head[b];
        const Decimal cost = column.values[b];
        const std::int64_t difference = (column.values[a] + Decimal(-cost.digits(), cost.scale())).digits();
        return difference != 0 ? difference < 0 : a < b;
    });
    arcs.erase(std::ranges::unique(arcs, same_ends).begin(), arcs.end());
    return arcs;
}

void write_arcs(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    if (!options.unit.empty() || options.unreachable) {
        throw InvalidArgument("`unit` and `unreachable` apply only to tables, but this is a network");
    }
    const ArcColumn& column = single_cost_column(network, options.cost, "MatrixMarket");
    const std::vector<ArcIndex> arcs = cheapest_arcs(network, column);
    const bool whole =
        std::ranges::all_of(arcs, [&](ArcIndex arc) { return column.values[arc].fixed_point(0).has_value(); });
    const auto ids = ids_beside(path, network.node_ids, nullptr, true, options);  // losses.h reports ids left out
    OutputFile file(path, options.overwrite);
    file.put(format("%%MatrixMarket matrix coordinate {} general\n", whole ? "integer" : "real"));
    file.put(about(column.name, column.unit));
    file.put(format("{} {} {}\n", network.node_count(), network.node_count(), arcs.size()));
    std::size_t done = 0;
    for (const ArcIndex arc : arcs) {
        if (done++ % 65536 == 0) report(options.progress, "write", done, arcs.size());
        file.put_number(network.tail[arc] + std::uint64_t{1});
        file.put(' ');
        file.put_number(network.head[arc] + std::uint64_t{1});
        file.put(' ');
        file.put(column.values[arc].to_string());
        file.put('\n');
    }
    if (ids) {
        file.retire_old();
        ids->commit();
    }
    file.commit();
}

// Rejects "inf" and "nan", which readers take for numbers.
void check_matrix_market_options(const ExportOptions& options) {
    check_unit(options.unit);
    if (!options.unreachable) return;
    const std::string& text = *options.unreachable;
    double number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size()) return;
    throw InvalidArgument(format("`unreachable`: MatrixMarket needs a number such as -1 or inf, found '{}'", text));
}

}  // namespace

FormatWriter matrix_market_output() {
    using enum FormatTrait;
    FormatWriter format{
        {"matrix-market",
         "table (array) or network (coordinates), with NAME.ids.csv beside it",
         {suffix},
         {matrices, standard_output, one_matrix, unit, unreachable, one_cost, isolated_nodes, node_ids_beside}}};
    format.write_table = write_cells;
    format.write_network = write_arcs;
    format.check_options = check_matrix_market_options;
    format.check_table = [](const TableOutline& table, const std::string& path, const ExportOptions& options) {
        check_id_file(path, suffix, table, options.overwrite);
    };
    format.files = [](const std::string& path) { return std::vector<std::string>{path, ids_path(path, suffix)}; };
    return format;
}

}  // namespace allways::tools
