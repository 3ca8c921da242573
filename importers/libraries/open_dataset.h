// SPDX-License-Identifier: Apache-2.0
// Opens files with GDAL so that nothing in them opens another file or an address, and finds those inside
// archives.
#pragma once

#include <gdal.h>

#include <string>

namespace allways::importers::gdal {

// Returns the name under which GDAL opens `path`: that of the one vector file in a zip archive (or the folder of
// several Shapefiles), that of a gzip file's content, otherwise `path` itself. Throws InputError for an archive with no
// vector file or with several, listing them.
std::string archived_vector_file(const std::string& path);

// Chooses a driver by content, among those that read a file or folder and its companions of the same name, and keeps
// addresses that the file states (of a schema or a reference system) from being requested. A source that is not a file
// ("PG:dbname=gis", see is_vector_source) may have any driver. Returns null, with GDAL's error, if none opens it.
// Sets `names_address` if the file states such an address.
GDALDatasetH open_dataset(const std::string& name, unsigned flags, const char* const* options = nullptr,
                          bool* names_address = nullptr);

}  // namespace allways::importers::gdal
