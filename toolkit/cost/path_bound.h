// An upper bound on shortest distances, which decides whether int32 fits.
#pragma once

#include <cstdint>
#include <span>

namespace allways::cost {

// An upper bound on every finite shortest distance. Costs >= 0. For each strongly connected component, the in-
// plus the out-eccentricity of one of its nodes bounds any distance inside; components are chained over
// their crossing arcs (longest path in the condensation). O(m log n).
std::int64_t path_sum_bound(std::size_t node_count, std::span<const std::uint32_t> tail,
                            std::span<const std::uint32_t> head, std::span<const std::int64_t> cost);

}  // namespace allways::cost
