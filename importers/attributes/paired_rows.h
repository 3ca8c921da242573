// SPDX-License-Identifier: Apache-2.0
// Counts the rows of an edge list that have a counterpart in the opposite direction.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "allways/base/ids.h"

namespace allways::importers {

struct PairedRows {
    std::size_t between_two = 0;  // rows that are not loops
    std::size_t paired = 0;       // rows among these with a counterpart from their head to their tail
};

// `ends` has two nodes per row. O(m log m).
inline PairedRows paired_rows(const std::vector<NodeIndex>& ends) {
    std::vector<std::pair<NodeIndex, NodeIndex>> rows;
    for (std::size_t at = 0; at + 1 < ends.size(); at += 2) {
        if (ends[at] != ends[at + 1]) rows.emplace_back(ends[at], ends[at + 1]);
    }
    std::ranges::sort(rows);
    const auto is_paired = [&](const auto& row) {
        return std::ranges::binary_search(rows, std::pair{row.second, row.first});
    };
    return {rows.size(), static_cast<std::size_t>(std::ranges::count_if(rows, is_paired))};
}

}  // namespace allways::importers
