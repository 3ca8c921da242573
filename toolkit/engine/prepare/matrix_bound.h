// SPDX-License-Identifier: Apache-2.0
// A bound that no shortest path of a matrix exceeds, computed in few passes over it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace allways::engine {

// The largest cost of some walk from each node to node 0 plus that of some walk from node 0 to each node, so no
// shortest path costs more. `costs`: n×n, none negative off the diagonal. Each of the few passes over the matrix, on
// all threads, lengthens the walks by one arc. Returns nothing if some node is still not reached.
std::optional<std::int64_t> bound_through_first_node(std::span<const std::int32_t> costs, std::size_t n);

}  // namespace allways::engine
