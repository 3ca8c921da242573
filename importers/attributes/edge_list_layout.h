// Which field of an edge list is what: from the options, the header's names, or the number of fields.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/importers/read.h"
#include "attributes/edge_list_facts.h"

namespace allways {

struct EdgeListLayout {
    std::vector<std::string> names;  // one a field: the header's, or "1", "2", … without a header
    bool has_header = false;
    bool ends_named = false;  // by options
    std::size_t from = 0;
    std::size_t to = 1;
    std::optional<std::size_t> cost;
    std::optional<std::size_t> reverse_cost;  // of the arc back, as pgRouting has it
    std::optional<std::size_t> id;
    std::optional<std::array<std::size_t, 4>> ends;  // x1, y1, x2, y2: where the arc's two nodes are
    std::optional<std::size_t> geometry;             // its line as text

    // Whether a field has a part other than that of a column of numbers.
    bool is_taken(std::size_t field) const;
};

// The usual names, in lower case, of the cost against a line's direction.
inline constexpr std::array<std::string_view, 2> reverse_cost_names{"reverse_cost", "rcost"};

// Where each direction has its cost: negative and missing ones close theirs.
inline bool opens_direction(const Decimal& cost) {
    return !cost.is_missing() && cost.digits() >= 0;
}

// Whether some names of a header are the usual ones for an arc's two ends.
bool names_arc_ends(const std::vector<std::string_view>& header);

// The fields of an arc's two ends by their usual names, which go together: "a" is an end only where "b" is the other.
// Names in lower case; nothing where none are there.
std::optional<std::pair<std::size_t, std::size_t>> find_arc_ends(const std::vector<std::string>& lower_names);

// Decides by the first record. Guesses are said through `log`. Throws InputError where the ends cannot be told, naming
// the fields there are; InvalidArgument for an option that names no field.
EdgeListLayout decide_edge_list_layout(const std::string& path, std::uint64_t line,
                                       const std::vector<std::string_view>& first_record, const EdgeListFacts& facts,
                                       const ReadOptions& options);

// The field that is taken for the cost where none is named.
std::optional<std::size_t> guessed_cost_field(const std::vector<std::string>& lower_names);

}  // namespace allways
