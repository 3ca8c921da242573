// SPDX-License-Identifier: Apache-2.0
// The unpacked bytes of a data block of an OSM PBF file → its objects, without an allocation for each.
#pragma once

#include <functional>
#include <string_view>

#include "osm/objects/object.h"

namespace allways::importers::osm {

// The kinds of objects in the block, found without decoding them. Throws protozero::exception for damaged data.
ObjectKinds kinds_in_block(std::string_view block);

// Passes the visible objects of these kinds to add(object, part), in the order of the block; the texts are in `block`.
// Other ways than `whole_ways` come without tags and nodes. Source: OpenStreetMap wiki, "PBF Format", section
// "Definition of OSMData fileblock". Throws protozero::exception, or std::runtime_error that says what is damaged.
void decode_block(std::string_view block, ObjectKinds kinds, const WholeWays& whole_ways,
                  const std::function<void(const Object&, void* part)>& add, void* part);

}  // namespace allways::importers::osm
