// The arcs behind the next hops of a table in an Open Matrix file.
#pragma once

#include "allways/result/distance_table.h"
#include "omx_file.h"

namespace allways {

// Reads the group "arcs" in `parent`: what tools/export/omx_arcs.cpp wrote. Columns, texts and shapes may be missing,
// as in files of older versions. Throws InputError for a group that is damaged: sizes that differ, indexes out of
// range.
TableArcs read_arcs(const OmxFile& file, hid_t parent, std::size_t node_count, CostType type);

}  // namespace allways
