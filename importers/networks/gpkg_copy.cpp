// SPDX-License-Identifier: Apache-2.0
#include "networks/gpkg_copy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "libraries/sqlite_file.h"
#include "networks/gpkg.h"
#include "networks/packed_network.h"
#include "networks/packed_numbers.h"

namespace allways::importers::gpkg {

namespace {

constexpr std::array<const char*, 6> layers{node_layer,       link_layer,  movement_table,
                                            provenance_table, order_table, column_table};
constexpr std::string_view signature = "allways copy";

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
            const auto header = read_header();
            if (!header) return std::nullopt;
            if (header->definitions != layer_definitions(database_)) return edited();
            return unpack_network(read_parts(*header));
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
        const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        PackedReader::require(static_cast<std::uint64_t>(rows.whole(0)) == copy_checksum(content));
        return content;
    }

    std::optional<CopyHeader> read_header() {
        SqliteRows header = rows("part = 0");
        if (!header.next()) return edited();
        PackedReader packed(content(header));
        PackedReader::require(packed.text() == signature);
        if (const std::uint64_t version = packed.number(); version != packed_network_version) {
            return left_aside(LogLevel::info, format("is of version {}, and this program reads version {}", version,
                                                     packed_network_version));
        }
        CopyHeader found;
        found.bytes = packed.number();
        found.definitions = packed.text();
        PackedReader::require(packed.at_end());
        return found;
    }

    std::string read_parts(const CopyHeader& header) {
        PackedReader::require(header.bytes <= std::filesystem::file_size(database_.path()));
        std::string bytes;
        bytes.reserve(header.bytes);
        SqliteRows parts = rows("part > 0");
        while (parts.next()) {
            bytes += content(parts);
            PackedReader::require(bytes.size() <= header.bytes);
            report(options_.progress, "read", bytes.size(), header.bytes);
        }
        PackedReader::require(bytes.size() == header.bytes);
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

std::string packed_header(const CopyHeader& header) {
    PackedWriter packed;
    packed.text(signature);
    packed.number(packed_network_version);
    packed.number(header.bytes);
    packed.text(header.definitions);
    return std::move(packed).take();
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

// Multiplies once for each eight bytes; the rotation brings the high bits back down.
std::uint64_t copy_checksum(std::string_view bytes) {
    std::uint64_t sum = bytes.size();
    const auto add = [&](std::uint64_t word) { sum = std::rotl((sum ^ word) * 0x9E3779B97F4A7C15u, 29); };
    for (; bytes.size() >= sizeof(std::uint64_t); bytes.remove_prefix(sizeof(std::uint64_t))) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof(word));
        add(std::endian::native == std::endian::little ? word : __builtin_bswap64(word));
    }
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        rest |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
    }
    add(rest);
    return sum;
}

std::optional<RoadNetwork> read_copy(const SqliteDatabase& database, const ReadOptions& options) {
    return CopyReader(database, options).read();
}

}  // namespace allways::importers::gpkg
