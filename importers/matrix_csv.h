// Tables of numbers as matrices: CSV, or separated by blanks.
#pragma once

#include "formats.h"

namespace allways {

Format matrix_csv_format();

}  // namespace allways
