// SPDX-License-Identifier: Apache-2.0
// Tables of turn rules: ids of arcs → consecutive arcs of a network, taking each edge in the direction in which the
// sequence travels it; and the CSV file ReadOptions::turns → the turn rules of a network from any reader.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// ---- rows

// Finds all arcs that share an id: both directions of an edge, or more where ids repeat.
class ArcsById {
public:
    explicit ArcsById(const IdTable& ids);  // keeps a reference

    // Returns the arcs in their order; empty if no arc has the id.
    std::span<const ArcIndex> find(std::string_view id) const;

private:
    const IdTable& ids_;
    std::vector<ArcIndex> order_;  // sorted by id, then by index
};

// The ways to choose one arc of each list so that each starts where the one before it ends.
struct ConnectedArcs {
    enum class Ways { none, one, several } ways = Ways::none;
    std::vector<ArcIndex> arcs;  // one per list, if there is exactly one way
};
// With `node`, the first arc must end there. O(sum of the lists).
ConnectedArcs connect_arcs(const RoadNetwork& network, std::span<const std::span<const ArcIndex>> lists,
                           std::optional<NodeIndex> node);

// Splits the ids in one field: "7 8 9", "7, 8; 9", "{7,8,9}", "[7, 8]", "ARRAY[7,8]". Blanks separate ids only if there
// is no comma and no semicolon. Ids may be in double quotes, with \ before a quote or a backslash, as in arrays of
// PostgreSQL. Returns nothing for a bracket or a quote that is never closed, and for a missing id between commas.
std::optional<std::vector<std::string>> split_ids(std::string_view list);
// Joins ids so that split_ids() returns them: "7,8,\"a b\"".
std::string joined_ids(std::span<const std::string> ids);

// Returns "forbidden" or "mandatory".
std::string_view name_of(TurnRules::Kind kind);

// The prices of a network's turns, by pairs of arcs.
class TurnPrices {
public:
    explicit TurnPrices(TurnRules& rules);  // keeps a reference

    // Returns the price of the pair, or null.
    const Decimal* find(ArcIndex from, ArcIndex to) const;
    // Adds the pair, or changes its price.
    void set(ArcIndex from, ArcIndex to, const Decimal& seconds);

private:
    TurnRules& rules_;
    std::unordered_map<std::uint64_t, std::size_t> index_;  // in rules_.costs
};

// ---- the file of turns

// Adds the rules in options.turns to those of the network; a price replaces an existing one for the same arcs. Arcs are
// named by their ids; the two directions of an edge share an id, and the direction is the one in which the arcs follow
// one another. The header determines the layout (docs/formats.md):
//   from_arc, to_arc [, via_arcs] [, kind] [, seconds] [, node] [, source]
//   path [, cost] [, id] [, node]                 restrictions of pgRouting 3.4 and later
//   target_id, via_path [, to_cost] [, node]      restrictions of earlier pgRouting
// Throws InputError with the line for unknown arcs or nodes, for arcs that do not follow one another or do so in
// several ways, for unexpected words and numbers, and for pairs of arcs with several prices. With options.lenient,
// rules of unknown arcs and nodes, and of arcs that do not follow one another, are skipped. Counts the added and
// skipped rules in `report`.
void add_turns(RoadNetwork& network, const ReadOptions& options, ImportReport& report);

}  // namespace allways::importers
