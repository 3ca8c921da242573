// Lists of origin–destination pairs: one "from,to" a line.
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

// What a file of pairs says of them beside their ends.
struct PairColumns {
    std::vector<std::string> names;                // as the first line has them; none like a column of paths
    std::vector<std::vector<std::string>> values;  // of each pair one for each name

    // What the pair is called: its `label`, `name` or `id`, else its first value; empty where there is none.
    std::string label(std::size_t pair) const;
};

struct PairList {
    std::vector<NodePair> pairs;
    PairColumns columns;
};

// CSV as the importers read it: separated as the first line is by commas, semicolons or tabs, fields perhaps in double
// quotes, or by blanks without quotes. A first line with names ("from,to", in either case) and lines that start with
// '#' are passed over; fields after the second are columns. Between commas positions ("@lon,lat") need quotes; a first
// line with the names from_lon, from_lat, to_lon and to_lat, in any order and among others, makes positions of those
// columns. A further column without a name is "column_3"; one that is called like a column of paths gets "pair_" before
// its name. "-" is standard input, and the path may be that of a pipe. Throws InputError, for a file without pairs too.
PairList read_pairs(const std::string& path);

}  // namespace allways
