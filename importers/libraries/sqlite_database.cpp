// SPDX-License-Identifier: Apache-2.0
#include "libraries/sqlite_database.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/sqlite_file.h"

namespace allways::importers {

namespace {

// A file in write-ahead mode that no process has open can be read in a read-only folder only if it is opened as
// immutable.
sqlite3* open(const std::string& path, bool immutable) {
    std::string name = "file:";
    for (const char c : path) {
        if (c == '%' || c == '?' || c == '#')
            name += format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
            name += c;
    }
    if (immutable) name += "?immutable=1";
    sqlite3* opened = nullptr;
    sqlite3_open_v2(name.c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    return opened;
}

bool can_read(sqlite3* database) {
    return database != nullptr &&
           sqlite3_exec(database, "SELECT 1 FROM sqlite_master LIMIT 1", nullptr, nullptr, nullptr) == SQLITE_OK;
}

// Applies SQLite's rules of type affinity ("Datatypes", section 3.1) and the types of the GeoPackage specification.
SqliteColumn::Kind kind_of(std::string_view declared) {
    const std::string type = lower_case(declared);
    const auto has = [&](std::string_view part) { return type.find(part) != type.npos; };
    if (has("point") || has("line") || has("polygon") || has("geom")) return SqliteColumn::Kind::other;
    if (has("int") || has("bool")) return SqliteColumn::Kind::whole;
    if (has("char") || has("clob") || has("text")) return SqliteColumn::Kind::text;
    if (has("real") || has("floa") || has("doub") || has("num") || has("dec")) return SqliteColumn::Kind::real;
    return SqliteColumn::Kind::other;
}

}  // namespace

SqliteDatabase::SqliteDatabase(const std::string& path) : path_(path) {
    if (!is_sqlite_file(path)) throw InputError(path, 0, "not an SQLite database");
    require_whole_sqlite_file(path);
    handle_ = open(path, false);
    if (handle_ != nullptr && !can_read(handle_) && sqlite3_errcode(handle_) == SQLITE_CANTOPEN) {
        sqlite3_close_v2(handle_);
        handle_ = open(path, true);
    }
    if (!can_read(handle_)) {
        const std::string why = handle_ == nullptr ? "no memory" : sqlite3_errmsg(handle_);
        sqlite3_close_v2(handle_);
        throw InputError(path, 0, format("cannot be opened as an SQLite database ({})", why));
    }
    const std::uint64_t size = std::filesystem::file_size(path);
    constexpr std::uint64_t least = 1'000'000;
    sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH,
                  static_cast<int>(std::clamp<std::uint64_t>(size, least, 1'000'000'000)));
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_exec(handle_, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
}

SqliteDatabase::~SqliteDatabase() {
    sqlite3_close_v2(handle_);
}

bool SqliteDatabase::has_table(std::string_view name) const {
    const auto sql = format("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = {} COLLATE NOCASE",
                            sql_quoted(std::string(name), '\''));
    return SqliteRows(*this, sql, "the list of tables").next();
}

std::vector<SqliteColumn> SqliteDatabase::columns(std::string_view table) const {
    std::vector<SqliteColumn> found;
    SqliteRows rows(*this, format("PRAGMA table_xinfo({})", sql_quoted(std::string(table), '"')),
                    "the list of columns");
    while (rows.next()) found.push_back({std::string(rows.text(1)), kind_of(rows.text(2)), rows.whole(5) != 0});
    return found;
}

SqliteRows::SqliteRows(const SqliteDatabase& database, const std::string& sql, std::string what)
    : database_(database), what_(std::move(what)) {
    if (sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) fail();
}

SqliteRows::~SqliteRows() {
    sqlite3_finalize(statement_);
}

bool SqliteRows::next() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) fail();
    return status == SQLITE_ROW;
}

SqliteRows::Type SqliteRows::type(int column) const {
    switch (sqlite3_column_type(statement_, column)) {
        case SQLITE_INTEGER: return Type::whole;
        case SQLITE_FLOAT: return Type::real;
        case SQLITE_TEXT: return Type::text;
        case SQLITE_BLOB: return Type::blob;
        default: return Type::null;
    }
}

std::int64_t SqliteRows::whole(int column) const {
    return sqlite3_column_int64(statement_, column);
}

double SqliteRows::real(int column) const {
    return sqlite3_column_double(statement_, column);
}

std::string_view SqliteRows::text(int column) const {
    const unsigned char* text = sqlite3_column_text(statement_, column);
    return text == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(text));
}

std::span<const std::byte> SqliteRows::blob(int column) const {
    const void* bytes = sqlite3_column_blob(statement_, column);
    const int size = sqlite3_column_bytes(statement_, column);
    return {static_cast<const std::byte*>(bytes), bytes == nullptr ? 0 : static_cast<std::size_t>(size)};
}

void SqliteRows::fail() const {
    throw InputError(database_.path(), 0, format("{} cannot be read ({})", what_, sqlite3_errmsg(database_.handle())));
}

}  // namespace allways::importers
