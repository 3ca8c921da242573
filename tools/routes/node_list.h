// Lists of nodes: the origins of a table, or its destinations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/ids.h"

namespace allways::tools {

// Names of nodes in the order given, some of them perhaps several times.
struct NodeList {
    std::string file;  // that named them; empty: the command line
    std::vector<std::string> names;
    std::vector<std::uint64_t> lines;  // of the file, one each
};

// "1,2,3", or "@FILE" with one node a line ("@-": standard input): its id in the column named node_id or id where the
// first line has such a name, else in the first column. Separators and quotes are those of CSV; lines that start with
// '#' are passed over. Throws InvalidArgument, naming `option`, or InputError where there is no id.
NodeList read_node_list(const std::string& text, const std::string& option);

// Throws InputError for an unknown id: the list's file and line, `source` that has no such node, and ids like it.
std::vector<NodeIndex> find_nodes(const NodeList& list, const IdTable& ids, const std::string& source);

}  // namespace allways::tools
