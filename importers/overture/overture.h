// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "text/file_format.h"

namespace allways::importers {

// The theme transportation of Overture Maps: GeoJSON, and layers of GDAL with the same columns.
Format overture_format();

}  // namespace allways::importers
