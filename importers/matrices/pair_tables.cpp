// SPDX-License-Identifier: Apache-2.0
// Tables with one row per pair → a table. CSV: "from,to", followed by the distances and skims, each under its name and
// unit. SQLite: table `distance` has the rows, `field` describes its columns, and `metadata` states the number for
// unreachable pairs; docs/formats.md has the layout.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/origin_destination_table.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/fixed_point.h"
#include "base/text.h"
#include "libraries/sqlite_database.h"
#include "matrices/matrix_content.h"
#include "text/csv_reader.h"
#include "text/file_format.h"

namespace allways::importers {

// ---- pairs

namespace {

// Nodes are in the order of their first pair. If origins and destinations are the same nodes and no stated d(i, i)
// differs from 0, the result is a table of all pairs. Pairs that are not added are unreachable.
class PairTable {
public:
    // `fields`: the distances, followed by skims; finish() determines their digits.
    explicit PairTable(std::vector<CostScale> fields) : fields_(std::move(fields)), numbers_(fields_.size()) {}

    // Adds one number per field: a missing one means unreachable, or, for a skim along a path, unknown. `line` is for
    // messages.
    void add(std::string_view from, std::string_view to, const std::vector<Decimal>& numbers, std::uint64_t line) {
        rows_.push_back(origins_.add(from));
        columns_.push_back(destinations_.add(to));
        lines_.push_back(line);
        for (std::size_t field = 0; field < fields_.size(); ++field) numbers_[field].push_back(numbers[field]);
    }
    std::uint64_t size() const { return rows_.size(); }

    // Number types are those of typed_costs(); skims that do not fit int32 are float64. Throws InputError for a pair
    // that was added twice and for two fields of one name, CapacityError if memory runs out. `header_line` states the
    // fields.
    TableContent finish(const std::string& path, const ReadOptions& options, std::uint64_t header_line) const {
        try {
            return content(path, options);
        } catch (const InvalidArgument& error) {  // two fields have the same name
            throw InputError(path, header_line, error.what());
        }
    }

private:
    struct Names {
        std::deque<std::string> texts;  // which stay where they are
        std::unordered_map<std::string_view, std::uint32_t> index;

        std::uint32_t add(std::string_view name) {
            if (const auto found = index.find(name); found != index.end()) return found->second;
            const auto at = static_cast<std::uint32_t>(texts.size());
            index.emplace(texts.emplace_back(name), at);
            return at;
        }
        IdTable ids() const { return IdTable::from_texts({texts.begin(), texts.end()}); }
    };

    TableContent content(const std::string& path, const ReadOptions& options) const {
        const bool same = has_same_nodes() && !options.keep_diagonal;
        const std::vector<std::size_t> at = cells(same, path);
        DecimalMatrix matrix;
        matrix.sides = {origins_.ids(), (same ? origins_ : destinations_).ids(), same};
        if (const std::size_t left_out = matrix.sides.cells() - size(); left_out > 0) {
            log(options.log, LogLevel::info,
                format("{}: {} of {} {} not in the list and {} as unreachable", path, left_out,
                       counted(matrix.sides.cells(), "pair"), by_count(left_out, "is", "are"),
                       by_count(left_out, "counts", "count")));
        }
        matrix.scale = fields_[0];
        state_cost_unit(matrix.scale, options);
        matrix.costs = filled(0, at);
        CostVector distances = typed_costs(matrix, path, options);
        const auto with_skims = [&](auto table) -> TableContent {
            for (std::size_t field = 1; field < fields_.size(); ++field) table.add_skim(skim(field, at, matrix.costs));
            return table;
        };
        if (same)
            return with_skims(
                DistanceTable(std::move(distances), matrix.sides.rows.size(), matrix.scale, matrix.sides.rows));
        return with_skims(
            OriginDestinationTable(std::move(distances), matrix.scale, matrix.sides.rows, matrix.sides.columns));
    }

    bool has_same_nodes() const {
        if (origins_.texts.size() != destinations_.texts.size()) return false;
        if (!std::ranges::all_of(origins_.texts, [&](const auto& name) { return destinations_.index.contains(name); }))
            return false;
        for (std::size_t pair = 0; pair < rows_.size(); ++pair) {
            const bool itself = origins_.texts[rows_[pair]] == destinations_.texts[columns_[pair]];
            if (itself && numbers_[0][pair] != Decimal()) return false;
        }
        return true;
    }

