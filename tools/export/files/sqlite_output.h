// SPDX-License-Identifier: Apache-2.0
// Writes an SQLite database row by row.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "allways/base/progress.h"

struct sqlite3;
struct sqlite3_stmt;

namespace allways::tools {

// A database in a temporary file, made if there is none. No other program opens it, so it needs no journal.
// Functions throw InputError, which calls the file `name`, and std::bad_alloc. Borrows `progress`.
class SqliteOutput {
public:
    SqliteOutput(const std::string& file, std::string name, const ProgressCallback& progress);

    void run(const std::string& sql);
    // Slow for a large table; progress stage "index".
    void make_index(const std::string& sql);

private:
    friend class SqliteInsertion;
    void require(bool done) const;

    std::string name_;
    const ProgressCallback& progress_;
    bool cancelled_ = false;
    std::shared_ptr<sqlite3> database_;
};

// A prepared INSERT; values are bound by position, from 1. Borrows the database, and texts until the row is put.
class SqliteInsertion {
public:
    SqliteInsertion(const SqliteOutput& database, const std::string& table, std::size_t values);

    void bind(int at, std::int64_t value);
    void bind(int at, double value);
    void bind(int at, const std::string& text);
    void bind_bytes(int at, std::string_view bytes);
    void bind_null(int at);
    void put();

private:
    const SqliteOutput& database_;
    std::shared_ptr<sqlite3_stmt> statement_;
};

}  // namespace allways::tools
