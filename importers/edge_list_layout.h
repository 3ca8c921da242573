// Which field of an edge list is what: from the options, the header's names, or the number of fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"

namespace allways {

struct EdgeListLayout {
    std::vector<std::string> names;  // one a field: the header's, or "1", "2", … without a header
    bool has_header = false;
    std::size_t from = 0;
    std::size_t to = 1;
    std::optional<std::size_t> cost;
    std::optional<std::size_t> id;
};

// Whether some names of a header are the usual ones for an arc's two ends.
bool names_arc_ends(const std::vector<std::string_view>& header);

// Decides by the first record. Guesses are said through `log`. Throws InputError where the ends cannot be told, naming
// the fields there are; InvalidArgument for an option that names no field.
EdgeListLayout decide_edge_list_layout(const std::string& path, std::uint64_t line,
                                       const std::vector<std::string_view>& first_record, const ReadOptions& options);

}  // namespace allways
