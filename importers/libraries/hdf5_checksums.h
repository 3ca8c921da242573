// SPDX-License-Identifier: Apache-2.0
// Checksums of an HDF5 file: of the numbers in each dataset, in its attribute "checksum", and of the whole file. HDF5
// itself keeps checksums of everything else in a file of its version 1.8: names, attributes and the positions of
// datasets. All are checksums of the checksums of pieces of 1 MiB, computed on all cores at the speed of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/mapped_file.h"
#include "libraries/hdf5_file.h"

namespace allways::importers::hdf5 {

// Writes the checksums of datasets, which must be contiguous unless they are empty. `mapped`: the flushed file.
void write_checksums(hid_t file, const MappedFile& mapped, const std::string& path);

// Throws InputError, naming the dataset, if it has changed, has no checksum, or is stored in another file.
void verify_checksums(hid_t file, const MappedFile& mapped, const std::string& path);

// Appends the checksum of the whole file, 16 bytes: "ALLWAYS1" and the checksum of everything before them as a
// little-endian number. Libraries that read the file, such as HDF5, ignore what follows its end. Throws InputError,
// naming `path`, if the file `written` cannot be changed.
void append_file_checksum(const std::string& written, const std::string& path);

// Returns false if the checksum is missing or differs.
bool has_file_checksum(std::span<const std::byte> file);

}  // namespace allways::importers::hdf5
