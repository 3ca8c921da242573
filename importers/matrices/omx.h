// SPDX-License-Identifier: Apache-2.0
// Solved tables in Open Matrix files.
#pragma once

#include <string>

#include "text/file_format.h"

namespace allways::importers {

// Restores files that Allways wrote completely: distances with skims and ids; next hops, arcs and coordinates if both
// sides are the same nodes; coordinates for origins × destinations. From other Open Matrix files, reads the matrix
// named by options.cost_field, or the first one, as distances without next hops: inf, nan and the value of an attribute
// NA are unreachable; missing diagonal cells become 0 in a square matrix with one lookup for both sides. Throws
// InputError, naming what is missing, if the file is not an Open Matrix table.
TableContent read_omx(const std::string& path, const ReadOptions& options, ImportReport& found);

}  // namespace allways::importers
