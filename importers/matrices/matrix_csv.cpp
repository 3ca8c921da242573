// SPDX-License-Identifier: Apache-2.0
// Table of numbers → matrix.
// One row per record, with a header row or a first column of ids, both, or neither; cells that are empty, inf or nan
// are unreachable. Square, or with ids on both sides, origins × destinations.
#include <algorithm>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/arc_table.h"
#include "attributes/travel_time.h"
#include "base/text.h"
#include "matrices/matrix_content.h"
#include "text/csv_reader.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

constexpr std::string_view own_corner = "node_id";  // in tables that Allways writes

// Returns true for a label: neither a cost nor a word for "unreachable".
bool is_label(std::string_view cell) {
    return !is_unreachable_word(cell) && !Decimal::parse(cell);
}

// The records as read. The first record and the first cell of each record stay text until it is decided if they are
// ids; all other cells become numbers immediately (missing: unreachable).
struct Cells {
    std::vector<std::string> first_row;
    std::vector<std::string> first_column;  // one per record, including the first
    std::vector<std::uint64_t> lines;
    std::vector<Decimal> rest;  // records 1 …, cells 1 …
    std::size_t width() const { return first_row.size(); }
    std::size_t height() const { return first_column.size(); }
};

Decimal cost_of(std::string_view cell, const std::string& path, std::uint64_t line, std::size_t column) {
    if (is_unreachable_word(cell)) return Decimal::missing();
    if (const auto value = Decimal::parse(cell)) return *value;
    throw InputError(path, line,
                     format("expected a cost in column {}, found '{}'{}", column + 1, cell, comma_hint(cell)));
}

Cells read_cells(const std::string& path, const ReadOptions& options) {
    CsvReader records(path, CsvReader::guess_delimiter(path, edge_list_comments), options, edge_list_comments);
    Cells cells;
    std::vector<std::string_view> fields;
    while (records.next(fields)) {
        if (cells.height() == 0) cells.first_row.assign(fields.begin(), fields.end());
        records.end_comments();
        if (fields.size() != cells.width()) {
            records.fail(format("expected {} cells, as in the first row, found {}", cells.width(), fields.size()));
        }
        cells.first_column.emplace_back(fields[0]);
        cells.lines.push_back(records.line_number());
        if (cells.height() == 1) continue;
        for (std::size_t i = 1; i < fields.size(); ++i) {
            cells.rest.push_back(cost_of(fields[i], path, records.line_number(), i));
        }
    }
    if (cells.height() == 0) throw InputError(path, 0, "expected a matrix, but the file has no rows");
    return cells;
}

struct Labels {
    bool row = false;     // the first row holds ids
    bool column = false;  // the first column holds ids
};

// r records of c cells have a row of ids if r = c + 1, a column of ids if c = r + 1, and both or neither if r = c: both
// if there is a word in the corner or the first row, or if the corner is empty, the diagonal behind it is not (so the
// corner is not a diagonal entry), and row and column name the same ids. The corner of Allways' own tables means both
// for any numbers of rows and columns; so do all other numbers, whose rows and columns are different nodes.
Labels find_labels(const Cells& cells, const std::string& path) {
    const std::size_t height = cells.height();
    const std::size_t width = cells.width();
    const std::string& corner = cells.first_row[0];
    if (corner == own_corner) return {true, true};
    if (height == width + 1) return {true, false};
    if (width == height + 1) return {false, true};
    if (height != width) {
        if (corner.empty() || is_label(corner)) return {true, true};
        throw InputError(path, 0,
                         format("expected a square matrix, found {} rows of {} cells; if rows and columns are "
                                "different nodes, put ids before both and '{}' into the corner",
                                height, width, own_corner));
    }
    const bool same_ids =
        std::equal(cells.first_row.begin() + 1, cells.first_row.end(), cells.first_column.begin() + 1);
    const bool any_label = std::any_of(cells.first_row.begin() + 1, cells.first_row.end(), is_label);
    const bool inner_diagonal = width > 1 && !cells.rest[0].is_missing();
    const bool both = is_label(corner) || any_label || (corner.empty() && same_ids && inner_diagonal);
    return {both, both};
}

// Returns all costs, row by row, including the first row and column if they are not ids.
std::vector<Decimal> costs_of(const Cells& cells, Labels labels, const std::string& path) {
    std::vector<Decimal> costs;
    const std::size_t inner = cells.width() - 1;
    costs.reserve(cells.height() * cells.width());
    for (std::size_t row = labels.row ? 1 : 0; row < cells.height(); ++row) {
        if (!labels.column) costs.push_back(cost_of(cells.first_column[row], path, cells.lines[row], 0));
        for (std::size_t i = 0; i < inner; ++i) {
            costs.push_back(row == 0 ? cost_of(cells.first_row[i + 1], path, cells.lines[0], i + 1)
                                     : cells.rest[(row - 1) * inner + i]);
        }
    }
    return costs;
}

