// SPDX-License-Identifier: Apache-2.0
// Parquet is left to the Python package (docs/decisions/0022-parquet-in-python.md): how to recognise it, and what to
// say.
#pragma once

#include <string>

namespace allways::importers {

inline constexpr const char* how_to_read_parquet =
    "Parquet is read from Python. Convert a network with: python3 -c \"import allways; "
    "allways.read_network('roads.parquet').write('roads.gpkg')\"; a table with: python3 -c \"import allways; "
    "allways.read_table('table.parquet').write('table.omx')\"; points and pairs with: python3 -c \"import pandas; "
    "pandas.read_parquet('points.parquet').to_csv('points.csv', index=False)\"";
inline constexpr const char* how_to_write_parquet =
    "Parquet is written from Python. Write a GeoPackage or OMX here, then convert a table with: python3 -c \"import "
    "allways; allways.read_table('table.omx').write('table.parquet')\"; a network or another layer with: python3 -c "
    "\"import geopandas; geopandas.read_file('roads.gpkg', layer='link').to_parquet('roads.parquet')\"";

// Returns true if the format, or without one the suffix of the path, is that of Parquet or GeoParquet.
bool names_parquet(const std::string& path, const std::string& format);

// Throws InputError for a file that begins as Parquet. Pipes are not touched.
void refuse_parquet(const std::string& path);

}  // namespace allways::importers
