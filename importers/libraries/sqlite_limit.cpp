// SPDX-License-Identifier: Apache-2.0
#include "libraries/sqlite_limit.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/sqlite_file.h"

namespace allways::importers {

namespace {

constexpr int steps_a_call = 10'000;
thread_local SqliteLimit* opening = nullptr;

// Modules of virtual tables that read their own database only: indexes of GeoPackage and SpatiaLite.
constexpr std::array<std::string_view, 10> own_modules{
    "rtree", "rtree_i32",           "geopoly",           "fts3",       "fts4",
    "fts5",  "virtualspatialindex", "virtualelementary", "virtualknn", "virtualknn2"};

// The module of a virtual table; empty for everything else.
std::string module_of(std::string_view definition) {
    const std::string sql = lower_case(definition);
    constexpr std::string_view create = "create", by = " using ";
    const std::string_view made = trimmed(std::string_view(sql).substr(std::min(create.size(), sql.size())));
    if (!made.starts_with("virtual") && !made.starts_with("/*") && !made.starts_with("--")) return "";
    const std::size_t at = made.rfind(by, made.find('('));
    const std::string_view after = at == made.npos ? made : trimmed(made.substr(at + by.size()));
    return std::string(after.substr(0, after.find_first_of("( \t\n")));
}

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
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(&SqliteLimit::on_open));
}

SqliteLimit::Opening::~Opening() {
    opening = nullptr;
    sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&SqliteLimit::on_open));
}

// Limits only connections to the file itself: GDAL also opens PROJ's database, which outlives every limit.
int SqliteLimit::on_open(sqlite3* connection, char**, const void*) {
    if (opening == nullptr) return SQLITE_OK;
    const char* file = sqlite3_db_filename(connection, "main");
    std::error_code error;
    if (opening->most_rows_ > 0 && file != nullptr && std::filesystem::equivalent(file, opening->path_, error)) {
        sqlite3_progress_handler(connection, steps_a_call, &SqliteLimit::on_steps, opening);
    }
    return opening->find_table_elsewhere(connection) ? SQLITE_ERROR : SQLITE_OK;
}

// GDAL and SpatiaLite have virtual tables that are other files: VirtualOGR, VirtualShape, VirtualText, …
bool SqliteLimit::find_table_elsewhere(sqlite3* connection) {
    const auto is_own = [](void* limit, int, char** values, char**) -> int {
        const std::string module = values[1] == nullptr ? "" : module_of(values[1]);
        if (module.empty() || std::ranges::find(own_modules, module) != own_modules.end()) return 0;
        static_cast<SqliteLimit*>(limit)->table_elsewhere_ =
            format("its table '{}' is virtual, of the module '{}', which may read other files; write a file without it",
                   values[0] == nullptr ? "" : values[0], module);
        return 1;
    };
    sqlite3_exec(connection, "SELECT name, sql FROM sqlite_master", is_own, this, nullptr);
    return !table_elsewhere_.empty();
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
    if (!table_elsewhere_.empty()) throw InputError(path_, 0, table_elsewhere_);
    if (most_rows_ == 0 || steps_ <= most_steps_) return;
    throw InputError(path_, 0, "a query of its tables does not end; a view may be endlessly recursive");
}

}  // namespace allways::importers
