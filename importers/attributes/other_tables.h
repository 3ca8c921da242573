// SPDX-License-Identifier: Apache-2.0
// Tables that often accompany networks but contain no network, and their names in messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/csv_reader.h"

namespace allways::importers {

// Returns "a table of …" for the field names, in lower case; empty for an unknown table.
std::string_view describe_other_table(const std::vector<std::string>& lower_names);

// Recognises lists without field names that look like arcs but have no node ids in the first two fields.
class OtherLists {
public:
    // Throws InputError for a row of node coordinates ("id x y"), of named values ("eil51: 426") or of shapes.
    void refuse(const Rows& records, std::string_view from, std::string_view to);
    // Throws InputError after the last row if the rows are queries of the DIMACS challenge: a node, and 1 if paths
    // start there or -1 if they end there.
    void refuse_queries(const std::string& path) const;

private:
    std::uint64_t rows_ = 0;
    std::uint64_t starts_ = 0;
    std::uint64_t ends_ = 0;
    std::uint64_t first_end_ = 0;  // its line number
};

}  // namespace allways::importers
