// SPDX-License-Identifier: Apache-2.0
// Messages of GDAL and PROJ, for programs that show them.
#pragma once

#include <string_view>

#include "allways/base/api.h"

namespace allways {

// Passes GDAL's and PROJ's own messages to `take`; readers include the relevant ones in their errors. Call it once when
// the program starts: GDAL has one such handler for all threads.
ALLWAYS_API void pass_on_gdal_messages(void (*take)(std::string_view message));

}  // namespace allways
