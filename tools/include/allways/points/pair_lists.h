// SPDX-License-Identifier: Apache-2.0
// Origin–destination pairs as users request them, and the points that they name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/export/export.h"
#include "allways/importers/points.h"
#include "allways/points/point_list.h"
#include "allways/points/point_table.h"

namespace allways {

// ---- lists of origin–destination pairs: one "from,to" per line

struct NodePair {
    std::string from;
    std::string to;
    std::uint64_t line = 0;
};

// The columns of a pairs file other than the two ends.
struct ALLWAYS_API PairColumns {
    std::vector<std::string> names;                // as in the header line; never a name that columns of paths use
    std::vector<std::vector<std::string>> values;  // for each pair one value per name

    // The name of the pair: the value of its column `label`, `name` or `id`, else its first value; empty if it has no
    // values.
    std::string label(std::size_t pair) const;
};

struct PairList {
    std::vector<NodePair> pairs;
    PairColumns columns;
    std::string first_line;  // for messages; empty if it names the columns of the ends
    // The reference system of pairs whose ends are positions in columns x and y, or geometries; empty: the network's.
    // Nothing: ends are node ids, names of points, or positions "@lon,lat".
    std::optional<std::string> crs = {};
};

// Reads CSV as the importers do: separated like the first line by commas, semicolons or tabs, fields optionally in
// double quotes, or by blanks without quotes. Skips a header line and, without one, lines that start with '#'. The ends
// are the columns that the header names from and to (also origin and destination, start and end, source and target, o
// and d, and these with _id), or positions in columns whose names begin or end with one of these words, such as
// from_lon, from_lat, to_lon, to_lat (PositionColumns); `options.x_field` and `y_field` name two columns each,
// "from_x,to_x". Otherwise the first two fields are the ends. All others are columns. Between commas, positions
// ("@lon,lat") need quotes. An unnamed column is called "column_3"; a name that columns of paths use gets the prefix
// "pair_". "-" is standard input, and the path may be a pipe. Throws InputError, also for a file without pairs, and
// InvalidArgument for an unknown field.
ALLWAYS_API PairList read_pairs(const std::string& path, const PointOptions& options = {});

// The columns, by position, whose names read_pairs() takes for the two ends as names; nothing if one has no such name.
ALLWAYS_API std::optional<std::pair<std::size_t, std::size_t>> named_ends(const std::vector<std::string>& heading);
// True if read_pairs() takes the ends from columns of positions, such as from_lon, from_lat, to_lon, to_lat.
ALLWAYS_API bool has_end_positions(const std::vector<std::string>& heading);

// ---- requested pairs → their list of origins and their list of destinations

// The table cells of the pairs, in the order of the request; for ExportOptions::picked.
using PickedCells = std::vector<TableCell>;

struct PairLists {
    PointSet origins;
    PointSet destinations;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // indexes into both lists, in the order of the request
    PairColumns columns = {};                                    // for each pair
    std::vector<double> trips = {};  // from 0; empty but for lists of trips (allways/points/point_assignment.h)
};

// Collects the distinct names of each side in order of first appearance. `file`: the file of the pairs; empty: the
// command line. With `points`, the ends are ids of these points; throws InputError for an id that none or two of them
// have.
ALLWAYS_API PairLists pair_lists(PairList list, const std::string& file, const PointSides* points = nullptr);
// Throws as read_pairs and pair_lists do.
ALLWAYS_API PairLists read_pair_lists(const std::string& path, const PointOptions& options = {},
                                      const PointSides* points = nullptr);

// All pairs of an origin and a destination (all_pairs); each origin with its `nearest` destinations by cost, nearest
// first, without itself (nearest_pairs); each destination with its nearest origins, likewise (nearest_origin_pairs).
// The latter two solve the table of the request.
ALLWAYS_API PairLists all_pairs(PointSet origins, PointSet destinations);
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
