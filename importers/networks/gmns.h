// SPDX-License-Identifier: Apache-2.0
// GMNS networks (General Modeling Network Specification): a folder with link.csv, node.csv and config.csv.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format gmns_format();

}  // namespace allways::importers
