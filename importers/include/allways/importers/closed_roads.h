// SPDX-License-Identifier: Apache-2.0
// Streets that ReadOptions leave out once a network is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/importers/read.h"

namespace allways {

// Returns the network without the arcs that `avoid` and `exclude` close and, if `filters`, without those whose columns
// and texts do not match `where`; with all its nodes. Logs, notes and counts them by option. A feature of the file
// `avoid` closes
//   - as a point: the road nearest to it within 20 m, in both directions, or at a junction all roads that meet there;
//   - as a line: the arcs that it crosses or touches;
//   - as a polygon: those and the arcs inside.
// All layers of the file count. Features that close nothing, and classes that no road has, are a loss with a count.
// Throws InputError for a file that GDAL cannot open or that has no features, for a network without coordinates, and
// if every road would be closed. O(m log f) for m arcs that few of f features are near.
ALLWAYS_API RoadNetwork without_closed(RoadNetwork network, const ReadOptions& options, bool filters,
                                       ImportReport& found);

// Returns 1 for each arc that `avoid` and `exclude` close, for networks that keep them. Logs and throws as above, but
// may close every road.
ALLWAYS_API std::vector<std::uint8_t> closed_arcs(const RoadNetwork& network, const ReadOptions& options);

using LineOfArc = std::function<std::vector<Coordinate>(ArcIndex)>;

// Returns 1 for each arc whose line touches one of these rings or begins inside it; all in the same coordinates. Rings
// may be open. O(m log p) for m arcs that few of p points are near.
ALLWAYS_API std::vector<std::uint8_t> arcs_in_rings(std::size_t arc_count, const LineOfArc& line_of,
                                                    std::span<const std::vector<Coordinate>> rings);

// ---- readOptions::bbox: cuts a network to a box of longitudes and latitudes

// Returns the box around all nodes, with west above east if it lies across the antimeridian: in WGS 84 if the network's
// reference system is known, else in the file's own units. Returns nothing without coordinates. Throws InvalidArgument
// if PROJ does not know the system.
ALLWAYS_API std::optional<BoundingBox> extent_of(const RoadNetwork& network);

// Returns "7.4,43.72,7.45,43.76", as the command takes it; rounded outwards to 1e-7 degrees (a centimetre).
ALLWAYS_API std::string text_of(const BoundingBox& box);

// Keeps the nodes inside the box, sides included, and the arcs between them; logs the numbers kept. Converts
// coordinates in a known reference system to WGS 84 and compares others as they are. Throws InputError for a network
// without coordinates, and if no node is inside, stating the extent of the network.
ALLWAYS_API RoadNetwork within_box(RoadNetwork network, const BoundingBox& box, const std::string& path,
                                   const LogCallback& log_to);

}  // namespace allways
