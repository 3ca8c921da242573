// SPDX-License-Identifier: Apache-2.0
// Reads an SQLite database row by row, without a GDAL driver in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace allways::importers {

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

}  // namespace allways::importers
