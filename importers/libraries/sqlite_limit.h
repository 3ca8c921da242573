// SPDX-License-Identifier: Apache-2.0
// Stops endless SQL in untrusted files: a view in a GeoPackage may return rows, or search for one, for ever. Refuses
// virtual tables that are other files.
#pragma once

#include <cstdint>
#include <string>

#include "allways/base/error.h"
#include "allways/base/progress.h"

struct sqlite3;

namespace allways::importers {

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
