// SPDX-License-Identifier: Apache-2.0
// The files of `allways demo`, embedded at build time: data/village.osm and data/village_customers.csv.
#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace allways::command::demo {

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::command::demo
