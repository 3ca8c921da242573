// SPDX-License-Identifier: Apache-2.0
// ReadOptions::avoid and ReadOptions::exclude: roads that are closed.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/base/api.h"
#include "allways/importers/read.h"

namespace allways {

inline constexpr double barrier_radius_m = 20;

// Returns 1 for each arc that the options `avoid` and `exclude` close, else 0. A feature of the file `avoid` closes
//   - as a point: the road nearest to it within barrier_radius_m, in both directions, or at a junction all roads that
//     meet there;
//   - as a line: the arcs that it crosses or touches;
//   - as a polygon: those and the arcs inside.
// All layers of the file count. Logs what each option closes; features that close nothing, and classes that no road
// has, are a loss with a count. `report` may be null. Throws InputError for a file that GDAL cannot open or that has no
// features, and for a network without coordinates. O(m log f) for arcs that few of f features are near.
ALLWAYS_API std::vector<std::uint8_t> closed_arcs(const RoadNetwork& network, const ReadOptions& options,
                                                  ImportReport* report = nullptr);

}  // namespace allways
