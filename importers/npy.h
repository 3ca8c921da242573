// NumPy .npy arrays as matrices.
#pragma once

#include "formats.h"

namespace allways {

Format npy_format();

}  // namespace allways
