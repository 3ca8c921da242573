// SPDX-License-Identifier: Apache-2.0
// Summary statistics of tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// Pairs are ordered and off the diagonal: n·(n-1) of them. Distances are natural, in table.unit().
struct TableStatistics {
    std::uint64_t nodes = 0;
    std::uint64_t pairs = 0;
    std::uint64_t reachable = 0;
    std::uint64_t unreachable = 0;
    std::uint64_t zero = 0;  // pairs at distance 0
    double mean = 0;         // over reachable pairs; 0 where there are none

    // The largest finite distance, and the first pair in row order that has it; nothing if no pair is reachable.
    struct Diameter {
        double distance = 0;
        NodeIndex from = no_node;
        NodeIndex to = no_node;
    };
    std::optional<Diameter> diameter;

    // The smallest finite eccentricity and the first node that has it. A node's eccentricity is the largest distance
    // from it, infinite if it does not reach every node; nothing if all are infinite.
    struct Radius {
        double distance = 0;
        NodeIndex center = no_node;
    };
    std::optional<Radius> radius;
};

// One pass over the table in row order. O(n²).
ALLWAYS_API TableStatistics statistics(const DistanceTable& table);
// The same for n×n raw numbers, row-major, [from][to], such as a matrix of direct costs; natural = raw × 10^-digits.
// NaN counts as unreachable, and the diagonal is ignored.
template <class T>
ALLWAYS_API TableStatistics statistics(std::span<const T> values, std::size_t n, int digits);

// Counts every pair of an origin and a destination, even if both are the same node.
struct PartStatistics {
    std::uint64_t pairs = 0;
    std::uint64_t reachable = 0;
    std::uint64_t unreachable = 0;
    std::uint64_t zero = 0;                         // pairs at distance 0
    double mean = 0;                                // over reachable pairs; 0 where there are none
    std::uint64_t origins_without_destination = 0;  // origins that reach no destination
    std::uint64_t destinations_without_origin = 0;  // destinations reached from no origin

    // The largest finite distance, and the first pair in row order that has it, by positions in the lists.
    struct Largest {
        double distance = 0;
        std::uint32_t origin = 0;
        std::uint32_t destination = 0;
    };
    std::optional<Largest> largest;
};

// One pass in row order. O(origins · destinations).
ALLWAYS_API PartStatistics statistics(const OriginDestinationTable& table);

// Statistics of a skim's natural values over reachable pairs.
struct SkimStatistics {
    std::uint64_t values = 0;
    double smallest = 0;  // 0 where there are none
    double largest = 0;
    double mean = 0;
};

// `columns`: the table's columns; `same_nodes`: the diagonal, which is 0, does not count. O(values).
ALLWAYS_API SkimStatistics statistics(const Skim& skim, std::size_t columns, bool same_nodes);

}  // namespace allways
