// Tables that lie beside networks and hold none: what messages call them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/records.h"

namespace allways {

// "a table of …" by the names of the fields, in lower case; empty for a table that is not known.
std::string_view describe_other_table(const std::vector<std::string>& lower_names);

// Lists without field names that look like arcs, but for what stands where nodes would.
class OtherLists {
public:
    // Throws InputError at a row of nodes with coordinates ("id x y"), of named values ("eil51: 426") or of shapes.
    void refuse(const Records& records, std::string_view from, std::string_view to);
    // … and at the end for queries, as the DIMACS challenge has them: a node and 1 where paths start, -1 where they
    // end.
    void refuse_queries(const std::string& path) const;

private:
    std::uint64_t rows_ = 0;
    std::uint64_t starts_ = 0;
    std::uint64_t ends_ = 0;
    std::uint64_t first_end_ = 0;  // its line
};

}  // namespace allways
