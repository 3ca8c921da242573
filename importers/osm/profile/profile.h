// SPDX-License-Identifier: Apache-2.0
// The rules by which a mode of travel reads OpenStreetMap tags: a profile file becomes rules for ways and nodes, which
// turn tags into directions and speeds; independent of OSM files and networks.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "osm/objects/object.h"

namespace allways {
struct CivilTime;
}

namespace allways::importers::osm {

struct EffectiveTags;
struct Holidays;
struct Situation;
struct TurnCostRules;

// destination_only: paths may go to and from the way or the nodes behind the barrier, but not through.
enum class Entry : std::uint8_t { closed, destination_only, open };

struct Direction {
    bool open = false;
    double speed_kmh = 0;              // above 0 if open; used for ferries without a duration
    std::optional<double> duration_s;  // duration of the whole way, for ferries that state it
    bool destination_only = false;     // open to those who start or end there
    auto operator<=>(const Direction&) const = default;
};

// The meaning of a way's tags for a mode.
struct WayRules {
    Direction forward;  // in the order of the way's nodes
    Direction backward;
    bool ferry = false;
    bool reversible = false;       // closed only because the direction changes with the hour
    bool too_large = false;        // the vehicle's size or weight closes it, in one direction or both
    std::string_view other_class;  // class by a key other than highway and route, "pier"; borrowed from the profile
    bool is_usable() const { return forward.open || backward.open; }
    auto operator<=>(const WayRules&) const = default;
};

// The meaning of a turn restriction's tags for a mode.
struct TurnRestriction {
    enum class Says : std::uint8_t {
        nothing_to_mode,  // it is for other modes
        nothing,          // it forbids no turn: "none", "no_right_turn_on_red"
        conditional,      // it applies at some times or to some vehicles only
        unknown,
        forbidden,  // no_…
        mandatory   // only_…
    };
    static bool bans(Says says) { return says == Says::forbidden || says == Says::mandatory; }
    Says says = Says::nothing_to_mode;
    std::string_view value;  // "no_left_turn"; borrowed from the tags, empty where no plain key decides
};

// The seconds that passing a node takes. Forward is the direction of the way on which a path arrives.
struct NodePrice {
    double forward_s = 0;
    double backward_s = 0;
    double sign_s = 0;        // for a stop or give-way sign without a direction
    bool minor_only = false;  // at a junction the sign binds the slower roads only

    bool is_free() const { return forward_s == 0 && backward_s == 0 && sign_s == 0; }
    double seconds(bool backward, bool sign_binds) const {
        return std::max(backward ? backward_s : forward_s, sign_binds ? sign_s : 0);
    }
};

// Immutable; safe to use from several threads.
class Profile {
public:
    // Loads a built-in profile ("car") or a profile file. Throws InvalidArgument for a name that is neither, listing
    // the known ones, and InputError (file and line) for a file that is not a profile, has an unknown key or a value
    // out of range. `vehicle` changes the profile's sizes: "height=3.8,weight=18" (set_sizes).
    static Profile load(const std::string& name_or_file, const std::string& vehicle = {});
    // Returns the text of a built-in profile, to copy and edit. Throws InvalidArgument for an unknown name.
    static std::string built_in_text(const std::string& name);
    static std::vector<std::string> built_in_names();

    const std::string& name() const;   // as the file states it: "car"
    const std::string& text() const;   // the whole file
    const std::string& grade() const;  // how slopes change speeds: "bicycle", "foot"; empty: not at all

    // Accepts any way; the result is not usable if the mode does not travel there. `zones`: the caller keeps paths from
    // passing through streets for destinations only. Otherwise no way is marked as such, and restricted access closes.
    WayRules rules(const Tags& way, bool zones = false) const;
    // Returns the keys of which every usable way has one, and every way with a tag 'highway'.
    std::vector<std::string> class_keys() const;
    // Returns for each lane in this direction, from the left, if the mode may use it; empty if no tag states that.
    // `only_way`: the mode travels in this direction only, so that keys without a direction apply.
    std::vector<bool> open_lanes(const Tags& way, bool forward, bool only_way) const;
    // Returns the entry of the mode at a node of a usable way: by barriers, access tags, and limits of size and weight.
    Entry entry_of_node(const Tags& node) const;
    bool is_passable(const Tags& node) const { return entry_of_node(node) != Entry::closed; }
    // Return the tags whose values are not understood, and count as absent: limits of speed, size and weight, access,
    // one-way, durations of ferries, and numbers that change speeds. Of a usable way, or of a node of one.
    std::vector<Tag> unread_tags(const Tags& way, bool ferry) const;
    std::vector<Tag> unread_node_tags(const Tags& node) const;
    static bool is_turn_restriction(const Tags& relation);
    // Returns the meaning of a relation of type restriction for this mode.
    TurnRestriction turn_restriction(const Tags& relation) const;

    // Adds the facts about trips at that time, for conditional tags. Unset holidays are unknown.
    void set_time(const CivilTime& at, const Holidays& holidays);
    const Situation* situation() const { return situation_.get(); }  // null: no time is set
    // Apply conditional tags (effective_tags.h): the result is the input that the functions above expect. Without a
    // situation they only count the conditional tags that the profile would read, but none of turn restrictions, whose
    // outcome shows them.
    EffectiveTags way_tags(Tags way) const;
    EffectiveTags node_tags(Tags node) const;
    EffectiveTags relation_tags(Tags relation) const;  // for turn restrictions

    // Returns true if the profile crosses areas, so that multipolygons matter.
    bool crosses_areas() const;
    // Returns true for an area that may be crossed. Expects the tags of a usable way that is closed, or of a
    // multipolygon.
    bool is_area(const Tags& tags, bool multipolygon) const;

    // Returns true if paths may turn round everywhere; otherwise they need a node where it is possible.
    bool may_turn_round() const;
    // Returns true for a node made for turning round: a turning circle.
    bool is_turning_place(const Tags& node) const;
    // Returns the costs of turns and nodes; null if the profile has no such section.
    const TurnCostRules* turn_costs() const;
    // Returns the price of passing a node. Needs turn_costs().
    NodePrice node_price(const Tags& node) const;

private:
    bool is_node_value(std::string_view key, std::string_view value) const;

    struct State;
    std::shared_ptr<const State> state_;
    std::shared_ptr<const Situation> situation_;
};

}  // namespace allways::importers::osm
