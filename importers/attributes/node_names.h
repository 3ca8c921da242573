// Node ids as arcs mention them → consecutive node indexes: for files that have no list of nodes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/ids.h"

namespace allways {

// Collects the two ends of each arc. Ids are integers, nodes then ascend; one id that is none makes them texts,
// and nodes come in order of first appearance.
class NodeNames {
public:
    void add(std::string_view id);

    struct Nodes {
        IdTable ids;
        std::vector<NodeIndex> index;  // one for each add(), in order
    };
    // O(m log m). Throws CapacityError beyond 2^32 - 2 nodes.
    Nodes finish() &&;

private:
    std::vector<std::int64_t> numbers_;
    std::vector<std::string> texts_;
    bool numeric_ = true;
};

}  // namespace allways
