// SPDX-License-Identifier: Apache-2.0
// Lists of arcs, one per line: CSV with field names, or numbers separated by blanks.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format edge_list_format();

}  // namespace allways::importers
