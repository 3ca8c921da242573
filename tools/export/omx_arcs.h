// What paths need beside next hops or a factor, in the group /allways of an Open Matrix file or of a factor's.
#pragma once

#include "allways/result/distance_table.h"
#include "export/omx_writer.h"

namespace allways::tools {

// Makes the group "arcs" in `parent`, with these costs, which are `arcs.cost` in the numbers of the file. Layout:
// docs/formats.md.
void write_arcs(OmxWriter& writer, hid_t parent, const TableArcs& arcs, const CostVector& costs);

// What that writes with costs of this type, dictionaries of texts apart.
std::uint64_t bytes_of(const TableArcs& arcs, CostType cost_type);

// What is known of the nodes; what is empty is left out.
void write_nodes(OmxWriter& writer, hid_t parent, const std::vector<Coordinate>& coordinates, const std::string& crs,
                 const std::vector<std::uint8_t>& no_through);

// Attributes of the group: who wrote it, and names to texts.
void write_provenance(OmxWriter& writer, hid_t parent, const TableProvenance& provenance);

}  // namespace allways::tools
