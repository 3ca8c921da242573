// SPDX-License-Identifier: Apache-2.0
// The cost profile: which column of a network is the cost, in which number type, at which scale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/network/road_network.h"

namespace allways {

struct CostOptions {
    std::string field = {};             // a column's name; empty: usual_cost_column() (cost_choice.h)
    std::optional<CostType> type = {};  // nothing: chosen as below
};

// Returns the column of that name, or usual_cost_column() (cost_choice.h). Throws InvalidArgument if there is none.
ALLWAYS_API const ArcColumn& cost_column(const RoadNetwork& network, std::string_view field = {});

// One cost per arc. Arcs with a missing cost are unreachable_cost and never used.
struct ArcCosts {
    CostScale scale;
    CostVector values;
    std::optional<std::int64_t> bound = {};  // largest absolute value of a path's sum; nothing: unknown, or not int32
    CostType type() const { return type_of(values); }
};

// Chooses int32 fixed point if it fits, with the fewest digits that hold every cost exactly (or the column's
// resolution), else float64, and logs the choice. The test for int32 bounds path sums: loosely in O(m), and if that
// bound is too large, by the in- plus out-eccentricity of one node in each strongly connected component, which bounds
// any distance inside; components are chained over their crossing arcs, O(m log n). Throws InvalidArgument for an
// unknown field; InputError if an explicit int32 or an integer format does not fit, naming the arc or the bound and a
// type that would fit; NegativeCycleError if the bound itself reveals a negative cycle.
ALLWAYS_API ArcCosts build_arc_costs(const RoadNetwork& network, const CostOptions& options,
                                     const LogCallback& log = {});

}  // namespace allways
