// SPDX-License-Identifier: Apache-2.0
// Node ids in the order in which arcs mention them → consecutive node indexes: for files without a list of nodes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/ids.h"

namespace allways::importers {

// Collects the two ends of each arc. If all ids are integers, nodes are in ascending order, and 2.0, as pandas writes
// a column with gaps, is 2; a single other id makes all ids texts, and nodes are in order of first appearance.
class NodeNames {
public:
    void add(std::string_view id);

    struct Nodes {
        IdTable ids;
        std::vector<NodeIndex> index;  // one per add(), in order
    };
    // O(m log m). Throws CapacityError beyond 2^32 - 2 nodes.
    Nodes finish() &&;

private:
    std::vector<std::int64_t> numbers_;
    std::vector<std::size_t> decimals_;  // those of the numbers that were written with ".0"
    std::vector<std::string> texts_;
    bool numeric_ = true;
};

}  // namespace allways::importers
