// SPDX-License-Identifier: Apache-2.0
// Table → SQLite database: one row per pair, with the distance and skims as columns, and two more tables that define
// the numbers. docs/formats.md has the layout.
#include <filesystem>
#include <memory>
#include <new>
#include <span>

#include <sqlite3.h>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/utf8_text.h"
#include "export/files/atomic_file.h"
#include "export/formats/formats.h"
#include "export/formats/pair_fields.h"

namespace allways::tools {

namespace {

struct Closer {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

std::string quoted(const std::string& name) {
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

// A database in a temporary file. No other program opens it, so it needs no journal and no lock. Errors call it `name`.
class Database {
public:
    Database(const std::string& file, std::string name, const ProgressCallback& progress)
        : name_(std::move(name)), progress_(progress) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored);  // left by a killed process
        sqlite3* opened = nullptr;
        const int status = sqlite3_open(file.c_str(), &opened);
        database_.reset(opened);
        if (status != SQLITE_OK) fail();
        run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; "
            "PRAGMA cache_size = -65536");  // 64 MiB, for sorting too; larger sorts use a temporary file
    }

    void run(const std::string& sql) {
        if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
    }

    // Slow for a large table; progress stage "index".
    void make_index(const std::string& sql) {
        sqlite3_progress_handler(database_.get(), 1 << 20, keep_going, this);
        run(sql);
        sqlite3_progress_handler(database_.get(), 0, nullptr, nullptr);
    }

    sqlite3* get() const { return database_.get(); }
    void check(bool done) {
        if (!done) fail();
    }

private:
    [[noreturn]] void fail() const {
        if (cancelled_) throw Cancelled();
        if (sqlite3_errcode(database_.get()) == SQLITE_NOMEM) throw std::bad_alloc();
        throw InputError(name_, 0, format("cannot be written: {}", sqlite3_errmsg(database_.get())));
    }

    // SQLite calls this regularly; a result other than 0 cancels the statement.
    static int keep_going(void* self) {
        auto& database = *static_cast<Database*>(self);
        try {
            report(database.progress_, "index", 0, 0);
        } catch (const Cancelled&) {
            database.cancelled_ = true;
        }
        return database.cancelled_ ? 1 : 0;
    }

    std::string name_;
    const ProgressCallback& progress_;
    bool cancelled_ = false;
    std::unique_ptr<sqlite3, Closer> database_;
};

// Ids as SQLite holds them: numbers, or UTF-8.
struct IdValues {
    explicit IdValues(const IdTable& ids) {
        if (ids.is_numeric()) {
            numbers = ids.numbers();
        } else {
            for (const std::string& id : ids.texts()) texts.push_back(valid_utf8(id));
        }
    }
    std::span<const std::int64_t> numbers;
    std::vector<std::string> texts;
};

// A prepared INSERT; values are bound by position, from 1.
class Insertion {
public:
    Insertion(Database& database, const std::string& table, std::size_t values) : database_(database) {
        std::string places = "?";
        for (std::size_t at = 1; at < values; ++at) places += ", ?";
        const std::string sql = format("INSERT INTO {} VALUES ({})", table, places);
        sqlite3_stmt* prepared = nullptr;
        database.check(sqlite3_prepare_v2(database.get(), sql.c_str(), -1, &prepared, nullptr) == SQLITE_OK);
        statement_.reset(prepared);
    }

    void bind(int at, std::int64_t value) { sqlite3_bind_int64(statement_.get(), at, value); }
    void bind(int at, double value) { sqlite3_bind_double(statement_.get(), at, value); }
    void bind_null(int at) { sqlite3_bind_null(statement_.get(), at); }
    // The text must live until the row is inserted.
    void bind(int at, const std::string& text) {
        sqlite3_bind_text64(statement_.get(), at, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
    void bind(int at, const IdValues& ids, std::uint32_t index) {
        ids.numbers.empty() ? bind(at, ids.texts[index]) : bind(at, ids.numbers[index]);
    }

    void put() {
        const bool done = sqlite3_step(statement_.get()) == SQLITE_DONE;
        sqlite3_reset(statement_.get());
        database_.check(done);
    }

private:
    Database& database_;
    std::unique_ptr<sqlite3_stmt, Closer> statement_;
};

void write_pairs(Database& database, const TableCells& table, const std::vector<PairField>& fields,
                 const ExportOptions& options) {
    const auto id_type = [](const IdTable& ids) { return ids.is_numeric() ? "INTEGER" : "TEXT"; };
    std::string sql = format("CREATE TABLE distance (from_id {} NOT NULL, to_id {} NOT NULL", id_type(table.rows),
                             id_type(table.columns));
    for (const PairField& field : fields)
        sql += format(", {} {}", quoted(field.column), field.whole ? "INTEGER" : "REAL");
    database.run(sql + ")");
    const std::optional<double> unreachable = unreachable_number(options);
    Insertion row(database, "distance", 2 + fields.size());
    const IdValues rows(table.rows);
    const IdValues columns(table.columns);
    visit_pairs(table, options, [&](std::uint32_t from, std::uint32_t to, bool reachable) {
        row.bind(1, rows, from);
        row.bind(2, columns, to);
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

void write_meaning(Database& database, const TableCells& table, const std::vector<PairField>& fields,
                   const ExportOptions& options) {
    database.run("CREATE TABLE field (column_name TEXT, kind TEXT, name TEXT, unit TEXT)");
    Insertion field_row(database, "field", 4);
    for (const PairField& field : fields) {
        field_row.bind(1, field.column);
        field_row.bind(2, field.kind);
        field_row.bind(3, field.name);
        field.unit.empty() ? field_row.bind_null(4) : field_row.bind(4, field.unit);
        field_row.put();
    }
    database.run("CREATE TABLE metadata (name TEXT, value TEXT)");
    Insertion metadata_row(database, "metadata", 2);
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
    {
        Database database(file.temporary(), path, options.progress);
        database.run("BEGIN");
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
    FormatWriter format;
    format.name = "sqlite";
    format.description = "table, SQLite database with one row per pair and indexes both ways";
    format.suffixes = {".sqlite", ".sqlite3", ".db"};
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write_sqlite(cells_of(table), path, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& path,
                              const ExportOptions& options) { write_sqlite(cells_of(table), path, options); };
    format.matrices = format.unit = format.unreachable = format.pairs = format.snap_distances = true;
    format.check_options = [](const ExportOptions& options) {
        check_unit(options.unit);
        unreachable_number(options);
    };
    return format;
}

}  // namespace allways::tools
