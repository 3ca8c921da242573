// SPDX-License-Identifier: Apache-2.0
// Counts how many rows of a table are finished as a walk proceeds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/error.h"

namespace allways::engine {

// Returns the number of rows finished after each of `visits` visits. add(i, rows) appends the rows that visit i
// finishes, in any order; `untied` rows are finished after the last visit. Throws InvalidArgument if rows are not
// numbered in the order of the walk.
template <class Add>
std::vector<std::size_t> completed_rows(std::size_t visits, const Add& add, std::span<const std::uint32_t> untied) {
    std::vector<std::size_t> after;
    std::size_t done = 0;
    std::vector<std::uint32_t> rows;
    const auto take = [&] {
        std::sort(rows.begin(), rows.end());
        for (const std::uint32_t row : rows) {
            if (row != done++) throw InvalidArgument("the rows are not in the order of the walk");
        }
        rows.clear();
    };
    for (std::size_t i = 0; i < visits; ++i) {
        add(i, rows);
        take();
        after.push_back(done);
    }
    rows.assign(untied.begin(), untied.end());
    take();
    return after;
}

}  // namespace allways::engine
