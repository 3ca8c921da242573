// SPDX-License-Identifier: Apache-2.0
// Matrix Market arrays: the registry entry, and the values of any array.
#pragma once

#include <vector>

#include "matrices/matrix_market_file.h"
#include "text/file_format.h"

namespace allways::importers {

// Returns the numbers in file order: column by column. Throws InputError if their count differs from that in the
// header.
std::vector<Decimal> read_array_values(MatrixMarketFile& file);

Format matrix_market_array_format();

}  // namespace allways::importers
