// SPDX-License-Identifier: Apache-2.0
// Adds the packed copy of its network to a GeoPackage (importers/networks/gpkg_copy.h).
#pragma once

#include <string>

#include "allways/base/progress.h"

namespace allways::tools {

// Reads the layers of the finished file back and adds the copy, so that both say the same. Adds none, and logs why, if
// they cannot be read; and none if reading warns, so that every reader hears the warning. `name` is the file's in
// messages. Throws InputError if the file cannot be written.
void add_network_copy(const std::string& file, const std::string& name, const ProgressCallback& progress,
                      const LogCallback& log_to);

}  // namespace allways::tools
