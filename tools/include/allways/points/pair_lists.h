// SPDX-License-Identifier: Apache-2.0
// Requested pairs → their list of origins and their list of destinations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/export/export.h"
#include "allways/points/pairs_file.h"
#include "allways/points/point_list.h"
#include "allways/points/point_table.h"

namespace allways {

// The table cells of the pairs, in the order of the request; for ExportOptions::picked.
using PickedCells = std::vector<TableCell>;

struct PairLists {
    PointList origins;
    PointList destinations;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // indexes into both lists, in the order of the request
    PairColumns columns = {};                                    // for each pair
};

// The points that pairs name by their ids: one file for both ends, or one for each.
struct NamedPoints {
    PointList origins;
    std::optional<PointList> destinations = {};  // nothing: the same as the origins

    const PointList& ends() const { return destinations ? *destinations : origins; }
};

// Collects the distinct names of each side in order of first appearance. `file`: the file of the pairs; empty: the
// command line. With `points`, the ends are ids of these points; throws InputError for an id that none or two of them
// have.
ALLWAYS_API PairLists pair_lists(PairList list, const std::string& file, const NamedPoints* points = nullptr);
// Throws as read_pairs and pair_lists do.
ALLWAYS_API PairLists read_pair_lists(const std::string& path, const PointOptions& options = {},
                                      const NamedPoints* points = nullptr);

// All pairs of an origin and a destination (all_pairs); each origin with its `nearest` destinations by cost, nearest
// first, without itself (nearest_pairs); each destination with its nearest origins, likewise (nearest_origin_pairs).
// The latter two solve the table of the request.
ALLWAYS_API PairLists all_pairs(PointList origins, PointList destinations);
ALLWAYS_API PairLists nearest_pairs(const Input& input, const TableRequest& request, std::uint64_t nearest);
ALLWAYS_API PairLists nearest_origin_pairs(const Input& input, const TableRequest& request, std::uint64_t nearest);

// The cells of the pairs with both ends in the table that was found for the lists. `kept` gets the indexes of these
// pairs.
ALLWAYS_API PickedCells picked_cells(const PairLists& lists, const FoundTable& found,
                                     std::vector<std::uint32_t>* kept = nullptr);

// Sets the options so that a table is written as these pairs, including pairs without a path unless options say
// otherwise.
ALLWAYS_API void pick(PickedCells cells, ExportOptions& options);

}  // namespace allways
