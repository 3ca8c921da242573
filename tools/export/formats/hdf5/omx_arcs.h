// SPDX-License-Identifier: Apache-2.0
// The data that paths need besides next hops or a factor, in the group /allways of an Open Matrix or factor file.
#pragma once

#include "allways/result/distance_table.h"
#include "export/formats/hdf5/omx_writer.h"

namespace allways::tools {

// Creates the group "arcs" in `parent`. `costs` and `step_costs` are those of `arcs`, converted to the file's numbers.
// docs/formats.md has the layout.
void write_arcs(OmxWriter& writer, hid_t parent, const TableArcs& arcs, const CostArray& costs,
                const CostArray& step_costs);

// Creates the group "arcs" in `parent` with what depends on the cost alone: costs and states.
void write_costs(OmxWriter& writer, hid_t parent, const TableArcs& arcs);

// The bytes that write_arcs writes for costs of this type, not counting dictionaries of texts.
std::uint64_t bytes_of(const TableArcs& arcs, CostType cost_type);

// Writes the nodes' known attributes; empty ones are left out.
void write_nodes(OmxWriter& writer, hid_t parent, std::span<const Coordinate> coordinates, const std::string& crs,
                 std::span<const std::uint8_t> no_through);

// Writes the generator and the provenance's texts, by name, as attributes of the group.
void write_provenance(OmxWriter& writer, hid_t parent, const TableProvenance& provenance);

}  // namespace allways::tools
