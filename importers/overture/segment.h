// SPDX-License-Identifier: Apache-2.0
// A feature of the type segment → its connectors, pieces, forbidden transitions and signs, judged by a profile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/network/coordinate.h"
#include "libraries/reference_system.h"
#include "osm/conditions/effective_tags.h"
#include "osm/profile/profile.h"

namespace allways::importers::overture {

// ---- a value inside a feature's JSON, which knows its path, so that a message can name it:
// "access_restrictions[0].when.mode[1]: expected …"

// A feature that is not as the schema demands; the reader adds file, line and feature.
class Fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Borrows the JSON and its parent value: keep the parent as long as the value. A member that is absent is null.
class JsonValue {
public:
    explicit JsonValue(const nlohmann::json& root) : json_(&root) {}

    bool is_null() const { return json_->is_null(); }
    std::string path() const;
    // Throws a Fault: "<path>: expected <what>, found <the value>".
    [[noreturn]] void refuse(std::string_view expected) const;

    // A member of an object. Throws a Fault if this is neither an object nor null.
    JsonValue operator[](std::string_view key) const&;
    JsonValue operator[](std::string_view key) const&& = delete;
    // The number of elements of an array; 0 for null. Throws a Fault for anything else.
    std::size_t size() const;
    JsonValue at(std::size_t index) const&;
    // Calls take(element) for each element of an array.
    template <class Take>
    void each(Take&& take) const {
        for (std::size_t i = 0; i < size(); ++i) {
            const JsonValue element = at(i);
            take(element);
        }
    }
    JsonValue at(std::size_t index) const&& = delete;

    // Throw a Fault for a value of another type, null included.
    std::string_view text() const;
    double number() const;
    std::optional<std::string_view> optional_text() const;

    // Throws a Fault if the object has a member that is not null and has another name.
    void allow_only(std::initializer_list<std::string_view> names) const;

private:
    JsonValue(const nlohmann::json& json, const JsonValue& parent, std::string_view key, std::size_t index)
        : json_(&json), parent_(&parent), key_(key), index_(index) {}

    const nlohmann::json* json_;
    const JsonValue* parent_ = nullptr;
    std::string_view key_;  // empty for elements of arrays
    std::size_t index_ = 0;
};

// Returns the value that belongs to the text in a table of pairs. Throws a Fault that lists the known texts.
template <class Table>
auto known(const JsonValue& value, const Table& table) {
    const std::string_view text = value.text();
    std::string names;
    for (const auto& [name, meaning] : table) {
        if (name == text) return meaning;
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    value.refuse("one of " + names);
}

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
void read_pieces(const JsonValue& properties, Segment& segment);

// Throws a Fault for properties that are not as the schema demands.
Segment judge_segment(Feature feature, const osm::Profile& profile, const ReferenceSystem& wgs84);

}  // namespace allways::importers::overture
