// SPDX-License-Identifier: Apache-2.0
// Relations of an OSM file → the turn restrictions that apply to a profile, as they are stated, ways and nodes by id;
// and the multipolygons that it may cross, with the ids of their ways.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "allways/network/text_column.h"
#include "osm/conditions/effective_tags.h"
#include "osm/objects/named_count.h"
#include "osm/objects/object.h"
#include "osm/profile/profile.h"

namespace allways::importers::osm {

// ---- turn restrictions

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

// ---- multipolygons

struct Multipolygon {
    std::int64_t id = 0;
    std::uint32_t version = 0;
    std::optional<WayRules> rules;  // unset: an old multipolygon, whose tags are those of its outer way
    std::size_t text = 0;           // position in the text columns; used with rules
    std::size_t first_member = 0;
    std::size_t member_count = 0;  // number of ways, each once, in the order of the relation
    std::size_t outer_count = 0;   // number of outer ways, which come first
};

struct Multipolygons {
    std::vector<Multipolygon> relations;
    std::vector<std::int64_t> members;

    void add(const Object& relation, const std::optional<WayRules>& rules, std::size_t text);
    // Sorts by id; of several versions keeps the newest, or the first in the file.
    void finish();

    // Call it after finish().
    bool has_member(std::int64_t way) const;
    std::span<const std::int64_t> members_of(const Multipolygon& relation) const {
        return std::span(members).subspan(relation.first_member, relation.member_count);
    }
    std::span<const std::int64_t> outer_members_of(const Multipolygon& relation) const {
        return std::span(members).subspan(relation.first_member, relation.outer_count);
    }

private:
    std::vector<std::int64_t> sorted_members_;
};

// Returns true for relations of type multipolygon.
bool is_multipolygon(const Tags& relation);
// Returns true if no tag describes the multipolygon: the tags of its outer way do.
bool is_old_multipolygon(const Tags& relation);

}  // namespace allways::importers::osm
