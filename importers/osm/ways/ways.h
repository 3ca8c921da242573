// SPDX-License-Identifier: Apache-2.0
// An OSM file → the ways that a profile uses, their nodes, and the relations that are turn restrictions or areas for
// it. Memory grows with these, not with the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/network/text_column.h"
#include "osm/conditions/effective_tags.h"
#include "osm/objects/object.h"
#include "osm/objects/object_file.h"
#include "osm/profile/profile.h"

namespace allways::importers::osm {

// ---- what happened to the objects of the file

// The outcome of a turn restriction: each has exactly one.
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

// The outcome of an area: each has exactly one.
enum class AreaOutcome : std::uint8_t {
    crossed,
    not_needed,  // no two entrances that see each other inside
    incomplete,  // members or nodes are missing in the file
    open,        // its ways form no rings
    crossing,    // its edges cross or touch one another
    one_way,     // the mode may walk in one direction only
    too_large,   // too many entrances and corners
    count
};

// Counts the objects of each outcome, with the names of the first ones: "way 7", "relation 8".
template <class Outcome>
struct CountsByOutcome {
    std::array<NamedCount, static_cast<std::size_t>(Outcome::count)> of;

    NamedCount& operator[](Outcome outcome) { return of[static_cast<std::size_t>(outcome)]; }
    const NamedCount& operator[](Outcome outcome) const { return of[static_cast<std::size_t>(outcome)]; }
    // Calls take(outcome, count) for each outcome that occurs.
    template <class Take>
    void each(Take&& take) const {
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (of[i].count > 0) take(static_cast<Outcome>(i), of[i]);
        }
    }
};

// Counts of the file's objects, by outcome.
struct Counts {
    std::uint64_t nodes = 0;
    std::uint64_t ways = 0;
    std::uint64_t highway_ways = 0;
    std::uint64_t usable_ways = 0;
    std::uint64_t ferries = 0;           // among the usable ways
    CountsByOutcome<TurnOutcome> turns;  // named by the ids of relations
    std::uint64_t turns_via_ways = 0;    // among the applied ones
    std::uint64_t turns_of_other_modes = 0;
    std::uint64_t reversible_ways = 0;
    std::uint64_t duplicate_ways = 0;
    std::uint64_t nodes_at_ways = 0;  // nodes whose position is known from a way only
    std::uint64_t missing_node_references = 0;
    std::uint64_t missing_nodes = 0;
    std::uint64_t cut_ways = 0;          // ways that lack a node
    std::uint64_t unconnected_ways = 0;  // piers, platforms and car parks that touch no way
    std::uint64_t short_ways = 0;        // ways with fewer than two consecutive nodes in the file
    std::uint64_t closed_barriers = 0;
    std::uint64_t destination_only_nodes = 0;
    std::uint64_t destination_only_ways = 0;  // in one direction or both
    std::uint64_t too_large_ways = 0;         // closed by the vehicle's size, in one direction or both
    std::uint64_t arcs_with_node_prices = 0;  // arcs whose time includes prices of nodes inside
    CountsByOutcome<AreaOutcome> areas;
    std::uint64_t lines_across_areas = 0;
    // Conditional tags. Names are "way 7 (access:conditional: 'snow' is not known)".
    std::uint64_t conditional_applied = 0;
    std::uint64_t conditional_not_in_force = 0;
    NamedCount conditional_left_aside;  // ignored because no situation is given
    CountsByOutcome<EffectiveTags::Doubt> conditional_undecided;
    // Values of ways and nodes that are not understood, by key. Names are "way 7: 70 mp".
    std::map<std::string, NamedCount, std::less<>> unread;

    void add_unread(std::string_view type, std::string_view id, std::span<const Tag> tags);
    // Adds the conditional tags of an object: "way", 7.
    void add_conditional(std::string_view type, std::string_view id, const EffectiveTags& tags, bool has_situation);
    void add_conditional(std::string_view type, std::int64_t id, const EffectiveTags& tags, bool has_situation) {
        if (tags.found.empty() && tags.undecided.empty()) return;
        add_conditional(type, std::to_string(id), tags, has_situation);
    }
};

// Borrows the object's keys and values.
Tags tags_of(const Object& object);

// ---- relations

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

    // Keeps the relation if it is a turn restriction that concerns the profile.
    void add(const Object& relation, const Profile& profile, Counts& counts);

    std::span<const std::int64_t> from(const TurnRelation& relation) const;
    std::span<const std::int64_t> via_nodes(const TurnRelation& relation) const;
    std::span<const std::int64_t> via_ways(const TurnRelation& relation) const;
    std::span<const std::int64_t> to(const TurnRelation& relation) const;
};

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

// ---- ways

inline const WayRules unusable;

// The texts of ways that arcs take over: names, classes, and what directions need of signs and lanes. One text per way
// and kind. Signs and lanes have two: for the direction of the way's nodes, and against it.
class WayTexts {
public:
    enum Kind : std::size_t {
        name,
        ref,
        facility_type,
        junction,
        toll,       // "yes", or empty
        service,    // the kind of a service road: "driveway"
        tunnel,     // "yes", or empty
        structure,  // "bridge", "tunnel" or "covered" where the road's height is not that of the ground
        destination,
        destination_ref,
        exit,        // "junction:ref", the number of an exit
        turn_lanes,  // of the lanes that the mode may use: "left|through;right"
        kind_count
    };

