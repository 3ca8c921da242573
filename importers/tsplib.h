// TSPLIB95 instances as cost matrices: EXPLICIT weights in every layout, and the coordinate types.
#pragma once

#include "formats.h"

namespace allways {

Format tsplib_format();

}  // namespace allways
