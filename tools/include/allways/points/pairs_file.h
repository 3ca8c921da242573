// Lists of origin–destination pairs: one "from,to" per line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allways {

struct NodePair {
    std::string from;
    std::string to;
    std::uint64_t line = 0;
};

// The columns of a pairs file other than the two ends.
struct PairColumns {
    std::vector<std::string> names;                // as in the header line; never the name of a column of paths
    std::vector<std::vector<std::string>> values;  // for each pair one value per name

    // The name of the pair: its `label`, `name` or `id`, else its first value; empty if there is none.
    std::string label(std::size_t pair) const;
};

struct PairList {
    std::vector<NodePair> pairs;
    PairColumns columns;
};

// Reads CSV as the importers do: separated like the first line by commas, semicolons or tabs, fields optionally in
// double quotes, or by blanks without quotes. Skips a header line ("from,to", in any case) and lines that start with
// '#'; fields after the second are columns. Between commas, positions ("@lon,lat") need quotes; a header with from_lon,
// from_lat, to_lon and to_lat, in any order and among others, makes positions of those columns. An unnamed column is
// called "column_3"; a name that columns of paths use gets the prefix "pair_". "-" is standard input, and the path may
// be a pipe. Throws InputError, also for a file without pairs.
PairList read_pairs(const std::string& path);

}  // namespace allways
