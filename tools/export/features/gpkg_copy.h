// SPDX-License-Identifier: Apache-2.0
// Adds the packed copy of its network to a GeoPackage (importers/networks/gpkg_copy.h).
#pragma once

#include <string>

#include "allways/base/progress.h"

namespace allways::tools {

// Reads the layers of the finished file back and adds the copy of what was read, so that both are equal. If the layers
// cannot be read, no copy is added and the reason is logged; if reading warns, no copy is added either, so that every
// reader sees the warning. `name` is the file's name in messages. Throws InputError if the file cannot be written.
void add_network_copy(const std::string& file, const std::string& name, const ProgressCallback& progress,
                      const LogCallback& log_to);

}  // namespace allways::tools
