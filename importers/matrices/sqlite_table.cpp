// SPDX-License-Identifier: Apache-2.0
// SQLite database → a table. Table `distance` has one row per pair, `field` describes its columns, and `metadata`
// states the number for unreachable pairs; docs/formats.md has the layout.
#include <cmath>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/sqlite_database.h"
#include "matrices/pair_table.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

struct TableColumns {
    std::vector<std::string> names;
    std::vector<CostScale> scales;
};

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
TableColumns read_columns(const SqliteDatabase& database, const std::string& cost_field) {
    TableColumns columns;
    std::vector<std::string> known;
    SqliteRows rows(
        database,
        "SELECT column_name, name, unit FROM field WHERE kind != 'snap distance' ORDER BY kind = 'skim', rowid",
        "table field");
    while (rows.next()) {
        const std::string column(rows.text(0)), name(rows.text(1));
        known.push_back(column);
        if (!cost_field.empty() && (!columns.names.empty() || (cost_field != column && cost_field != name))) continue;
        columns.names.push_back(column);
        columns.scales.push_back({name, std::string(rows.text(2)), 0});
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
    const TableColumns columns = read_columns(database, options.cost_field);
    const std::optional<double> unreachable = unreachable_in(database);
    std::string sql = "SELECT from_id, to_id";
    for (const std::string& name : columns.names) sql += ", " + sql_quoted(name, '"');
    SqliteRows rows(database, sql + " FROM distance ORDER BY rowid", "table distance");
    PairTable table(columns.scales);
    std::vector<Decimal> numbers(columns.names.size());
    while (rows.next()) {
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const int column = static_cast<int>(2 + at);
            const bool is_null = rows.type(column) == SqliteRows::Type::null;
            const double value = is_null ? 0 : rows.real(column);
            const bool known = !is_null && std::isfinite(value) && value != unreachable;
            numbers[at] = known ? Decimal::from_double(value) : Decimal::missing();
        }
        table.add(rows.text(0), rows.text(1), numbers, 0);
        if (table.size() % 65536 == 0) report(options.progress, "read", table.size(), 0);
    }
    try {
        return std::move(table).finish(path, options);
    } catch (const InvalidArgument& error) {
        throw InputError(path, 0, error.what());
    }
}

bool recognise_sqlite_table(const FileSample& sample) {
    return sample.text.starts_with("SQLite format 3") &&
           sample.text.find("CREATE TABLE distance (from_id ") != sample.text.npos &&
           sample.text.find("CREATE TABLE field (column_name ") != sample.text.npos;
}

}  // namespace

Format sqlite_table_format() {
    Format format;
    format.info = {"sqlite",
                   "table, SQLite database with one row per pair, as written by Allways",
                   {".sqlite", ".sqlite3", ".db"},
                   FormatInfo::Holds::table};
    format.recognises = recognise_sqlite_table;
    format.read_table = read_sqlite_table;
    return format;
}

}  // namespace allways::importers
