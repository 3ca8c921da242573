// The arcs of a table in an Open Matrix file: what paths need beside next hops.
#pragma once

#include "allways/result/distance_table.h"
#include "export/omx_writer.h"

namespace allways::tools {

// Makes the group "arcs" in `parent`. Layout: docs/formats.md.
void write_arcs(OmxWriter& writer, hid_t parent, const TableArcs& arcs);

// What that writes, dictionaries of texts apart.
std::uint64_t bytes_of(const TableArcs& arcs);

}  // namespace allways::tools
