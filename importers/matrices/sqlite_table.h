// SPDX-License-Identifier: Apache-2.0
// SQLite databases of pairs as Allways writes them.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format sqlite_table_format();

}  // namespace allways::importers
