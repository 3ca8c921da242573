// SPDX-License-Identifier: Apache-2.0
// Matrix Market coordinate matrices: the registry entry and the reader.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format matrix_market_format();

}  // namespace allways::importers
