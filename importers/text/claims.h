// SPDX-License-Identifier: Apache-2.0
// Checks the sizes that a file claims against its bytes, before memory is allocated.
#pragma once

#include <cstdint>

#include "text/input_file.h"

namespace allways::importers {

// Throws InputError if rows × columns values of at least `bits` each do not fit the file's content.
void require_values_fit(const InputFile& file, std::uint64_t rows, std::uint64_t columns, std::uint64_t bits);

// The same for nodes that need no line of their own, given the bytes read so far: few nodes of a network have no arcs,
// so the file must have bytes for most of them.
void require_nodes_fit(const InputFile& file, std::uint64_t nodes, std::uint64_t bytes);

}  // namespace allways::importers
