// SPDX-License-Identifier: Apache-2.0
// The profiles of OpenStreetMap and the table of countries' speed limits, embedded at build time from profiles/.
#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace allways::importers::osm {

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::importers::osm
