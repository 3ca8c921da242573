// Lists of nodes and positions: the origins of a table, or its destinations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/ids.h"

namespace allways {

// Names of nodes in the order given, some of them perhaps several times.
struct NodeList {
    std::string file;  // that named them; empty: the command line
    std::vector<std::string> names;
    std::vector<std::uint64_t> lines;  // of the file, one each
    std::string first_line;            // of the file, where it has several columns: what messages repeat
};

// "1,2,@7.41,43.73", or "@FILE" with one node or position a line ("@-": standard input): its id in the column named
// node_id or id where the first line has such a name, else in the first column. Separators and quotes are those of CSV,
// but a position needs no quotes; lines that start with '#' are passed over. Throws InvalidArgument, naming `option`,
// or InputError where there is no id, and for coordinates without a line of names.
NodeList read_node_list(const std::string& text, const std::string& option);

// Throws InputError for an unknown id: the list's file and line, `source` that has no such node, and ids like it.
std::vector<NodeIndex> find_nodes(const NodeList& list, const IdTable& ids, const std::string& source);

// Throws the error of a name anew: where in its file it stands, and what the user may have meant.
[[noreturn]] void fail_at(const NodeList& list, std::size_t at, const Error& error);

}  // namespace allways
