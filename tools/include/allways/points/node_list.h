// SPDX-License-Identifier: Apache-2.0
// Lists of nodes and positions: the origins of a table, or its destinations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/ids.h"
#include "allways/importers/points.h"

namespace allways {

// Names of nodes in the order given; names may repeat.
struct NodeList {
    std::string file;  // source file; empty: the command line
    std::vector<std::string> names;
    std::vector<std::uint64_t> lines;   // line of each name in the file
    std::string first_line;             // of the file, for messages; of pairs files: empty if it names columns
    bool are_single = false;            // each name is one node or position, never a range or "centroids"
    std::vector<std::string> ids = {};  // if the file has others than the nodes': of zones, whose node has each name
    // The file's values of PointOptions::number_fields, by field, and of text_field, as those of a PointSet.
    std::vector<std::vector<double>> numbers = {};
    std::vector<std::string> texts = {};
};

// Parses "1,2,@7.41,43.73", or reads "@FILE" ("@-": standard input) with one node or position per line: the node is in
// the column named node_id, else `options.id_field` or id if the first line has such a name, else in the first column.
// Beside node_id, `options.id_field` or a column of ids of points, such as zone_id, has the ids. Separators and quotes
// are those of CSV, but positions need no quotes; without such a name, lines that start with '#' are skipped. Throws
// InvalidArgument, naming
ALLWAYS_API NodeList read_node_list(const std::string& text, const std::string& option,
                                    const PointOptions& options = {});

// The nodes that a list may name.
struct NodeNames {
    const IdTable& ids;
    std::span<const std::uint8_t> no_through = {};  // as RoadNetwork::no_through
    std::string_view zones = {};                    // a range of zone centroids that paths may pass, as "1-24"
};

// Replaces names that are not ids: a range "1-1525" by the ids between its two numbers, in ascending order, and
// "centroids" by the ids of all zone centroids, in the order of the nodes. Throws InputError, naming the list's file
// and line and the `source`, for a range without nodes and if there are no centroids. A list of single names stays as
// it is.
ALLWAYS_API void expand(NodeList& list, const NodeNames& nodes, const std::string& source);

// Throws InputError for an unknown id, naming the list's file and line, the `source`, and similar ids.
ALLWAYS_API std::vector<NodeIndex> find_nodes(const NodeList& list, const IdTable& ids, const std::string& source);

// Rethrows the error of a name, adding its place in the file and what the user may have meant.
[[noreturn]] ALLWAYS_API void fail_at(const NodeList& list, std::size_t at, const Error& error);

}  // namespace allways
