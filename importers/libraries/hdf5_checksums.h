// SPDX-License-Identifier: Apache-2.0
// Checksums of the numbers in an HDF5 file: each dataset has an attribute "checksum". HDF5 itself keeps checksums of
// everything else in a file of its version 1.8: names, attributes and the positions of datasets.
#pragma once

#include <string>

#include "base/mapped_file.h"
#include "libraries/hdf5_file.h"

namespace allways::importers::hdf5 {

// Writes the checksums. Datasets that are not empty must be contiguous. `mapped`: the flushed file. Runs on all cores,
// at the speed of memory.
void write_checksums(hid_t file, const MappedFile& mapped, const std::string& path);

// Throws InputError, naming the dataset, if it has changed, has no checksum, or is stored in another file. Runs on all
// cores.
void verify_checksums(hid_t file, const MappedFile& mapped, const std::string& path);

}  // namespace allways::importers::hdf5
