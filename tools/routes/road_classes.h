// SPDX-License-Identifier: Apache-2.0
// Classes and ranks of roads, from the text of a file, and comparisons of their names and numbers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace allways {
class RoadFacts;
struct PathLeg;
}  // namespace allways

namespace allways::tools {

// From the most to the least important. `other`: no class is stated, or an unknown one.
enum class RoadClass { motorway, trunk, primary, secondary, tertiary, local, other, service, path, ferry };
inline constexpr std::size_t road_class_count = 10;

// OpenStreetMap's highway values ("primary_link", "living_street") and GMNS's facility types ("freeway").
RoadClass road_class(std::string_view facility_type);

// The rank of a road where a traveller chooses: a road is ahead, and another beside it.
struct RoadRank {
    int rank = 10;  // 0: a motorway; the higher, the less it counts; ramps and links one more than their road
    int group = 3;  // roads of one group look alike: motorways, trunk roads, main roads, streets, …
    bool is_link = false;
    bool is_motorway = false;  // a motorway or trunk road, or a ramp of one
    bool is_minor = false;     // service roads, tracks, paths

    bool is_main_motorway() const { return is_motorway && !is_link; }
    bool is_ramp() const { return is_motorway && is_link; }
    // It is the link of that road.
    bool is_link_of(const RoadRank& road) const { return is_link && !road.is_link && rank == road.rank + 1; }
    // It belongs to a lower category.
    bool is_below(const RoadRank& road) const { return is_minor != road.is_minor ? is_minor : group > road.group; }

    friend bool operator==(const RoadRank&, const RoadRank&) = default;
};

// The ranks are those of OSRM.
RoadRank road_rank(std::string_view facility_type);

// Service roads and paths.
inline bool is_minor(RoadClass kind) {
    return kind == RoadClass::service || kind == RoadClass::path;
}

// ---- names

// Compares names, ignoring case, points of the compass ("42 N", "42 S"), and words that one has before or after
// ("High Street", "High Street North"). If one has no name, compares numbers; two roads without either differ.
bool is_same_road(const RoadFacts& facts, const PathLeg& one, const PathLeg& other);

// Returns true if a traveller who leaves one road for the other notices another name. A name that ends is none.
bool changes_name(const RoadFacts& facts, const PathLeg& from, const PathLeg& to);

// "Airport;Harbour" as "Airport, Harbour".
std::string listed(std::string_view text);

}  // namespace allways::tools
