// SPDX-License-Identifier: Apache-2.0
// Lists of pairs as Allways writes them, "from,to,time_s,length_m": a table, one row per pair.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

// Recognised by the suffix .long.csv, or if a table is wanted: otherwise such a list could be one of arcs.
Format csv_long_format();

}  // namespace allways::importers
