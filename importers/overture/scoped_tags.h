// SPDX-License-Identifier: Apache-2.0
// Rules of a segment with a scope, which is the part of the segment (`between`) and the travellers and times (`when`),
// in the words of OpenStreetMap's tags; and rules of access and of speed → tags.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overture/json_value.h"

namespace allways::importers::overture {

// The tags of a piece of a segment. Keys are unique.
using TagList = std::vector<std::pair<std::string, std::string>>;

// The modes of travel that rules of segments name, from the general to the specific, as keys of OpenStreetMap's tags.
// Every mode follows the more general one to which it belongs.
struct ModeNode {
    std::string_view key;
    std::size_t parent;  // of the first: itself
};
inline constexpr std::array<ModeNode, 11> mode_tree{{{"access", 0},
                                                     {"foot", 0},
                                                     {"vehicle", 0},
                                                     {"bicycle", 2},
                                                     {"motor_vehicle", 2},
                                                     {"motorcar", 4},
                                                     {"motorcycle", 4},
                                                     {"hgv", 4},
                                                     {"bus", 4},
                                                     {"hov", 4},
                                                     {"emergency", 4}}};

// Indexes of the modes that a rule names; a rule that names none is for everybody.
std::vector<std::size_t> modes_of(const std::vector<std::string_view>& keys);

// Headings of a rule, as indexes: both, along the segment, against it.
inline constexpr std::array<std::string_view, 3> heading_suffixes{"", ":forward", ":backward"};

// A part of a segment, as fractions of its length.
struct Extent {
    double from = 0;
    double to = 1;
    // Up to the rounding of fractions.
    bool covers(const Extent& part) const { return from <= part.from + rounding && part.to <= to + rounding; }
    static constexpr double rounding = 1e-9;
};

// A bound on a size of the vehicle, such as weight > 7.5 t.
struct VehicleBound {
    std::string_view dimension;   // "height", "width", "length" (metres), "weight" (tonnes), "axles"
    std::string_view comparison;  // ">", ">=", "=", "<", "<="
    double value = 0;
};

struct Scope {
    Extent extent;
    std::optional<bool> forward;             // the heading; nothing: both
    std::vector<std::string_view> modes;     // keys of access tags: "motor_vehicle", "hgv"; empty: everybody
    std::string during;                      // opening hours; empty: always
    std::vector<std::string_view> purposes;  // values of access tags: "destination", "private"; empty: any
    std::vector<VehicleBound> vehicle;       // all of these

    bool is_conditional() const { return !during.empty() || !vehicle.empty(); }
    // The condition of a conditional tag: "(Mo-Fr 07:00-09:00) AND weight>7.5".
    std::string condition() const;
};

// Reads `between` of a rule; absent or null: the whole segment. Throws a Fault unless it is a pair 0 <= a < b <= 1.
Extent read_extent(const JsonValue& rule);

// Reads `between` and `when`. Throws a Fault for unknown words and scopes: a rule whose scope is not understood can
// neither be applied nor left out.
Scope read_scope(const JsonValue& rule);

// Reads "forward" (true) or "backward".
bool read_heading(const JsonValue& value);

// The statements for one mode; arrays by heading: both, along, against.
struct ModeTags {
    enum class Flow : std::uint8_t { unstated, open, closed };
    std::array<std::string, 3> values;
    std::array<std::string, 3> conditions;  // values of conditional tags
    std::array<Flow, 2> flow{Flow::unstated, Flow::unstated};
    std::string flow_condition;
    friend bool operator==(const ModeTags&, const ModeTags&) = default;
};

// Rules of speed, of which the last one that matches decides. Add those of one piece in their order, then take the
// tags: maxspeed=50, maxspeed:hgv:forward=30 mph, maxspeed:conditional=30 @ (…). Rules for some purposes do not apply:
// those of travellers are unknown.
class SpeedTags {
public:
    void add(std::string_view limit, const Scope& scope);
    void write(TagList& tags) const;

private:
    std::array<ModeTags, mode_tree.size()> stated_;
};

// Rules of access, of which the last one that matches a traveller decides → access tags, of which the one with the most
// specific key decides: a rule replaces what earlier ones state about its modes and those that belong to them.
// Add the rules of one piece in their order, then take the tags.
//   denied without scope         access=no
//   denied by mode               motor_vehicle=no
//   denied by heading            oneway=yes or -1, by mode oneway:bicycle=…: as in OpenStreetMap, people on foot are
//                                not meant unless they are named
//   allowed for a purpose        destination, private, … in place of an earlier denial
//   denied above a size          maxweight=7.5
//   at times, by other sizes     access:conditional=no @ (…)
class AccessTags {
public:
    // `type`: "yes", "no" or "designated".
    void add(std::string_view type, const Scope& scope);
    void write(TagList& tags) const;

private:
    void add_conditional(std::size_t mode, std::string_view value, bool denied, const Scope& scope);
    bool add_limit(std::size_t mode, const Scope& scope);
    void deny(std::size_t mode, const Scope& scope);
    void permit(std::size_t mode, const std::string& value, const Scope& scope);
    void permit_purpose(std::size_t mode, const std::string& value, std::size_t heading);
    template <class Change>
    void change_below(std::size_t mode, Change&& change);
    bool is_closed(std::size_t mode, std::size_t heading) const;
    bool flow_is_closed(std::size_t mode, std::size_t way) const;

    std::array<ModeTags, mode_tree.size()> stated_;
    std::map<std::string, double> limits_;  // "maxweight:hgv:forward"
};

}  // namespace allways::importers::overture
