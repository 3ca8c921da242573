// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <bit>
#include <cstring>
#include <filesystem>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/checksum.h"
#include "matrices/omx_file.h"
#include "networks/gpkg.h"

namespace allways::importers::gpkg {

namespace {

constexpr std::array<const char*, 6> layers{node_layer,       link_layer,  movement_table,
                                            provenance_table, order_table, column_table};

static_assert(std::endian::native == std::endian::little);

// The start of the header, which the definitions of the layers follow. All versions have a signature, which begins with
// its length, and the version after it.
struct HeaderStart {
    std::array<char, 13> signature{12, 'a', 'l', 'l', 'w', 'a', 'y', 's', ' ', 'c', 'o', 'p', 'y'};
    std::uint8_t version = copy_version;
    std::uint16_t unused = 0;
    std::uint64_t bytes = 0;        // of all other parts
    std::uint64_t definitions = 0;  // their size
};
static_assert(sizeof(HeaderStart) == 32);

void require(bool holds) {
    if (!holds) throw DamagedContent("the copy of the network is damaged");
}

std::string layer_list() {
    std::string list;
    for (const char* layer : layers) list += (list.empty() ? "" : ", ") + sql_quoted(layer, '\'');
    return list;
}

// Makes several statements see the same state of a file that another program may be changing.
class ReadTransaction {
public:
    explicit ReadTransaction(const SqliteDatabase& database) : handle_(database.handle()) { run("BEGIN"); }
    ~ReadTransaction() { run("ROLLBACK"); }
    ReadTransaction(const ReadTransaction&) = delete;
    ReadTransaction& operator=(const ReadTransaction&) = delete;

private:
    void run(const char* sql) { sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); }

    sqlite3* handle_;
};

// Appends the rows' fields as text, separated by a byte that occurs in no field.
void add_rows(const SqliteDatabase& database, const std::string& sql, int columns, std::string& text) {
    SqliteRows rows(database, sql, "the definition of the layers");
    while (rows.next()) {
        for (int column = 0; column < columns; ++column) text.append(rows.text(column)).push_back('\0');
    }
    text.push_back('\0');
}

class CopyReader {
public:
    CopyReader(const SqliteDatabase& database, const ReadOptions& options) : database_(database), options_(options) {}

    std::optional<RoadNetwork> read() {
        const ReadTransaction unchanged(database_);
        if (!database_.has_table(copy_table)) return std::nullopt;
        try {
            const auto bytes = read_header();
            if (!bytes) return std::nullopt;
            return read_network_image(read_parts(*bytes), database_.path());
        } catch (const DamagedContent&) {
            return damaged();
        } catch (const InputError&) {
            return damaged();
        }
    }

private:
    SqliteRows rows(const char* condition) const {
        return {
            database_,
            format("SELECT checksum, content FROM {} WHERE {} ORDER BY part", sql_quoted(copy_table, '"'), condition),
            "the copy of the network"};
    }

    // Returns the content of the current row; views are valid until the next row.
    static std::string_view content(const SqliteRows& rows) {
        const auto bytes = rows.blob(1);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    static void check_sum(const SqliteRows& rows) {
        const auto bytes = rows.blob(1);
        require(static_cast<std::uint64_t>(rows.whole(0)) == checksum(bytes.data(), bytes.size()));
    }

    // Returns the size of the other parts, or nothing if the copy does not count.
    std::optional<std::uint64_t> read_header() {
        SqliteRows header = rows("part = 0");
        if (!header.next()) return edited();
        const std::string_view found = content(header);
        HeaderStart start;
        require(found.size() >= sizeof start);
        std::memcpy(&start, found.data(), sizeof start);
        require(start.signature == HeaderStart{}.signature);
        if (start.version != copy_version) {
            return left_aside(LogLevel::info, format("is of version {}, and this program reads version {}",
                                                     start.version, copy_version));
        }
        check_sum(header);  // only now: version 1 has another kind of checksum
        const std::string_view definitions = found.substr(sizeof start);
        require(definitions.size() == start.definitions);
        if (definitions != layer_definitions(database_)) return edited();
        return start.bytes;
    }

    std::string read_parts(std::uint64_t size) {
        require(size <= std::filesystem::file_size(database_.path()));
        std::string bytes;
        bytes.reserve(size);
        SqliteRows parts = rows("part > 0");
        while (parts.next()) {
            check_sum(parts);
            bytes += content(parts);
            require(bytes.size() <= size);
            report(options_.progress, "read", bytes.size(), size);
        }
        require(bytes.size() == size);
        return bytes;
    }

    std::nullopt_t edited() const {
        return left_aside(LogLevel::info, "is out of date, because the layers were edited");
    }
    std::nullopt_t damaged() const { return left_aside(LogLevel::warning, "is damaged"); }
    std::nullopt_t left_aside(LogLevel level, const std::string& why) const {
        log(options_.log, level,
            format(
                "{}: its copy of the network for fast reading {}; the layers are read instead. Import the file again "
                "to renew the copy",
                database_.path(), why));
        return std::nullopt;
    }

    const SqliteDatabase& database_;
    const ReadOptions& options_;
};

}  // namespace

std::string copy_header(std::uint64_t bytes, std::string_view definitions) {
    const HeaderStart start{.bytes = bytes, .definitions = definitions.size()};
    std::string header(sizeof start, '\0');
    std::memcpy(header.data(), &start, sizeof start);
    return header.append(definitions);
}

std::vector<std::string> copy_triggers(const SqliteDatabase& database) {
    std::vector<std::string> triggers;
    for (const char* layer : layers) {
        if (!database.has_table(layer)) continue;
        for (const char* event : {"insert", "update", "delete"}) {
            triggers.push_back(
                format("CREATE TRIGGER {0}_{1}_{2} AFTER {2} ON {1} BEGIN DELETE FROM {0} WHERE part = 0; END",
                       copy_table, layer, event));
        }
    }
    return triggers;
}

std::string layer_definitions(const SqliteDatabase& database) {
    std::string text;
    add_rows(database, "PRAGMA application_id", 1, text);
    add_rows(database,
             format("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE (type IN ('table', 'view') AND "
                    "lower(name) IN ({})) OR (type = 'trigger' AND substr(name, 1, {}) = '{}_') ORDER BY type, name",
                    layer_list(), std::string_view(copy_table).size() + 1, copy_table),
             4, text);
    if (database.has_table("gpkg_geometry_columns") && database.has_table("gpkg_spatial_ref_sys")) {
        add_rows(
            database,
            format("SELECT c.table_name, c.column_name, c.srs_id, s.organization, s.organization_coordsys_id, "
                   "s.definition FROM gpkg_geometry_columns AS c LEFT JOIN gpkg_spatial_ref_sys AS s ON s.srs_id = "
                   "c.srs_id WHERE lower(c.table_name) IN ({}) ORDER BY c.table_name, c.column_name",
                   layer_list()),
            6, text);
    }
    return text;
}

std::optional<RoadNetwork> read_copy(const SqliteDatabase& database, const ReadOptions& options) {
    return CopyReader(database, options).read();
}

}  // namespace allways::importers::gpkg
