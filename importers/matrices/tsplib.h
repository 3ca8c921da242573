// SPDX-License-Identifier: Apache-2.0
// TSPLIB95 instances as cost matrices: EXPLICIT weights in every layout, and the coordinate types.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format tsplib_format();

}  // namespace allways::importers
