// SPDX-License-Identifier: Apache-2.0
// Divides an elimination tree into independent subtrees and the ranks above them, for several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ordering/elimination.h"

namespace allways::ordering {

struct Subtrees {
    // The roots of the subtrees, ascending. A subtree is the ranks first_of_subtree(root) … root.
    std::vector<std::uint32_t> roots;
    std::vector<std::uint32_t> top;  // ranks outside the subtrees, ascending: all ancestors of the roots
};

// Finds the largest subtrees of at most `most` nodes. O(roots + top).
inline Subtrees subtrees(const Elimination& e, std::size_t most) {
    Subtrees result;
    for (auto v = static_cast<std::uint32_t>(e.node_count()); v-- > 0;) {
        if (e.subtree_size[v] > most) {
            result.top.push_back(v);
        } else {
            result.roots.push_back(v);
            v -= e.subtree_size[v] - 1;
        }
    }
    std::reverse(result.roots.begin(), result.roots.end());
    std::reverse(result.top.begin(), result.top.end());
    return result;
}

inline std::uint32_t first_of_subtree(const Elimination& e, std::uint32_t root) {
    return root - (e.subtree_size[root] - 1);
}

}  // namespace allways::ordering
