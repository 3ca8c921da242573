// SPDX-License-Identifier: Apache-2.0
// Tables of numbers as matrices: CSV, or separated by blanks.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format matrix_csv_format();

}  // namespace allways::importers
