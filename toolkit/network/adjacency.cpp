#include "allways/network/adjacency.h"

#include <algorithm>

namespace allways {

std::size_t AdjacencyArray::max_out_degree() const {
    std::size_t largest = 0;
    for (std::size_t node = 0; node < node_count(); ++node) {
        largest = std::max(largest, first_out[node + 1] - first_out[node]);
    }
    return largest;
}

AdjacencyArray build_adjacency(std::size_t node_count, std::span<const NodeIndex> tail) {
    AdjacencyArray adjacency;
    adjacency.first_out.assign(node_count + 1, 0);
    adjacency.arcs.resize(tail.size());
    for (const NodeIndex node : tail) ++adjacency.first_out[node + 1];
    for (std::size_t node = 0; node < node_count; ++node) adjacency.first_out[node + 1] += adjacency.first_out[node];
    std::vector<std::size_t> next(adjacency.first_out.begin(), adjacency.first_out.end() - 1);
    for (std::size_t arc = 0; arc < tail.size(); ++arc) {
        adjacency.arcs[next[tail[arc]]++] = static_cast<ArcIndex>(arc);
    }
    return adjacency;
}

}  // namespace allways
