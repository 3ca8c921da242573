// Requested pairs → the sides of a table that has them all, and their cells in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/export/export.h"
#include "allways/points/pairs_file.h"
#include "allways/points/point_list.h"
#include "allways/points/point_table.h"

namespace allways {

// For each row of a table the columns of the pairs, in the order of the request; as ExportOptions::picked.
using PickedCells = std::vector<std::vector<std::uint32_t>>;

struct PairLists {
    PointList origins;  // each name once, in order of first appearance
    PointList destinations;
    PickedCells cells;  // of the table of these two lists
};

// `file`: where the pairs come from; empty: the command line.
PairLists pair_lists(const std::vector<NodePair>& pairs, const std::string& file);
// As read_pairs.
PairLists read_pair_lists(const std::string& path);

// The pairs whose ends are both in the table that was found for the lists.
PickedCells picked_cells(const PairLists& lists, const FoundTable& found);

// Makes a table be written as these pairs, even those without a path unless options say otherwise.
void pick(PickedCells cells, ExportOptions& options);

}  // namespace allways
