// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/zero_cells.h"

#include <algorithm>

#include "allways/base/format.h"

namespace allways::engine {

void warn_of_zeros(const CostMatrix& matrix, const LogCallback& log_to) {
    const std::size_t n = matrix.node_count();
    const std::size_t cells = n * (n - 1);
    const std::size_t zeros = with_cost_type(matrix.type(), [&]<class T>() {
        const auto values = matrix.values<T>();
        auto found = static_cast<std::size_t>(std::ranges::count(values, T{0}));
        for (std::size_t i = 0; i < n; ++i) found -= values[i * n + i] == T{0} ? 1 : 0;
        return found;
    });
    if (2 * zeros <= cells) return;
    log(log_to, LogLevel::warning,
        format("{} of {} cells of the matrix are 0, which is an arc of cost 0; where 0 means no arc, give NaN or inf "
               "instead, an empty cell, or a sparse matrix",
               zeros, cells));
}

}  // namespace allways::engine
