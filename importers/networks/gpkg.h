// Networks in GeoPackages of Allways' own layout: what `allways import` writes (tools/export/gpkg.cpp) and any GIS
// opens. docs/formats.md has the layout.
#pragma once

#include "text/file_format.h"

namespace allways {

Format gpkg_format();

// The names that the writer and the reader share.
namespace gpkg {

inline constexpr const char* node_layer = "node";
inline constexpr const char* link_layer = "link";
inline constexpr const char* column_table = "allways_column";
inline constexpr const char* provenance_table = "allways_provenance";
inline constexpr const char* order_table = "allways_order";  // only where the network holds an order of elimination

inline constexpr const char* number_kind = "number";
inline constexpr const char* text_kind = "text";

// Notes of a network that was read from a GeoPackage: where it was before.
inline constexpr const char* source_note = "source";
inline constexpr const char* format_note = "source_format";

}  // namespace gpkg

}  // namespace allways
