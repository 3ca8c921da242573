// SPDX-License-Identifier: Apache-2.0
// SQLite database files, such as GeoPackages: read row by row without a GDAL driver in between, and guarded against
// files that are cut short and against endless SQL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/progress.h"

struct sqlite3;
struct sqlite3_stmt;

namespace allways::importers {

// Returns true for a regular file that begins like an SQLite database.
bool is_sqlite_file(const std::string& path);

// Throws InputError if a file that begins like an SQLite database is shorter than it states. Such a file may still
// open. Does nothing for other files. Source: SQLite, "Database File Format", section 1.3.
void require_whole_sqlite_file(const std::string& path);

// Quotes a name (") or a text (') for SQL.
std::string sql_quoted(const std::string& text, char quote);

// A column as the table's definition states it.
struct SqliteColumn {
    enum class Kind { whole, real, text, other };  // other: blobs, dates, shapes
    std::string name;
    Kind kind = Kind::other;
    bool is_key = false;  // part of the primary key
};

// Borrows the path.
class SqliteDatabase {
public:
    // Throws InputError if the file is not an SQLite database, is cut short, or cannot be opened. The file's claims are
    // trusted only up to its size: no value is longer than that, and none of its own functions is called.
    explicit SqliteDatabase(const std::string& path);
    ~SqliteDatabase();
    SqliteDatabase(const SqliteDatabase&) = delete;
    SqliteDatabase& operator=(const SqliteDatabase&) = delete;

    const std::string& path() const { return path_; }
    sqlite3* handle() const { return handle_; }
    // Finds tables, not views; ignores case.
    bool has_table(std::string_view name) const;
    std::vector<SqliteColumn> columns(std::string_view table) const;

private:
    const std::string& path_;
    sqlite3* handle_ = nullptr;
};

// The rows of a query. Texts and blobs are valid until the next row.
class SqliteRows {
public:
    // `what` names the rows in messages: "layer 'link'". Throws InputError if the query fails.
    SqliteRows(const SqliteDatabase& database, const std::string& sql, std::string what);
    ~SqliteRows();
    SqliteRows(const SqliteRows&) = delete;
    SqliteRows& operator=(const SqliteRows&) = delete;

    bool next();  // throws InputError if the file is damaged

    enum class Type { whole, real, text, blob, null };
    Type type(int column) const;
    std::int64_t whole(int column) const;
    double real(int column) const;
    std::string_view text(int column) const;  // also for numbers; ends at a NUL byte
    std::span<const std::byte> blob(int column) const;

private:
    [[noreturn]] void fail() const;

    const SqliteDatabase& database_;
    std::string what_;
    sqlite3_stmt* statement_ = nullptr;
};

// Stops endless SQL in untrusted files: a view in a GeoPackage may return rows, or search for one, for ever. Refuses
// virtual tables that are other files.
// Counts the steps of connections to one SQLite file, whoever opens them: GDAL or SQLite itself. Must outlive them.
// Counts nothing in files that are not SQLite databases. For use by one thread.
class SqliteLimit {
public:
    explicit SqliteLimit(const std::string& path, ProgressCallback progress = {});
    SqliteLimit(const SqliteLimit&) = delete;
    SqliteLimit& operator=(const SqliteLimit&) = delete;

    // Counts the connections that this thread opens during the object's lifetime.
    class Opening {
    public:
        explicit Opening(SqliteLimit& limit);
        ~Opening();
        Opening(const Opening&) = delete;
        Opening& operator=(const Opening&) = delete;
    };

    // Call it for each row read. Throws InputError if there are more rows than the file has room for.
    void count_row();
    void restart_rows() { rows_ = 0; }  // before the rows are read once more
    // Call it after a query that failed or ended. Throws Cancelled if the progress callback cancelled it, and
    // InputError if it was stopped because it did not end.
    void check() const;

    // Calls open(), then check(). An error of check() takes precedence, since an error of open() may come from the
    // stopped query.
    template <class Open>
    void guard(const Open& open) const {
        try {
            open();
        } catch (const Error&) {
            check();
            throw;
        }
        check();
    }

private:
    static int on_steps(void* limit);
    static int on_open(sqlite3* connection, char**, const void*);

    bool find_table_elsewhere(sqlite3* connection);

    std::string path_;
    ProgressCallback progress_;
    std::uint64_t most_rows_ = 0;  // 0: no limit
    std::uint64_t rows_ = 0;
    std::uint64_t most_steps_ = 0;
    std::uint64_t steps_ = 0;
    bool cancelled_ = false;
    std::string table_elsewhere_;  // what to say of it; empty if there is none
};

}  // namespace allways::importers
