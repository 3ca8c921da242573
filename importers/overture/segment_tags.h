// SPDX-License-Identifier: Apache-2.0
// The properties of a segment → pieces along it, each with the tags that a way of OpenStreetMap would have, so that the
// profiles of OpenStreetMap judge them.
#pragma once

#include <cstdint>
#include <vector>

#include "overture/json_value.h"
#include "overture/scope.h"

namespace allways::importers::overture {

enum class Subtype : std::uint8_t { road, rail, water };

struct TaggedPiece {
    Extent extent;
    TagList tags;
};

struct SegmentTags {
    Subtype subtype = Subtype::road;
    std::vector<TaggedPiece> pieces;  // from 0 to 1 without gaps; neighbours differ in their tags
};

// Splits the segment where rules with `between` begin and end. Unknown classes become values of highway, which no
// profile uses. Levels state no tags: connectors say where segments meet. Throws a Fault for properties that are not as
// the schema demands.
SegmentTags tags_of_segment(const JsonValue& properties);

}  // namespace allways::importers::overture
