// SPDX-License-Identifier: Apache-2.0
// OpenStreetMap data for one mode of travel.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format osm_format();

}  // namespace allways::importers
