// SPDX-License-Identifier: Apache-2.0
// Streets that ReadOptions leave out once a network is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
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

}  // namespace allways