    // Returns the cell of each pair.
    std::vector<std::size_t> cells(bool same, const std::string& path) const {
        const std::size_t width = destinations_.texts.size();
        std::vector<std::uint32_t> column_of(width);
        for (std::uint32_t column = 0; column < width; ++column) {
            column_of[column] = same ? origins_.index.find(destinations_.texts[column])->second : column;
        }
        std::vector<std::size_t> cells(rows_.size());
        std::vector<bool> taken(origins_.texts.size() * width);
        for (std::size_t pair = 0; pair < cells.size(); ++pair) {
            cells[pair] = rows_[pair] * width + column_of[columns_[pair]];
            if (taken[cells[pair]]) {
                throw InputError(path, lines_[pair],
                                 format("duplicate pair from {} to {}", origins_.texts[rows_[pair]],
                                        destinations_.texts[columns_[pair]]));
            }
            taken[cells[pair]] = true;
        }
        return cells;
    }

    std::vector<Decimal> filled(std::size_t field, const std::vector<std::size_t>& cells) const {
        auto numbers = matrix_costs<Decimal>(origins_.texts.size(), destinations_.texts.size());
        std::ranges::fill(numbers, Decimal::missing());
        for (std::size_t pair = 0; pair < cells.size(); ++pair) numbers[cells[pair]] = numbers_[field][pair];
        return numbers;
    }

    Skim skim(std::size_t field, const std::vector<std::size_t>& cells, const std::vector<Decimal>& distances) const {
        std::vector<Decimal> numbers = filled(field, cells);
        const bool all_known =
            std::ranges::equal(numbers, distances, [](const Decimal& number, const Decimal& distance) {
                return !number.is_missing() || distance.is_missing();
            });
        CostScale scale = fields_[field];
        if (FixedPoint fixed = to_fixed_point(numbers, decimal_digits(numbers)); all_known && !fixed.misfit) {
            scale.digits = fixed.digits;
            return {std::move(scale), std::move(fixed.values)};
        }
        std::vector<double> values(numbers.size());
        for (std::size_t cell = 0; cell < values.size(); ++cell) {
            values[cell] = !numbers[cell].is_missing()    ? numbers[cell].to_double()
                           : distances[cell].is_missing() ? unreachable_cost<double>
                                                          : std::numeric_limits<double>::quiet_NaN();
        }
        return {std::move(scale), std::move(values)};
    }

    std::vector<CostScale> fields_;
    Names origins_;
    Names destinations_;
    std::vector<std::uint32_t> rows_;  // one per pair
    std::vector<std::uint32_t> columns_;
    std::vector<std::uint64_t> lines_;
    std::vector<std::vector<Decimal>> numbers_;  // by field
};

// The columns to read from each row, the distances first.
struct PairColumns {
    std::vector<std::size_t> fields;
    std::vector<std::string> names;
    std::vector<CostScale> scales;

