// SPDX-License-Identifier: Apache-2.0
// Finds the ends of the blocks of an OSM PBF file before any is decoded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allways::importers::osm {

// Returns the end offset of each block, the header's first; the last is the size of the file. libosmium takes the end
// of the file inside a block's size, and a size of 0, as the end of the data; here every byte must belong to a block.
// Source: OpenStreetMap wiki, "PBF Format", section "File format" (sizes of BlobHeader and Blob, and their limits).
// Throws InputError if the blocks do not fill the file.
std::vector<std::uint64_t> pbf_block_ends(const std::string& path);

}  // namespace allways::importers::osm
