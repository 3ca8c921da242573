// Lists of origin–destination pairs: one "from,to" a line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allways::tools {

struct NodePair {
    std::string from;
    std::string to;
    std::uint64_t line = 0;
};

// CSV as the importers read it: separated as the first line is by commas, semicolons or tabs, fields perhaps in double
// quotes, or by blanks without quotes. A first line with names ("from,to", in either case) and lines that start with
// '#' are passed over, fields after the second too. Between commas positions ("@lon,lat") need quotes; a first line
// with the names from_lon, from_lat, to_lon and to_lat, in any order and among others, makes positions of those
// columns. "-" is standard input. Throws InputError, for a file without pairs too.
std::vector<NodePair> read_pairs(const std::string& path);

}  // namespace allways::tools
