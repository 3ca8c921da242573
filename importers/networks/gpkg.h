// SPDX-License-Identifier: Apache-2.0
// GeoPackages in Allways' own network layout: `allways import` writes them (tools/export/formats/gpkg.cpp) and any GIS
// opens them. docs/formats.md describes the layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "libraries/sqlite_database.h"

namespace allways::importers::gpkg {

// Reads the layers themselves, never the packed copy in the file.
RoadNetwork read_layers(const std::string& path, const ReadOptions& options, ImportReport& found);

// Names that the writer and the reader share.

inline constexpr const char* node_layer = "node";
inline constexpr const char* link_layer = "link";
inline constexpr const char* column_table = "allways_column";
inline constexpr const char* provenance_table = "allways_provenance";
inline constexpr const char* order_table = "allways_order";  // only if the network has an elimination order

inline constexpr const char* movement_table = "movement";  // only if the network has rules or prices of turns

// Fields that only networks with such rules have.
inline constexpr const char* destination_only_field = "destination_only";  // of links
inline constexpr const char* may_turn_round_field = "may_turn_round";      // of nodes

inline constexpr const char* price_rule = "price";  // in field `rule`, in addition to the names of TurnRules::Kind

inline constexpr const char* number_kind = "number";
inline constexpr const char* text_kind = "text";

// Notes on the original source of a network that was read from a GeoPackage.
inline constexpr const char* source_note = "source";
inline constexpr const char* format_note = "source_format";

// ---- the packed copy of its network that a GeoPackage keeps next to the layers: machines read it several times
// faster. Edits of the layers count: triggers of the file discard the copy at the first edit, in whatever program, and
// a copy is valid only while the layers are defined as they were when it was made.
// docs/decisions/0012-a-copy-in-the-geopackage.md.

// Rows of the copy, by `part`: 0 is the header, and without it there is no copy; 1, 2, … are the image of an HDF5 file
// that holds the network (network_image() in tools/export/formats/formats.h). Checksums are those of base/checksum.h.
// The table is in no list of layers, so GDAL and QGIS neither show nor copy it.
inline constexpr const char* copy_table = "allways_copy";  // part INTEGER PRIMARY KEY, checksum INTEGER, content BLOB
inline constexpr std::size_t copy_part_bytes = std::size_t{1} << 22;

// The version of header and image; a copy of another one is left aside.
inline constexpr std::uint8_t copy_version = 2;

// Returns the content of part 0. `bytes`: the size of all other parts; `definitions`: layer_definitions() when the copy
// is made.
std::string copy_header(std::uint64_t bytes, std::string_view definitions);

// SQL that creates the triggers of a file, one statement for each.
std::vector<std::string> copy_triggers(const SqliteDatabase& database);

// Returns everything that determines the meaning of the layers' rows: the SQL of layers, tables and the copy's
// triggers, fields of geometry and reference systems, and the file's application id, which a file copied as SQL text
// loses.
std::string layer_definitions(const SqliteDatabase& database);

// Returns the network of the copy, equal to the one that reading the layers gives, including the coordinate unit.
// Returns nothing if the file has no copy or an unreliable one, which is logged.
std::optional<RoadNetwork> read_copy(const SqliteDatabase& database, const ReadOptions& options);

}  // namespace allways::importers::gpkg