MatrixSides sides_of(const Cells& cells, Labels labels, const std::string& path) {
    std::vector<std::string> columns(cells.first_row.begin() + (labels.column ? 1 : 0), cells.first_row.end());
    std::vector<std::string> rows(cells.first_column.begin() + (labels.row ? 1 : 0), cells.first_column.end());
    if (!labels.row && !labels.column) return numbered_sides(rows.size(), columns.size());
    if (!labels.row) columns = rows;
    if (!labels.column) rows = columns;
    const bool is_own = cells.first_row[0] == own_corner;
    if (!is_own && rows != columns && std::ranges::is_permutation(rows, columns)) {
        throw InputError(path, cells.lines[0],
                         "the ids of rows and columns differ; expected the same ids in the same order");
    }
    MatrixSides sides = matrix_sides(IdTable::from_texts(std::move(rows)), IdTable::from_texts(std::move(columns)));
    if (is_own) return sides;  // a table between points may contain a point several times
    for (const IdTable* ids : {&sides.rows, &sides.columns}) {
        const auto repeated = ids->first_repeated();
        if (!repeated) continue;
        throw InputError(path, cells.lines[0], format("duplicate id {}", ids->text(*repeated)));
    }
    return sides;
}

TableContent read_matrix_csv(const std::string& path, const ReadOptions& options, ImportReport& found) {
    const Cells cells = read_cells(path, options);
    const Labels labels = find_labels(cells, path);
    DecimalMatrix matrix;
    matrix.sides = sides_of(cells, labels, path);
    const std::size_t columns = matrix.sides.columns.size();
    found.nodes = std::max(matrix.sides.rows.size(), columns);
    matrix.costs = costs_of(cells, labels, path);
    matrix.place_of = [&](std::size_t cell) {
        return std::pair(cells.lines[cell / columns + (labels.row ? 1 : 0)],
                         format("in column {}", cell % columns + (labels.column ? 2 : 1)));
    };
    CostVector costs = typed_costs(matrix, path, options);
    state_cost_unit(matrix.scale, options);
    return content_of(std::move(costs), std::move(matrix.scale), std::move(matrix.sides));
}

// node_id is also the first field of node lists.
bool is_other_table(const std::vector<std::string_view>& header) {
    return !describe_other_table(FieldNames(header).all_lower()).empty();
}

// Returns true for Allways' own tables, and for square ones with or without ids. Short edge lists look similar. A
// header that names the ends of arcs belongs to an edge list, unless the rows repeat it. Unless exactly square, tables
// of up to four columns count as a matrix only if words show which row or column holds ids.
bool fits_matrix_csv(const FileSample& sample) {
    CsvReader records(sample.path, CsvReader::guess_delimiter(sample.path, edge_list_comments), {}, edge_list_comments);
    std::vector<std::string_view> fields;
    if (!records.next(fields)) return false;
    records.end_comments();
    if (fields[0] == own_corner && !is_other_table(fields)) return true;
    const std::vector<std::string> header(fields.begin(), fields.end());
    const std::size_t width = header.size();
    const bool row_labels = std::ranges::any_of(fields, is_label);
    const bool could_be_arcs = names_arc_ends(fields);
    bool column_labels = is_label(fields[0]);
    bool repeats_header = true;
    std::size_t height = 1;
    for (; height <= width + 1 && records.next(fields); ++height) {
        if (fields.size() != width) return false;
        column_labels = column_labels || is_label(fields[0]);
        repeats_header = repeats_header && height < width && header[height] == fields[0];
    }
    if (could_be_arcs) return height == width && width > 2 && repeats_header;
    if (height == width) return true;
    if (height == width + 1) return width > 4 || row_labels;
    return width == height + 1 && (width > 4 || column_labels);
}

// Returns true for two to four columns, as in an edge list whose field names are unknown or missing, with integers in
// the fields where such a list has its nodes. Zeros along the whole diagonal indicate a matrix.
bool could_be_edge_list(const FileSample& sample) {
    CsvReader records(sample.path, CsvReader::guess_delimiter(sample.path, edge_list_comments), {}, edge_list_comments);
    std::vector<std::string_view> fields;
    bool zero_diagonal = true;
    std::size_t height = 0;  // number of rows of numbers
    std::size_t width = 0;
    bool has_header = false;
    for (bool is_first = true; records.next(fields); is_first = false) {
        records.end_comments();
        if (is_first && std::ranges::all_of(fields, is_label)) {
            if (fields[0] == own_corner) return false;
            has_header = true;
            continue;
        }
        width = fields.size();
        if (width < 2 || width > 4 || height >= width) return false;
        const std::size_t names = width == 4 ? 3 : 2;  // "id from to cost" or "from to cost"
        if (!std::ranges::all_of(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(names),
                                 [](std::string_view field) { return parse_whole(field).has_value(); })) {
            return false;
        }
        zero_diagonal = zero_diagonal && Decimal::parse(fields[height]) == Decimal();
        ++height;
    }
    const bool is_square = height == width || (has_header && height + 1 == width);
    return is_square && !zero_diagonal;
}

}  // namespace

Format matrix_csv_format() {
    return {.info = {"matrix-csv",
                     "table of costs: square, with or without ids, or origins × destinations with ids",
                     {".csv", ".tsv", ".txt"},
                     FormatInfo::Holds::matrix},
            .fits = fits_matrix_csv,
            .ambiguous = could_be_edge_list,
            .read_table = read_matrix_csv};
}

}  // namespace allways::importers
