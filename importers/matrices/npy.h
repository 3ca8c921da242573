// SPDX-License-Identifier: Apache-2.0
// NumPy .npy arrays as matrices.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format npy_format();

}  // namespace allways::importers
