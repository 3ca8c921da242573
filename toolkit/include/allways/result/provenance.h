// SPDX-License-Identifier: Apache-2.0
// How a table or a factor was made: notes that are kept with it.
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/result/distance_table.h"

namespace allways {

// Returns the program, then `own`, then the notes of the network. A network's note with the same key as one in `own`
// gets a prefix: "source" is the file that was solved, "network_source" the file that the network was imported from.
// Keys are unique: a "network_source" in the notes takes precedence over their "source".
ALLWAYS_API TableProvenance made_by(TableProvenance own, const TableProvenance& notes);

// The credit that the source of the data requires: the note "attribution" of a network or a table; empty if there is
// none.
ALLWAYS_API std::string attribution_in(const TableProvenance& notes);

}  // namespace allways
