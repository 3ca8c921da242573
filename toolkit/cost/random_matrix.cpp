// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/random_matrix.h"

#include "network/generate_random.h"

namespace allways {

CostMatrix generate_random_matrix(const RandomNetworkOptions& options) {
    check_random_options(options);
    const std::size_t n = options.nodes;
    std::vector<std::int32_t> values(n * n, unreachable_cost<std::int32_t>);
    for (std::size_t node = 0; node < n; ++node) values[node * n + node] = 0;
    for_each_random_arc(
        options, [&](std::size_t tail, std::size_t head, std::int32_t weight) { values[tail * n + head] = weight; });
    return CostMatrix::own(std::move(values), n, {}, IdTable::consecutive(n));
}

}  // namespace allways
