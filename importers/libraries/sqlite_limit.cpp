// SPDX-License-Identifier: Apache-2.0
#include "libraries/sqlite_limit.h"

#include <filesystem>
#include <system_error>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "libraries/sqlite_file.h"

namespace allways::importers {

namespace {

constexpr int steps_a_call = 10'000;
thread_local SqliteLimit* opening = nullptr;

}  // namespace

SqliteLimit::SqliteLimit(const std::string& path, ProgressCallback progress)
    : path_(path), progress_(std::move(progress)) {
    if (!is_sqlite_file(path)) return;
    constexpr std::uint64_t bytes_a_row = 2;  // the size of a row's pointer in its page
    // Reading and sorting real tables takes a few steps per byte.
    constexpr std::uint64_t spare_steps = 20'000'000, steps_a_byte = 20;
    const std::uint64_t bytes = std::filesystem::file_size(path);
    most_rows_ = bytes / bytes_a_row;
    most_steps_ = spare_steps + steps_a_byte * bytes;
}

SqliteLimit::Opening::Opening(SqliteLimit& limit) {
    sqlite3_initialize();  // removing extensions, as below, crashes if SQLite has never been used
    opening = &limit;
    if (limit.most_rows_ == 0) return;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(&SqliteLimit::on_open));
}

SqliteLimit::Opening::~Opening() {
    opening = nullptr;
    sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&SqliteLimit::on_open));
}

// Limits only connections to the file itself: GDAL also opens PROJ's database, which outlives every limit.
int SqliteLimit::on_open(sqlite3* connection, char**, const void*) {
    const char* file = sqlite3_db_filename(connection, "main");
    std::error_code error;
    if (opening != nullptr && file != nullptr && std::filesystem::equivalent(file, opening->path_, error)) {
        sqlite3_progress_handler(connection, steps_a_call, &SqliteLimit::on_steps, opening);
    }
    return SQLITE_OK;
}

int SqliteLimit::on_steps(void* self) {
    auto& limit = *static_cast<SqliteLimit*>(self);
    limit.steps_ += steps_a_call;
    constexpr std::uint64_t silent = 2'000'000;  // a tenth of a second
    if (limit.steps_ > silent && limit.progress_ && !limit.progress_({"read", 0, 0})) limit.cancelled_ = true;
    return limit.cancelled_ || limit.steps_ > limit.most_steps_ ? 1 : 0;
}

void SqliteLimit::count_row() {
    if (most_rows_ == 0 || ++rows_ <= most_rows_) return;
    throw InputError(
        path_, 0,
        format("its tables return more than {} rows, more than the file can contain; a view may be endlessly "
               "recursive",
               most_rows_));
}

void SqliteLimit::check() const {
    if (cancelled_) throw Cancelled();
    if (most_rows_ == 0 || steps_ <= most_steps_) return;
    throw InputError(path_, 0, "a query of its tables does not end; a view may be endlessly recursive");
}

}  // namespace allways::importers
