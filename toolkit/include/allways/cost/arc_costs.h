// The cost profile: which column of a network is the cost, in which number type, at which scale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/network/road_network.h"

namespace allways {

struct CostOptions {
    std::string field = {};             // a column's name; empty: "time", else "cost", else "length", else the first
    std::optional<CostType> type = {};  // nothing: chosen as below
};

// The column of that name, or for an empty one the usual. Throws InvalidArgument where there is none.
const ArcColumn& cost_column(const RoadNetwork& network, std::string_view field = {});

// One cost an arc. Arcs whose cost is missing are unreachable_cost and never used.
struct ArcCosts {
    CostScale scale;
    CostVector values;
    CostType type() const { return type_of(values); }
};

// Chooses int32 fixed point where it fits, with the smallest number of digits that holds every cost
// exactly (or the column's resolution), else float32, said through `log`. Whether int32 fits is judged on
// path sums: for each strongly connected component the in- plus out-eccentricity of one node bounds any
// distance inside, and components are chained over their crossing arcs. O(m log n).
// Throws InvalidArgument for an unknown field; InputError for an explicit int32 that does not fit, and for
// whole-number formats that do not, naming the arc or the bound and the type that would do;
// NegativeCycleError where the bound itself shows one.
ArcCosts build_arc_costs(const RoadNetwork& network, const CostOptions& options, const LogCallback& log = {});

// The natural value of a raw cost or distance: raw × 10^-digits.
double natural_value(double raw, const CostScale& scale);

}  // namespace allways
