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

// Fields are separated by a comma, semicolon or blanks and may be in double quotes; a first line with names
// ("from,to") and lines that start with '#' are passed over. "-" is standard input. Throws InputError.
std::vector<NodePair> read_pairs(const std::string& path);

}  // namespace allways::tools
