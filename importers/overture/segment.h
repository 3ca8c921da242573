// SPDX-License-Identifier: Apache-2.0
// A feature of the type segment → its connectors, pieces, forbidden transitions and signs, judged by a profile.
#pragma once

#include <cstddef>
#include <cstdint>
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
#include "overture/scoped_tags.h"

namespace allways::importers::overture {

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
