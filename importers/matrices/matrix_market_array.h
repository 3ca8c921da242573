// Matrix Market arrays: the registry entry, and the numbers of any array.
#pragma once

#include <vector>

#include "matrices/matrix_market_file.h"
#include "text/file_format.h"

namespace allways {

// The numbers in the order of the file: column by column. Throws InputError where they are fewer or more than the
// header states.
std::vector<Decimal> read_array_values(MatrixMarketFile& file);

Format matrix_market_array_format();

}  // namespace allways
