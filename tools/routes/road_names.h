// SPDX-License-Identifier: Apache-2.0
// Comparisons of the names and numbers of roads.
#pragma once

#include <string>
#include <string_view>

#include "allways/routes/road_facts.h"

namespace allways::tools {

// Compares names, ignoring case, points of the compass ("42 N", "42 S"), and words that one has before or after
// ("High Street", "High Street North"). If one has no name, compares numbers; two roads without either differ.
bool is_same_road(const RoadFacts& facts, const PathLeg& one, const PathLeg& other);

// Returns true if a traveller who leaves one road for the other notices another name. A name that ends is none.
bool changes_name(const RoadFacts& facts, const PathLeg& from, const PathLeg& to);

// "Airport;Harbour" as "Airport, Harbour".
std::string listed(std::string_view text);

}  // namespace allways::tools
