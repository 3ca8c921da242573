// SPDX-License-Identifier: Apache-2.0
// Finds the blocks of an OSM PBF file before any is decoded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allways::importers::osm {

// Where the data of a block are, its blob.
struct PbfBlock {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// Returns every block, the header first; the last one ends with the file: every byte must belong to a block.
// Source: OpenStreetMap wiki, "PBF Format", section "File format" (sizes of BlobHeader and Blob, and their limits).
// Throws InputError if the blocks do not fill the file, or if one is not of the kind that its place demands.
std::vector<PbfBlock> find_pbf_blocks(const std::string& path);

}  // namespace allways::importers::osm
