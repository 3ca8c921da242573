// SPDX-License-Identifier: Apache-2.0
#include "papers/float_cells.h"

#include <limits>

namespace allways::papers {
namespace {
constexpr float no_path = std::numeric_limits<float>::infinity();
}

std::vector<float> float_cells(const Graph& graph, std::size_t side) {
    std::vector<float> cells(side * side, no_path);
    for (std::size_t i = 0; i < graph.n; ++i) {
        for (std::size_t j = 0; j < graph.n; ++j) {
            const std::int32_t cost = graph.cells[i * graph.n + j];
            if (cost != unreachable) cells[i * side + j] = static_cast<float>(cost);
        }
    }
    return cells;
}

void take_float_cells(std::span<const float> cells, std::size_t side, std::size_t n,
                      std::vector<std::int32_t>& distances) {
    distances.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const float cost = cells[i * side + j];
            distances[i * n + j] = cost == no_path ? unreachable : static_cast<std::int32_t>(cost);
        }
    }
}

}  // namespace allways::papers
