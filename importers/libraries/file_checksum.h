// SPDX-License-Identifier: Apache-2.0
// A checksum of a whole file, behind its last byte: 16 bytes, "ALLWAYS1" and the checksum of everything before them as
// a little-endian number. Libraries that read the file, such as HDF5, ignore what follows its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace allways::importers {

// The checksum of the checksums of pieces of 1 MiB. Runs on all cores, at the speed of memory.
std::uint64_t checksum_of_pieces(std::span<const std::byte> bytes);

// Throws InputError, naming `path`, if the file `written` cannot be changed.
void append_file_checksum(const std::string& written, const std::string& path);

// Returns false if the checksum is missing or differs.
bool has_file_checksum(std::span<const std::byte> file);

}  // namespace allways::importers
