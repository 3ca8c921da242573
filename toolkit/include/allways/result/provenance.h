// What travels with a table or a factor: how it was made.
#pragma once

#include <string>

#include "allways/result/distance_table.h"

namespace allways {

// The program, then `own`, then the notes of the network. A note under one of our own names is told apart: "source" is
// what was solved, "network_source" what the network was before it was imported. Each key comes once: what the notes
// call "network_source" goes before their own "source".
TableProvenance made_by(TableProvenance own, const TableProvenance& notes);

// Whom the data are owed to: the note "attribution" of a network or a table; empty where there is none.
std::string attribution_in(const TableProvenance& notes);

}  // namespace allways
