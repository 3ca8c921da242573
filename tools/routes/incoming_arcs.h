// SPDX-License-Identifier: Apache-2.0
// The arcs that lead into each node.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "allways/result/distance_table.h"

namespace allways::tools {

// Borrows the arcs. The index takes O(m) time and 12 bytes per arc; the first question makes it, and any thread may
// ask.
class IncomingArcs {
public:
    explicit IncomingArcs(const TableArcs& arcs) : arcs_(arcs) {}

    struct Arc {
        NodeIndex tail;
        std::uint64_t arc;
    };
    std::span<const Arc> into(NodeIndex node) const;

private:
    void make() const;

    const TableArcs& arcs_;
    mutable std::once_flag made_;
    mutable std::vector<std::uint64_t> first_in_;
    mutable std::vector<Arc> into_;
};

}  // namespace allways::tools
