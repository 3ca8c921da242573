// What an edge list says about itself: in the comments and headers of SNAP and KONECT, in a first row of sizes, and by
// the shape of its first rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "allways/importers/read.h"

namespace allways {

inline constexpr std::string_view edge_list_comments = "#%";

struct EdgeListFacts {
    char delimiter = ',';
    // KONECT's fields are from, to, weight and time, whatever their number; of unweighted networks the third one counts
    // repeated edges.
    bool konect = false;
    bool weighted = true;
    bool bipartite = false;          // KONECT: both sides have their own node 1
    std::optional<bool> undirected;  // as stated
    std::string statement;           // … by these words
    // The first row without a '#' or '%' states the sizes and is no arc: "nodes edges", or as in Matrix Market "nodes
    // nodes edges".
    bool has_size_row = false;
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> edges;  // rows
    std::uint64_t counts_line = 0;
    bool first_field_repeats = false;  // in the first rows: it is no id of arcs
};

// Reads the comments and the first rows; the whole file only as long as its first row may state sizes.
EdgeListFacts survey_edge_list(const std::string& path, const ReadOptions& options);

// Whether a text starts with KONECT's header: "% sym unweighted", "% asym posweighted", …
bool is_konect_header(std::string_view line);

}  // namespace allways
