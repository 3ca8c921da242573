// Matrix Market coordinate matrices: the registry entry and the reader.
#pragma once

#include "formats.h"

namespace allways {

Format matrix_market_format();

}  // namespace allways
