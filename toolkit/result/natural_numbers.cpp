// SPDX-License-Identifier: Apache-2.0
#include "allways/result/natural_numbers.h"

#include <algorithm>

#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"

namespace allways {

std::vector<double> natural_numbers(const CostView& raw, const NaturalScale& scale) {
    return std::visit(
        [&](const auto& cells) {
            auto numbers = large_vector<double>(cells.size());
            constexpr std::size_t cells_of_a_job = std::size_t{1} << 16;
            parallel_for((cells.size() + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
                const std::size_t last = std::min(cells.size(), (job + 1) * cells_of_a_job);
                for (std::size_t i = job * cells_of_a_job; i < last; ++i) numbers[i] = scale.value(raw_value(cells[i]));
            });
            return numbers;
        },
        raw);
}

}  // namespace allways
