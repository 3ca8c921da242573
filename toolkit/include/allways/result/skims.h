// SPDX-License-Identifier: Apache-2.0
// Secondary skims: sums of further fields along the shortest paths of a solved table.
#pragma once

#include <span>
#include <string>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/result/distance_table.h"

namespace allways {

// Adds one Skim for each of `fields`, columns of the table's arcs, such as the length along the fastest paths; the
// paths are those of the table's next hops. Sums are exact sums of values rounded to the digits that costs have
// (build_arc_costs): in int32 if all sums of a field fit, else float64, NaN if an arc of a path has no value. O(n²) per
// field; runs on all cores. Throws InvalidArgument for a table without the next hops of a network, an unknown field or
// one that exists already, and Cancelled (stage "skims", in pairs).
ALLWAYS_API void add_skims(DistanceTable& table, std::span<const std::string> fields,
                           const ProgressCallback& progress = {});

}  // namespace allways
