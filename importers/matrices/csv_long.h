// Lists of pairs as Allways writes them, "from,to,time_s,length_m": a table, one row a pair.
#pragma once

#include "text/file_format.h"

namespace allways {

// A name that ends with .long.csv tells them, or a table that is wanted: such a list could as well be of arcs.
Format csv_long_format();

}  // namespace allways
