// SPDX-License-Identifier: Apache-2.0
// A feature of the type segment → its connectors, pieces, forbidden transitions and signs, judged by a profile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/network/coordinate.h"
#include "libraries/reference_system.h"
#include "osm/conditions/effective_tags.h"
#include "osm/profile/profile.h"
#include "overture/json_value.h"

namespace allways::importers::overture {

// ---- tags of a segment, by the parts and travellers to which they apply

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

// The text of one GeoJSON feature → its kind, id, properties and points.
struct Feature {
    enum class Kind : std::uint8_t { segment, connector, other };
    Kind kind = Kind::other;
    std::string id;
    nlohmann::json properties;
    std::vector<Coordinate> points;  // a connector has one, a segment two or more, others none
};

// Files by Overture's own tools state no `type`: a line with a subtype or connectors is then a segment, and a point a
// connector. Throws a Fault, which names the feature, for text that is not JSON, and for segments and connectors
// without an id, of another geometry, or with coordinates that are not degrees.
Feature read_feature(std::string_view text);

enum class Subtype : std::uint8_t { road, rail, water };

struct ConnectorAt {
    std::string id;
    double at = 0;
    std::size_t point = 0;  // of the segment's line
};

// A part of the segment with the same tags.
struct Piece {
    std::size_t first_point = 0;  // of the segment's line, both included
    std::size_t last_point = 0;
    Extent extent;
    std::unique_ptr<TagList> tags;  // which `effective` borrows
    osm::EffectiveTags effective;
    osm::WayRules rules;
};

// From this segment through connectors and segments in turn; the last one is entered in the direction `forward`.
struct Transition {
    struct Step {
        std::string connector;
        std::string segment;
    };
    std::optional<bool> heading;  // on this segment; nothing: both
    Extent extent;                // where it has to be left
    std::vector<Step> steps;
    bool forward = true;
    osm::TurnRestriction::Says says = osm::TurnRestriction::Says::forbidden;
    osm::EffectiveTags effective;
    std::unique_ptr<TagList> tags;
};

// The texts of this segment's signs about another one, as OpenStreetMap writes them: "Bern;Thun".
struct Sign {
    std::string connector;
    std::string segment;
    bool forward = true;  // direction on that segment
    std::string places;
    std::string refs;
};

struct Segment {
    std::string id;
    Subtype subtype = Subtype::road;
    std::vector<Coordinate> points;
    std::vector<ConnectorAt> connectors;  // by ascending place
    std::vector<Piece> pieces;            // of some length; those that the profile cannot use included
    std::vector<Transition> transitions;
    std::vector<Sign> signs;
};

// Reads the subtype and the pieces, each with the tags that a way of OpenStreetMap would have, so that the profiles of
// OpenStreetMap judge them; from 0 to 1 without gaps, neighbours differ in their tags. Splits the segment where rules
// with `between` begin and end. Unknown classes become values of highway, which no profile uses. Levels state no tags:
// connectors say where segments meet. Throws a Fault for properties that are not as the schema demands.
// (segment_tags.cpp)
void read_pieces(const JsonValue& properties, Segment& segment);

// Throws a Fault for properties that are not as the schema demands.
Segment judge_segment(Feature feature, const osm::Profile& profile, const ReferenceSystem& wgs84);

}  // namespace allways::importers::overture
