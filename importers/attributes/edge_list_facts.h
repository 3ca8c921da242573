// SPDX-License-Identifier: Apache-2.0
// Facts that an edge list states about itself: in the comments and headers of SNAP and KONECT, in a first row of sizes,
// and by the form of its first rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "allways/importers/read.h"

namespace allways::importers {

inline constexpr std::string_view edge_list_comments = "#%";

struct EdgeListFacts {
    char delimiter = ',';
    // KONECT's fields are from, to, weight and time, whatever their number; in unweighted networks the third counts
    // repeated edges.
    bool konect = false;
    bool weighted = true;
    bool bipartite = false;          // KONECT: each side numbers its nodes from 1
    std::optional<bool> undirected;  // as the file states it
    std::string statement;           // the words that state the direction
    // The first row without '#' or '%' states the sizes instead of an arc: "nodes edges", "nodes nodes edges" as in
    // Matrix Market, or the same with the edges first.
    bool has_size_row = false;
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> edges;  // number of rows
    std::uint64_t counts_line = 0;
    bool first_field_repeats = false;  // among the first rows, so the field is not an arc id
};

// Reads the comments and the first rows. Continues through the file only while its first row may still state sizes.
EdgeListFacts survey_edge_list(const std::string& path, const ReadOptions& options);

// Returns true if the line is KONECT's header: "% sym unweighted", "% asym posweighted", …
bool is_konect_header(std::string_view line);

}  // namespace allways::importers
