// SPDX-License-Identifier: Apache-2.0
// Data that paths need in addition to next hops or a factor, in the group /allways of an Open Matrix or factor file.
#pragma once

#include "allways/result/distance_table.h"
#include "matrices/omx_file.h"

namespace allways::importers {

// Reads the group "arcs" in `parent`, as tools/export/formats/hdf5/omx_arcs.cpp wrote it. Columns, texts and shapes may
// be missing, as in files of older versions. Costs have the table's type; natural ones become int32 with `digits`
// digits. Throws InputError for a damaged group: sizes that differ, indexes out of range (not checked in a mapped
// file).
TableArcs read_arcs(const OmxFile& file, hid_t parent, std::size_t node_count, CostType type, int digits);

// Reads another cost of the arcs from the group "arcs" in `parent`: costs, and states with their costs.
void read_other_costs(const OmxFile& file, hid_t parent, CostType type, TableArcs& arcs);

// Reads `count` points, each x and y.
std::vector<Coordinate> read_points(const OmxFile& file, hid_t parent, const std::string& name, std::size_t count);

// Stored data of the nodes; members that the file lacks are empty.
struct StoredNodes {
    SharedArray<Coordinate> coordinates;
    std::string crs;
    SharedArray<std::uint8_t> no_through;
};
StoredNodes read_nodes(const OmxFile& file, hid_t parent, std::size_t node_count);

// Reads the attributes of the group, by name.
TableProvenance read_provenance(const OmxFile& file, hid_t parent);

// Throws InputError if the group /allways has a newer layout than this program knows.
void check_own_layout(const OmxFile& file, hid_t own);

}  // namespace allways::importers
