// SPDX-License-Identifier: Apache-2.0
#include "libraries/sqlite_database.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

// ---- files

using Header = std::array<char, 100>;

// Returns nothing if the file is not an SQLite database. If the file ends inside its header, the rest is zeros.
std::optional<Header> header_of(const std::string& path) {
    constexpr std::string_view signature("SQLite format 3\0", 16);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    Header header{};
    InputFile(path).read(header.data(), header.size());
    if (std::string_view(header.data(), signature.size()) != signature) return std::nullopt;
    return header;
}

std::uint64_t number(const Header& header, std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(header[at + i]);
    return value;
}

// ---- databases

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

// ---- limits

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

bool is_sqlite_file(const std::string& path) {
    return header_of(path).has_value();
}

void require_whole_sqlite_file(const std::string& path) {
    const auto header = header_of(path);
    if (!header) return;
    const std::uint64_t stated = number(*header, 16, 2);
    const std::uint64_t page_size = stated == 1 ? 65536 : stated;              // two bytes cannot hold 65536
    const bool is_current = number(*header, 24, 4) == number(*header, 92, 4);  // false: the page count may be stale
    const std::uint64_t bytes = is_current ? page_size * number(*header, 28, 4) : 0;
    const std::uint64_t found = std::filesystem::file_size(path);
    if (found < bytes || found < header->size()) {
        throw InputError(path, 0,
                         format("the file is cut short: expected {} bytes, found {}",
                                bytes < header->size() ? header->size() : bytes, found));
    }
}

std::string sql_quoted(const std::string& text, char quote) {
    std::string quoted(1, quote);
    for (const char c : text) quoted.append(c == quote ? 2 : 1, c);
    return quoted + quote;
}

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
