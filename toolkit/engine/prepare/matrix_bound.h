// A bound that no shortest path of a matrix exceeds, found in few passes over it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace allways::engine {

// The cost of some walk from every node to node 0 plus that of some walk from node 0 to every node, so that no shortest
// path costs more. `costs`: n×n, off the diagonal none negative. Each of few passes over the matrix, on all
// threads, lets the walks have one more arc, and all nodes must be reached by then; nothing where they are not.
std::optional<std::int64_t> bound_through_first_node(std::span<const std::int32_t> costs, std::size_t n);

}  // namespace allways::engine
