// SPDX-License-Identifier: Apache-2.0
// Lists of origin–destination pairs: one "from,to" per line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/importers/points.h"

namespace allways {

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

}  // namespace allways
