// Lists of arcs, one a line: CSV with field names, or numbers separated by blanks.
#pragma once

#include "text/file_format.h"

namespace allways {

Format edge_list_format();

}  // namespace allways
