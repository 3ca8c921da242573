// SQL of files from anywhere ends: a view in a GeoPackage may give rows, or look for one, for ever.
#pragma once

#include <cstdint>
#include <string>

#include "allways/base/error.h"
#include "allways/base/progress.h"

struct sqlite3;

namespace allways {

// Counts what connections to one SQLite file do, whoever opens them: GDAL, or SQLite itself. Lives longer than they do.
// Does nothing for files that are no SQLite databases. For one thread.
class SqliteLimit {
public:
    explicit SqliteLimit(const std::string& path, ProgressCallback progress = {});
    SqliteLimit(const SqliteLimit&) = delete;
    SqliteLimit& operator=(const SqliteLimit&) = delete;

    // While one is alive, connections that this thread opens are counted.
    class Opening {
    public:
        explicit Opening(SqliteLimit& limit);
        ~Opening();
        Opening(const Opening&) = delete;
        Opening& operator=(const Opening&) = delete;
    };

    // For each row that is read. Throws InputError where there are more than the file has room for.
    void count_row();
    // After a query that failed or ended. Throws Cancelled where the progress callback said so, InputError where it was
    // stopped because it did not end.
    void check() const;

    // Calls open(), then check(), which goes before an error of open(): that may be of the query that was stopped.
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

    std::string path_;
    ProgressCallback progress_;
    std::uint64_t most_rows_ = 0;  // 0: no limit
    std::uint64_t rows_ = 0;
    std::uint64_t most_steps_ = 0;
    std::uint64_t steps_ = 0;
    bool cancelled_ = false;
};

}  // namespace allways
