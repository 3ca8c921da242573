// SPDX-License-Identifier: Apache-2.0
// GeoPackages in Allways' own network layout: `allways import` writes them (tools/export/formats/gpkg.cpp) and any GIS
// opens them. docs/formats.md describes the layout.
#pragma once

#include <string>

#include "allways/importers/read.h"

namespace allways::importers::gpkg {

// Reads the layers themselves, never the packed copy in the file (gpkg_copy.h).
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

}  // namespace allways::importers::gpkg
