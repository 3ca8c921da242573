// What a file claims to hold, against what its bytes can hold: checked before memory is asked for.
#pragma once

#include <cstdint>

#include "text/input_file.h"

namespace allways {

// Throws InputError where rows × columns values of at least `bits` each do not fit into the file's content.
void require_values_fit(const InputFile& file, std::uint64_t rows, std::uint64_t columns, std::uint64_t bits);

// The same for nodes that no line has to name, from all that was read: a network has few nodes without arcs, so a file
// has bytes for most of them.
void require_nodes_fit(const InputFile& file, std::uint64_t nodes, std::uint64_t bytes);

}  // namespace allways
