// SPDX-License-Identifier: Apache-2.0
// The reference system of coordinates: stated by the options, by the file, or evident from the coordinates.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "allways/importers/read.h"
#include "allways/network/arc_shapes.h"
#include "allways/network/road_network.h"
#include "libraries/reference_system.h"

namespace allways::importers {

// Ordered by the certainty that lines are not in a plane.
enum class CoordinateGuess {
    plane,
    unclear,  // within ±180 and ±90, with fractions, and long lines: degrees of a country, or a plan in metres
    exchanged_degrees,  // as `degrees`, but latitude comes before longitude
    degrees,            // within ±180 and ±90, and so close together that no unit of length gives roads
};

// Judges lines, or arcs as the straight lines between their nodes. A network may have nodes without coordinates. O(n).
CoordinateGuess guess_coordinates(const ArcShapes& lines);
CoordinateGuess guess_coordinates(const RoadNetwork& network);

// The value of ReadOptions::crs for coordinates in a plane whose system and unit are unknown.
inline constexpr const char* no_system = "none";

struct Coordinates {
    const std::string& path;
    std::string name;                        // "layer 'roads'", or the path: for messages
    std::optional<ReferenceSystem> stated;   // stated by the file
    bool are_lengths = false;                // lengths are computed from the coordinates, so a doubt is an error
    bool may_guess = true;                   // false for our own files, which state the decision
    std::function<CoordinateGuess()> guess;  // called at most once
};

// ReadOptions::crs takes precedence over the file, with a warning if they differ. Without either, coordinates that can
// only be degrees are taken as WGS 84, with a warning. Returns nothing for a plane in unknown units. Throws
// InvalidArgument for an option that PROJ does not know, and InputError if the coordinates contradict the file's
// system, if they are degrees with latitude first and, where lengths are computed, if they could be degrees as well as
// lengths.
std::optional<ReferenceSystem> choose_system(const Coordinates& coordinates, const ReadOptions& options);

// Chooses the system of a network that was read and checks that geographic coordinates are degrees; a second call
// changes nothing. Throws as choose_system does, and InvalidArgument for ReadOptions::crs without coordinates.
void settle_system(RoadNetwork& network, const std::string& path, const ReadOptions& options, bool may_guess);

// Return the system that ReadOptions::crs names, as ReferenceSystem::text(), empty for "none"; and true if its
// coordinates are degrees.
std::string named_system(const std::string& crs);
bool names_degrees(const std::string& crs);

}  // namespace allways::importers
