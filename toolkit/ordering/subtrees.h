// SPDX-License-Identifier: Apache-2.0
// An elimination tree as independent subtrees and what lies above them: the work of several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ordering/elimination.h"

namespace allways::ordering {

struct Subtrees {
    // Of the subtrees, ascending. A subtree is the ranks first_of_subtree(root) … root.
    std::vector<std::uint32_t> roots;
    std::vector<std::uint32_t> top;  // the ranks in no subtree, ascending: all ancestors of the roots
};

// The largest subtrees of at most `most` nodes. O(roots + top).
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
