// SPDX-License-Identifier: Apache-2.0
// Table → SQLite database: one row per pair, with the distance and skims as columns, and two more tables that define
// the numbers. docs/formats.md has the layout.
#include <filesystem>
#include <system_error>

#include "allways/base/api.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "export/files/sqlite_output.h"
#include "export/formats/formats.h"
#include "export/formats/pair_fields.h"
#include "libraries/sqlite_database.h"

namespace allways::tools {

namespace {

// Ids as SQLite holds them: UTF-8, or nothing if they are numbers.
std::vector<std::string> utf8_ids(const IdTable& ids) {
    std::vector<std::string> texts;
    if (ids.is_numeric()) return texts;
    for (const std::string& id : ids.texts()) texts.push_back(valid_utf8(id));
    return texts;
}

void write_pairs(SqliteOutput& database, const TableCells& table, const std::vector<PairField>& fields,
                 const ExportOptions& options) {
    const auto id_type = [](const IdTable& ids) { return ids.is_numeric() ? "INTEGER" : "TEXT"; };
    std::string sql = format("CREATE TABLE distance (from_id {} NOT NULL, to_id {} NOT NULL", id_type(table.rows),
                             id_type(table.columns));
    for (const PairField& field : fields)
        sql += format(", {} {}", importers::sql_quoted(field.column, '"'), field.whole ? "INTEGER" : "REAL");
    database.run(sql + ")");
    const std::optional<double> unreachable = unreachable_number(options);
    SqliteInsertion row(database, "distance", 2 + fields.size());
    const std::vector<std::string> row_ids = utf8_ids(table.rows);
    const std::vector<std::string> column_ids = utf8_ids(table.columns);
    const auto bind_id = [&](int at, const IdTable& ids, const std::vector<std::string>& texts, std::uint32_t index) {
        texts.empty() ? row.bind(at, ids.numbers()[index]) : row.bind(at, texts[index]);
    };
    visit_pairs(table, options, [&](std::uint32_t from, std::uint32_t to, bool reachable) {
        bind_id(1, table.rows, row_ids, from);
        bind_id(2, table.columns, column_ids, to);
        for (std::size_t at = 0; at < fields.size(); ++at) {
            const int place = static_cast<int>(3 + at);
            const auto value = fields[at].number(from * table.columns.size() + to, reachable, unreachable);
            if (!value)
                row.bind_null(place);
            else if (fields[at].whole && reachable)
                row.bind(place, static_cast<std::int64_t>(*value));
            else
                row.bind(place, *value);
        }
        row.put();
    });
}

void write_meaning(SqliteOutput& database, const TableCells& table, const std::vector<PairField>& fields,
                   const ExportOptions& options) {
    database.run("CREATE TABLE field (column_name TEXT, kind TEXT, name TEXT, unit TEXT)");
    SqliteInsertion field_row(database, "field", 4);
    for (const PairField& field : fields) {
        field_row.bind(1, field.column);
        field_row.bind(2, field.kind);
        field_row.bind(3, field.name);
        field.unit.empty() ? field_row.bind_null(4) : field_row.bind(4, field.unit);
        field_row.put();
    }
    database.run("CREATE TABLE metadata (name TEXT, value TEXT)");
    SqliteInsertion metadata_row(database, "metadata", 2);
    TableProvenance metadata{{"generator", format("allways {}", version())},
                             {"origins", std::to_string(table.rows.size())},
                             {"destinations", std::to_string(table.columns.size())},
                             {"unreachable", !options.unreachable          ? "left out"
                                             : unreachable_number(options) ? *options.unreachable
                                                                           : "NULL"}};
    for (const auto& note : recorded_provenance(table.provenance, options)) {
        if (note.first != "generator") metadata.push_back(note);
    }
    for (const auto& [name, value] : metadata) {
        metadata_row.bind(1, name);
        metadata_row.bind(2, value);
        metadata_row.put();
    }
}

void write_sqlite(const TableCells& table, const std::string& path, const ExportOptions& options) {
    const std::vector<PairField> fields = pair_fields(table, options, {"from_id", "to_id", "rowid", "oid", "_rowid_"});
    AtomicFile file(path, options.overwrite);
    require_closed(path);
    std::error_code ignored;
    std::filesystem::remove(file.temporary(), ignored);  // left by a killed process
    {
        SqliteOutput database(file.temporary(), path, options.progress);
        // 64 MiB, for sorting too; larger sorts use a temporary file.
        database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; BEGIN");
        write_pairs(database, table, fields, options);
        write_meaning(database, table, fields, options);
        database.make_index("CREATE INDEX distance_from_to ON distance (from_id, to_id)");
        database.make_index("CREATE INDEX distance_to_from ON distance (to_id, from_id)");
        database.run("COMMIT");
    }
    require_closed(path);
    file.commit();
}

}  // namespace

FormatWriter sqlite_output() {
    using enum FormatTrait;
    FormatWriter format{{"sqlite",
                         "table, SQLite database with one row per pair and indexes both ways",
                         {".sqlite", ".sqlite3", ".db"},
                         {matrices, unit, unreachable, pairs, snap_distances}}};
    format.write_table = write_sqlite;
    format.check_options = [](const ExportOptions& options) {
        check_unit(options.unit);
        unreachable_number(options);
    };
    return format;
}

}  // namespace allways::tools
