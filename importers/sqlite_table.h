// SQLite databases of pairs as Allways writes them.
#pragma once

#include "formats.h"

namespace allways {

Format sqlite_table_format();

}  // namespace allways
