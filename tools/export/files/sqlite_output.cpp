// SPDX-License-Identifier: Apache-2.0
#include "export/files/sqlite_output.h"

#include <new>
#include <utility>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

SqliteOutput::SqliteOutput(const std::string& file, std::string name, const ProgressCallback& progress)
    : name_(std::move(name)), progress_(progress) {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open(file.c_str(), &opened);
    database_.reset(opened, sqlite3_close_v2);
    require(status == SQLITE_OK);
    run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
}

void SqliteOutput::run(const std::string& sql) {
    require(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
}

void SqliteOutput::make_index(const std::string& sql) {
    // SQLite calls this regularly; a result other than 0 cancels the statement.
    const auto is_cancelled = [](void* self) {
        auto& output = *static_cast<SqliteOutput*>(self);
        try {
            report(output.progress_, "index", 0, 0);
        } catch (const Cancelled&) {
            output.cancelled_ = true;
        }
        return output.cancelled_ ? 1 : 0;
    };
    sqlite3_progress_handler(database_.get(), 1 << 20, is_cancelled, this);
    run(sql);
    sqlite3_progress_handler(database_.get(), 0, nullptr, nullptr);
}

void SqliteOutput::require(bool done) const {
    if (done) return;
    if (cancelled_) throw Cancelled();
    if (sqlite3_errcode(database_.get()) == SQLITE_NOMEM) throw std::bad_alloc();
    throw InputError(name_, 0, format("cannot be written: {}", sqlite3_errmsg(database_.get())));
}

SqliteInsertion::SqliteInsertion(const SqliteOutput& database, const std::string& table, std::size_t values)
    : database_(database) {
    std::string places = "?";
    for (std::size_t at = 1; at < values; ++at) places += ", ?";
    const std::string sql = format("INSERT INTO {} VALUES ({})", table, places);
    sqlite3_stmt* prepared = nullptr;
    database.require(sqlite3_prepare_v2(database.database_.get(), sql.c_str(), -1, &prepared, nullptr) == SQLITE_OK);
    statement_.reset(prepared, sqlite3_finalize);
}

void SqliteInsertion::bind(int at, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), at, value);
}

void SqliteInsertion::bind(int at, double value) {
    sqlite3_bind_double(statement_.get(), at, value);
}

void SqliteInsertion::bind(int at, const std::string& text) {
    sqlite3_bind_text64(statement_.get(), at, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void SqliteInsertion::bind_bytes(int at, std::string_view bytes) {
    sqlite3_bind_blob64(statement_.get(), at, bytes.data(), bytes.size(), SQLITE_STATIC);
}

void SqliteInsertion::bind_null(int at) {
    sqlite3_bind_null(statement_.get(), at);
}

void SqliteInsertion::put() {
    const bool done = sqlite3_step(statement_.get()) == SQLITE_DONE;
    sqlite3_reset(statement_.get());
    database_.require(done);
}

}  // namespace allways::tools