    void add(std::size_t field, std::string_view name, CostScale scale) {
        fields.push_back(field);
        names.emplace_back(name);
        scales.push_back(std::move(scale));
    }
};

// ---- CSV

constexpr std::string_view own_header = "from,to,";

// Splits a name: "time_s" means the time in seconds.
CostScale scale_of_column(std::string_view column) {
    constexpr std::array<std::string_view, 11> units{"ms", "s", "min", "h", "mm", "cm", "dm", "m", "km", "ft", "mi"};
    const std::size_t end = column.rfind('_');
    const bool has_unit =
        end != column.npos && end > 0 && std::ranges::find(units, column.substr(end + 1)) != units.end();
    if (!has_unit) return {std::string(column), "", 0};
    return {std::string(column.substr(0, end)), std::string(column.substr(end + 1)), 0};
}

PairColumns read_header(const CsvReader& records, const std::vector<std::string_view>& header,
                        const ReadOptions& options) {
    if (header.size() < 3 || header[0] != "from" || header[1] != "to") {
        records.fail(
            format("expected the fields 'from', 'to' and a cost, found '{}'", joined({header.begin(), header.end()})));
    }
    PairColumns columns;
    for (std::size_t field = 2; field < header.size(); ++field) {
        if (is_snap_column_of_an_end(header[field])) continue;
        CostScale scale = scale_of_column(header[field]);
        const std::string& wanted = options.cost_field;
        if (!wanted.empty() && wanted != header[field] && wanted != scale.name) continue;
        columns.add(field, header[field], std::move(scale));
        if (!wanted.empty()) return columns;  // only this column, as for OMX
    }
    if (columns.fields.empty()) {
        records.fail(format("there is no field '{}'; the file has: {}", options.cost_field,
                            joined({header.begin() + 2, header.end()})));
    }
    return columns;
}

TableContent read_csv_long(const std::string& path, const ReadOptions& options, ImportReport&) {
    CsvReader records(path, ',', options);
    std::vector<std::string_view> fields;
    if (!records.next(fields)) throw InputError(path, 0, "expected a list of pairs, but the file has no rows");
    const std::vector<std::string> header(fields.begin(), fields.end());
    const PairColumns columns = read_header(records, fields, options);
    PairTable table(columns.scales);
    std::vector<Decimal> numbers(columns.fields.size());
    while (records.next(fields)) {
        records.require_all(fields, header);
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const std::string_view text = fields[columns.fields[at]];
            const auto number = is_unreachable_word(text) ? Decimal::missing() : Decimal::parse(text);
            if (!number) {
                records.fail(format("expected a number in field '{}', found '{}'", columns.names[at], shortened(text)));
            }
            numbers[at] = *number;
        }
        table.add(fields[0], fields[1], numbers, records.line_number());
    }
    return table.finish(path, options, 1);
}

bool has_own_header(const FileSample& sample) {
    return sample.text.starts_with(own_header);
}

// ---- SQLite

// Requires tables rather than views, which may return rows for ever.
void require_tables(const SqliteDatabase& database) {
    for (const char* name : {"distance", "field", "metadata"}) {
        if (database.has_table(name)) continue;
        throw InputError(
            database.path(), 0,
            format("there is no table '{}'; expected the tables distance, field and metadata of a database that "
                   "Allways wrote; layers of lines in a database are read by `read.format` vector",
                   name));
    }
}

// Returns the columns, distances first; if a cost field is given, only that column.
PairColumns read_columns(const SqliteDatabase& database, const std::string& cost_field) {
    PairColumns columns;
    std::vector<std::string> known;
    SqliteRows rows(
        database,
        "SELECT column_name, name, unit FROM field WHERE kind != 'snap distance' ORDER BY kind = 'skim', rowid",
        "table field");
    while (rows.next()) {
        const std::string column(rows.text(0)), name(rows.text(1));
        known.push_back(column);
        if (!cost_field.empty() && (!columns.names.empty() || (cost_field != column && cost_field != name))) continue;
        columns.add(2 + columns.names.size(), column, {name, std::string(rows.text(2)), 0});
    }
    if (columns.names.empty()) {
        throw InputError(database.path(), 0,
                         format("there is no column '{}'; the database has: {}", cost_field, joined(known)));
    }
    return columns;
}

// Returns the number that means unreachable, if there is one.
std::optional<double> unreachable_in(const SqliteDatabase& database) {
    SqliteRows rows(database, "SELECT value FROM metadata WHERE name = 'unreachable'", "table metadata");
    return rows.next() ? parse_real(rows.text(0)) : std::nullopt;
}

TableContent read_sqlite_table(const std::string& path, const ReadOptions& options, ImportReport&) {
    const SqliteDatabase database(path);
    require_tables(database);
    const PairColumns columns = read_columns(database, options.cost_field);
    const std::optional<double> unreachable = unreachable_in(database);
    std::string sql = "SELECT from_id, to_id";
    for (const std::string& name : columns.names) sql += ", " + sql_quoted(name, '"');
    SqliteRows rows(database, sql + " FROM distance ORDER BY rowid", "table distance");
    PairTable table(columns.scales);
    std::vector<Decimal> numbers(columns.names.size());
    while (rows.next()) {
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const auto column = static_cast<int>(columns.fields[at]);
            const bool is_null = rows.type(column) == SqliteRows::Type::null;
            const double value = is_null ? 0 : rows.real(column);
            const bool known = !is_null && std::isfinite(value) && value != unreachable;
            numbers[at] = known ? Decimal::from_double(value) : Decimal::missing();
        }
        table.add(rows.text(0), rows.text(1), numbers, 0);
        if (table.size() % 65536 == 0) report(options.progress, "read", table.size(), 0);
    }
    return table.finish(path, options, 0);
}

bool recognise_sqlite_table(const FileSample& sample) {
    return sample.text.starts_with("SQLite format 3") &&
           sample.text.find("CREATE TABLE distance (from_id ") != sample.text.npos &&
           sample.text.find("CREATE TABLE field (column_name ") != sample.text.npos;
}

}  // namespace

Format csv_long_format() {
    return {.info = {"csv-long",
                     "table, one row per pair, as written by Allways: from, to, cost, skims",
                     {".long.csv", ".csv"},
                     FormatInfo::Holds::table},
            .recognises =
                [](const FileSample& sample) { return sample.name.ends_with(".long.csv") && has_own_header(sample); },
            .fits = [](const FileSample& sample) { return sample.table_wanted && has_own_header(sample); },
            .read_table = read_csv_long};
}

Format sqlite_table_format() {
    return {.info = {"sqlite",
                     "table, SQLite database with one row per pair, as written by Allways",
                     {".sqlite", ".sqlite3", ".db"},
                     FormatInfo::Holds::table},
            .recognises = recognise_sqlite_table,
            .read_table = read_sqlite_table};
}

}  // namespace allways::importers
