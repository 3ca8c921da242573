// SPDX-License-Identifier: Apache-2.0
#include "papers/random_graph.h"

#include "network/generate_random.h"

namespace allways::papers {

Graph random_graph(std::size_t n, std::uint64_t seed, double probability, std::int32_t lowest, std::int32_t highest) {
    const RandomNetworkOptions options{n, seed, probability, lowest, highest};
    check_random_options(options);
    Graph graph{n, std::vector<std::int32_t>(n * n, unreachable)};
    for (std::size_t i = 0; i < n; ++i) graph.cells[i * n + i] = 0;
    for_each_random_arc(options, [&](std::size_t tail, std::size_t head, std::int32_t weight) {
        graph.cells[tail * n + head] = weight;
    });
    return graph;
}

}  // namespace allways::papers
