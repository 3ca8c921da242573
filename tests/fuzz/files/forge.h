// SPDX-License-Identifier: Apache-2.0
// Makes files that are valid for their library but wrong for Allways.
#pragma once

#include <filesystem>

#include "random.h"

namespace fuzz {

// Changes datasets, attributes and links of an HDF5 file: values out of range, hops in circles, other shapes and types.
// Most factors get checksums that fit.
void forge_hdf5(const std::filesystem::path& file, Random& random);

// Changes rows and tables of an SQLite database: wrong types, blobs cut short, views that never end.
void forge_sqlite(const std::filesystem::path& file, Random& random);

}  // namespace fuzz
