// SPDX-License-Identifier: Apache-2.0
// What an edge list states about itself, in the comments and headers of SNAP and KONECT, in a first row of sizes and by
// the form of its first rows; and the role of each of its fields: from the options, the header's names, or the number
// of fields.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"
#include "attributes/arc_table.h"

namespace allways::importers {

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

struct EdgeListLayout {
    FieldNames names;  // the header's, or "1", "2", … without a header
    bool has_header = false;
    bool ends_named = false;  // the options name the fields of the ends
    std::size_t from = 0;
    std::size_t to = 1;
    std::optional<std::size_t> cost;
    bool is_cost_stated = false;  // by an option, by the name "cost" or by its position, not guessed from its name
    std::optional<std::size_t> reverse_cost;  // cost of the reverse arc, as in pgRouting
    std::optional<std::size_t> direction;     // the rows' directions, in the words of OnewayValues
    bool is_direction_stated = false;         // by an option, or plain by other fields
    std::vector<DirectedField> directed;
    bool is_pgrouting = false;  // its negative costs mean no arc
    std::optional<std::size_t> id;
    std::optional<std::size_t> name;  // of the road; one that is guessed counts if it has texts
    bool is_name_stated = false;
    std::optional<std::array<std::size_t, 4>> ends;  // x1, y1, x2, y2: coordinates of the arc's two nodes
    std::optional<std::size_t> geometry;             // the arc's line as text

    // Returns the two fields of which this is one; null if it has one value for both directions.
    const DirectedField* directed_of(std::size_t field) const;
    // Returns true if the field has a role other than that of a column of numbers.
    bool is_taken(std::size_t field) const;
};

// Decides by the first record; logs guesses. Throws InputError, listing the fields, if the ends cannot be identified,
// and InvalidArgument for an option that names no field.
EdgeListLayout decide_edge_list_layout(const std::string& path, std::uint64_t line,
                                       const std::vector<std::string_view>& first_record, const EdgeListFacts& facts,
                                       const ReadOptions& options);

}  // namespace allways::importers
