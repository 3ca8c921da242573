// SPDX-License-Identifier: Apache-2.0
// Checks that finished layer files are whole: GDAL does not report that the last bytes could not be written as it
// closed them, as on a full disk.
#pragma once

#include <cstdint>
#include <filesystem>

namespace allways::tools {

// Returns true if NAME.shp, .shx and .dbf hold as many records as stated and end where their headers say. `geometries`:
// false for a .dbf alone.
bool is_whole_shapefile(const std::filesystem::path& file, std::uint64_t features, bool geometries);

// Returns true if the file ends with its last feature. `indexed`: it has a spatial index.
bool is_whole_flatgeobuf(const std::filesystem::path& file, std::uint64_t features, bool indexed);

}  // namespace allways::tools
