// What paths need beside next hops or a factor, in the group /allways of an Open Matrix file or of a factor's.
#pragma once

#include "allways/result/distance_table.h"
#include "matrices/omx_file.h"

namespace allways {

// Reads the group "arcs" in `parent`: what tools/export/omx_arcs.cpp wrote. Columns, texts and shapes may be missing,
// as in files of older versions. Costs are of the table's type; natural ones become int32 of so many digits. Throws
// InputError for a group that is damaged: sizes that differ, indexes out of range.
TableArcs read_arcs(const OmxFile& file, hid_t parent, std::size_t node_count, CostType type, int digits);

// `count` points, each x and y.
std::vector<Coordinate> read_points(const OmxFile& file, hid_t parent, const std::string& name, std::size_t count);

// What is known of the nodes; each is empty where the file does not have it.
struct StoredNodes {
    std::vector<Coordinate> coordinates;
    std::string crs;
    std::vector<std::uint8_t> no_through;
};
StoredNodes read_nodes(const OmxFile& file, hid_t parent, std::size_t node_count);

// The attributes of the group, by name.
TableProvenance read_provenance(const OmxFile& file, hid_t parent);

}  // namespace allways
