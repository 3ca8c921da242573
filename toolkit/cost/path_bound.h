// An upper bound on shortest distances, which decides whether int32 fits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace allways::cost {

// An upper bound on every finite shortest distance. Costs >= 0. For each strongly connected component, the in-
// plus the out-eccentricity of one of its nodes bounds any distance inside; components are chained over
// their crossing arcs (longest path in the condensation). O(m log n).
std::int64_t path_sum_bound(std::size_t node_count, std::span<const std::uint32_t> tail,
                            std::span<const std::uint32_t> head, std::span<const std::int64_t> cost);

// A looser bound in O(n + m), or nothing if none of a few nodes lies in a strong component of half of those that are
// neither sources nor sinks. Inside that component, walks of few arcs to and from the node bound distances as its
// eccentricities would; a path that leaves the component does not return, and leaves every node outside at most once.
std::optional<std::int64_t> quick_path_sum_bound(std::size_t node_count, std::span<const std::uint32_t> tail,
                                                 std::span<const std::uint32_t> head,
                                                 std::span<const std::int64_t> cost);

}  // namespace allways::cost