    WayTexts();

    // Returns the position of the way's texts.
    std::size_t add(const Tags& tags, const WayRules& rules, const Profile& profile);

    std::string_view text(Kind kind, std::size_t way, bool backward = false) const {
        return texts_[kind].text(row(kind, way, backward));
    }
    static std::string_view column_name(Kind kind);
    // Returns false if no way has a text of this kind.
    bool has(Kind kind) const { return texts_[kind].distinct_count() > 1; }

    // The texts of a kind and where they are, to select from.
    const TextColumn& texts(Kind kind) const { return texts_[kind]; }
    std::uint32_t row(Kind kind, std::size_t way, bool backward) const {
        const bool has_two = kind == destination || kind == destination_ref || kind == turn_lanes;
        return static_cast<std::uint32_t>(has_two ? 2 * way + backward : way);
    }

private:
    void add_signs(const Tags& tags, bool forward, bool backward);
    void add_lanes(const Tags& tags, const WayRules& rules, const Profile& profile);

    std::array<TextColumn, kind_count> texts_;
};

struct Way {
    std::int64_t id = 0;
    std::size_t first_ref = 0;
    const WayRules* rules = &unusable;  // of Ways::rules
    std::uint32_t version = 0;
    std::uint32_t text = 0;  // position in the texts
    std::uint32_t ref_count = 0;
    bool is_area = false;  // the way is closed, and may be crossed
};

// An area that may be crossed between the nodes of its outline.
struct Area {
    std::int64_t id = 0;
    bool is_relation = false;
    Way way;                      // its text and rules; the id is that of the way or of the relation's first member
    std::vector<Way> outline;     // in any order
    bool complete = true;         // all members are in the file
    bool edge_is_walked = false;  // walkers use the whole outline by the same rules
};

// The usable ways, by ascending id, each id once.
struct Ways {
    std::vector<Way> ways;
    std::set<WayRules> rules;                               // a country has a few hundred
    std::vector<std::int64_t> refs;                         // node ids, way by way; no id twice in a row
    std::vector<std::pair<std::int64_t, Position>> places;  // of node ids, where ways state them
    WayTexts texts;
    TurnRelations turns;
    std::vector<Area> areas;

    std::span<const std::int64_t> refs_of(const Way& way) const {
        return std::span(refs).subspan(way.first_ref, way.ref_count);
    }
};

// ---- nodes

// The nodes that ways refer to, by ascending id.
class Nodes {
public:
    // closed: a barrier that the profile cannot pass; destination_only: a gate that paths pass for destinations only.
    enum class State : std::uint8_t { missing, open, destination_only, closed };
    // Tells if paths may turn round: not at all; if the node is a junction or an end; or always, so that it has to be a
    // node of the network.
    enum class Turning : std::uint8_t { no, if_node, place };

    Nodes() = default;
    explicit Nodes(std::span<const std::int64_t> refs);  // throws CapacityError beyond the range of an index

    std::size_t size() const { return ids_.size(); }
    std::int64_t id(std::uint32_t index) const { return ids_[index]; }
    // `id` must be one of the references.
    std::uint32_t index(std::int64_t id) const;
    // Returns the index of each of the references.
    std::span<const std::uint32_t> of_refs() const { return of_refs_; }
    State state(std::uint32_t index) const { return states_[index]; }
    // Always `no` for profiles that may turn round everywhere.
    Turning turning(std::uint32_t index) const { return turnings_.empty() ? Turning::no : turnings_[index]; }
    Coordinate position(std::uint32_t index) const;  // in degrees
    const Position& grid_position(std::uint32_t index) const { return positions_[index]; }

    // The texts of signs at the exit of a motorway junction; null for other nodes.
    struct Exit {
        std::string number, destination;
    };
    const Exit* exit(std::uint32_t index) const;
    bool has_exits() const { return !exits_.empty(); }

    // Returns null for nodes without a price.
    const NodePrice* price(std::uint32_t index) const;
    bool has_prices() const { return !prices_.empty(); }

    // Reads positions, barriers and exits, and prices if they are wanted. A node without a valid position stays
    // missing; if a node appears twice, the first occurrence counts.
    void read(File& file, const Profile& profile, bool with_prices, Counts& counts);

    // Gives a node without tags its position. `id` must be one of the references.
    void place(std::int64_t id, const Position& position);
    // Gives those nodes their positions that are still missing; ids that are no reference are passed over. Returns the
    // number of nodes placed.
    std::uint64_t place_missing(std::span<const std::pair<std::int64_t, Position>> places);

private:
    std::vector<std::int64_t> ids_;
    std::vector<std::uint32_t> of_refs_;
    std::vector<Position> positions_;
    std::vector<State> states_;
    std::vector<Turning> turnings_;                            // empty, or one per node
    std::vector<std::pair<std::uint32_t, NodePrice>> prices_;  // by ascending node
    std::vector<std::pair<std::uint32_t, Exit>> exits_;        // by ascending node
};

// Takes a pass over the file, and one more for relations if the profile crosses areas. Outlines of multipolygons that
// may be crossed become ways.
Ways read_ways(File& file, const Profile& profile, Counts& counts);

}  // namespace allways::importers::osm
