// SPDX-License-Identifier: Apache-2.0
// Line layers of vector files and databases in any format that GDAL/OGR reads.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format vector_format();

}  // namespace allways::importers
