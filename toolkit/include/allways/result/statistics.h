// What a distance table looks like as a whole.
#pragma once

#include <cstdint>
#include <optional>

#include "allways/base/ids.h"
#include "allways/result/distance_table.h"

namespace allways {

// Pairs are ordered and off the diagonal: n·(n-1) of them. Distances are natural, in table.unit().
struct TableStatistics {
    std::uint64_t nodes = 0;
    std::uint64_t pairs = 0;
    std::uint64_t reachable = 0;
    std::uint64_t unreachable = 0;
    std::uint64_t zero = 0;  // pairs at distance 0
    double mean = 0;         // over reachable pairs; 0 where there are none

    // The largest finite distance, and the first pair in row order that has it; nothing without a reachable pair.
    struct Diameter {
        double distance = 0;
        NodeIndex from = no_node;
        NodeIndex to = no_node;
    };
    std::optional<Diameter> diameter;

    // The smallest finite eccentricity and the first node that has it. A node's eccentricity is the largest distance
    // from it, infinite where it does not reach every node; nothing where that holds for all.
    struct Radius {
        double distance = 0;
        NodeIndex center = no_node;
    };
    std::optional<Radius> radius;
};

// One pass over the table in row order. O(n²).
TableStatistics statistics(const DistanceTable& table);

}  // namespace allways
