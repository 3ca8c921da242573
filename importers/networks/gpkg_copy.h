// SPDX-License-Identifier: Apache-2.0
// The packed copy of its network that a GeoPackage keeps next to the layers: machines read it a hundred times faster.
// Edits of the layers count: triggers of the file discard the copy at the first edit, in whatever program, and a copy
// is valid only while the layers are defined as they were when it was made.
// docs/decisions/0012-a-copy-in-the-geopackage.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "libraries/sqlite_database.h"

namespace allways::importers::gpkg {

// Rows of the copy, by `part`: 0 is the header, and without it there is no copy; 1, 2, … are pack_network()'s bytes.
// The table is in no list of layers, so GDAL and QGIS neither show nor copy it.
inline constexpr const char* copy_table = "allways_copy";  // part INTEGER PRIMARY KEY, checksum INTEGER, content BLOB
inline constexpr std::size_t copy_part_bytes = std::size_t{1} << 22;

struct CopyHeader {
    std::uint64_t bytes = 0;    // of all rows
    std::string definitions{};  // the definitions of the layers when the copy was made
};
std::string packed_header(const CopyHeader& header);

// SQL that creates the triggers of a file, one statement for each.
std::vector<std::string> copy_triggers(const SqliteDatabase& database);

// Returns everything that determines the meaning of the layers' rows: the SQL of layers, tables and the copy's
// triggers, fields of geometry and reference systems, and the file's application id, which a file copied as SQL text
// loses.
std::string layer_definitions(const SqliteDatabase& database);

// Detects accidents, not forgery.
std::uint64_t copy_checksum(std::string_view bytes);

// Returns the network of the copy, equal to the one that reading the layers gives, including the coordinate unit.
// Returns nothing if the file has no copy or an unreliable one, which is logged.
std::optional<RoadNetwork> read_copy(const SqliteDatabase& database, const ReadOptions& options);

}  // namespace allways::importers::gpkg
