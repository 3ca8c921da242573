// SPDX-License-Identifier: Apache-2.0
// Networks of the 9th DIMACS Implementation Challenge: X.gr with X.co, plain or gzip.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format dimacs_format();

}  // namespace allways::importers
