// SPDX-License-Identifier: Apache-2.0
// Relations of an OSM file → the turn restrictions that apply to a profile, as they are stated: ways and nodes by id.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "allways/network/text_column.h"
#include "osm/conditions/effective_tags.h"
#include "osm/objects/named_count.h"
#include "osm/objects/object.h"
#include "osm/profile/profile.h"

namespace allways::importers::osm {

// The outcome of a relation: each has exactly one.
enum class TurnOutcome : std::uint8_t {
    applied,
    conditional,    // applies at some times or to some vehicles only
    not_needed,     // no path can take it: the profile does not use a member in its direction; or it forbids nothing
    repeated,       // the same rule, or the same relation, exists already
    incomplete,     // has no from, via or to
    several_vias,   // several via nodes, or nodes and ways
    several_ends,   // several from ways without no_entry, or to ways without no_exit
    not_connected,  // the members do not meet
    unknown_value,
    circular,       // the via ways form a circle
    unclear,        // several paths fit, or the members' order does not determine one
    contradictory,  // others demand another continuation at the same node
    count
};

// The name of an outcome in ImportReport: "turn restrictions, not needed".
std::string_view name_of(TurnOutcome outcome);
// Returns false if the relation has the effect that its tags state.
bool is_left_aside(TurnOutcome outcome);

struct TurnRelation {
    std::int64_t id = 0;
    std::uint32_t version = 0;
    std::size_t text = 0;  // position in TurnRelations::values
    TurnRestriction::Says says = TurnRestriction::Says::unknown;
    std::uint32_t from = 0;  // numbers of members, each way once; in this order from `first_member` on
    std::uint32_t via_nodes = 0;
    std::uint32_t via_ways = 0;
    std::uint32_t to = 0;
    std::size_t first_member = 0;
};

struct TurnRelations {
    std::vector<TurnRelation> relations;
    std::vector<std::int64_t> members;
    TextColumn values{"restriction"};  // one per relation: "no_left_turn", …
    std::uint64_t of_other_modes = 0;

    // Keeps the relation if it is a turn restriction that concerns the profile. Without a situation conditional tags do
    // not apply and are not counted: the relation's outcome shows it.
    void add(const Object& relation, const Profile& profile, const Situation* situation,
             ConditionalCounts& conditional);

    std::span<const std::int64_t> from(const TurnRelation& relation) const;
    std::span<const std::int64_t> via_nodes(const TurnRelation& relation) const;
    std::span<const std::int64_t> via_ways(const TurnRelation& relation) const;
    std::span<const std::int64_t> to(const TurnRelation& relation) const;
};

// The number of relations with each outcome, and the lowest ids of each.
struct TurnCounts {
    std::array<NamedCount, static_cast<std::size_t>(TurnOutcome::count)> outcomes;
    std::uint64_t via_ways = 0;  // among the applied ones
    std::uint64_t of_other_modes = 0;

    void add(TurnOutcome outcome, std::int64_t id);
    const NamedCount& operator[](TurnOutcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
    std::uint64_t left_aside() const;
};

}  // namespace allways::importers::osm
