// SPDX-License-Identifier: Apache-2.0
// Converts a network's column to int32 fixed point if it fits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"

namespace allways::cost {

inline constexpr std::int64_t int32_limit = unreachable_cost<std::int32_t>;

// The text of an arc for messages: "arc 17 (3 -> 4)".
std::string arc_text(const RoadNetwork& network, std::size_t arc);

// The digits after the decimal point that the column's values need, or that are significant.
int needed_digits(const ArcColumn& column, WorkMeter& meter);

// A column as int32, or the reason why it does not fit.
struct FixedCosts {
    int digits = 0;
    std::vector<std::int32_t> values;  // unreachable_cost for missing values
    std::int64_t bound = 0;            // largest absolute value of path sums
    std::string misfit;
    bool fits() const { return misfit.empty(); }
};

// A bound on path sums that is known already, of raw costs with so many digits.
struct KnownBound {
    int digits = 0;
    std::int64_t bound = 0;
};

// `adjacency`: the network's, for a quick bound in O(m), which suffices to see that most networks fit. If it does not
// suffice, or if `adjacency` is null, the bound is the tight one in O(m log n). A known bound with these digits saves
// finding one if it fits.
FixedCosts try_fixed_costs(const RoadNetwork& network, const AdjacencyArray* adjacency, const ArcColumn& column,
                           int digits, WorkMeter& meter, const std::optional<KnownBound>& known = {});

}  // namespace allways::cost

// ---- the choice of the cost, and a variant of build_arc_costs for use in longer work that reports its progress and
// can be cancelled

namespace allways {

// cost_column(), and a guess in the log if no field is named and the file does not make the choice plain.
const ArcColumn& chosen_cost(const RoadNetwork& network, std::string_view field, const LogCallback& log);

// `adjacency`: the network's; `float_type`: the type for costs that int32 does not hold.
ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostOptions& options,
                         CostType float_type, const LogCallback& log, WorkMeter& meter);

// The same for a column that need not be the network's.
struct ColumnCosts {
    const ArcColumn& column;
    std::optional<CostType> type = {};
    CostType float_type = CostType::float64;
    std::optional<cost::KnownBound> bound = {};
};
ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const ColumnCosts& of,
                         const LogCallback& log, WorkMeter& meter);

}  // namespace allways
