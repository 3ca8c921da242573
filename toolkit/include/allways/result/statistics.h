// SPDX-License-Identifier: Apache-2.0
// Summary statistics of tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/base/option_row.h"
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

        static void each_row(auto&& row) {
            row("distance", &Diameter::distance, "", JsonForm::natural);
            row("from_", &Diameter::from, "Its index", JsonForm::by_caller, "from");
            row("to", &Diameter::to, "Its index", JsonForm::by_caller);
        }
    };
    std::optional<Diameter> diameter;

    // The smallest finite eccentricity and the first node that has it. A node's eccentricity is the largest distance
    // from it, infinite if it does not reach every node; nothing if all are infinite.
    struct Radius {
        double distance = 0;
        NodeIndex center = no_node;

        static void each_row(auto&& row) {
            row("distance", &Radius::distance, "", JsonForm::natural);
            row("center", &Radius::center, "Its index", JsonForm::by_caller);
        }
    };
    std::optional<Radius> radius;

    static void each_row(auto&& row) {
        row("nodes", &TableStatistics::nodes, "", JsonForm::absent);
        row("pairs", &TableStatistics::pairs);
        row("reachable", &TableStatistics::reachable);
        row("unreachable", &TableStatistics::unreachable);
        row("zero", &TableStatistics::zero, "Pairs at distance 0");
        row("mean", &TableStatistics::mean, "Over reachable pairs; 0 where there are none");
        row("diameter", &TableStatistics::diameter, "The largest finite distance; None if no pair is reachable",
            JsonForm::by_caller);
        row("radius", &TableStatistics::radius, "The smallest finite eccentricity; None if all are infinite",
            JsonForm::by_caller);
    }
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

        static void each_row(auto&& row) {
            row("distance", &Largest::distance, "", JsonForm::natural);
            row("origin", &Largest::origin, "Its position in the list", JsonForm::by_caller, "from");
            row("destination", &Largest::destination, "Its position in the list", JsonForm::by_caller, "to");
        }
    };
    std::optional<Largest> largest;

    static void each_row(auto&& row) {
        row("pairs", &PartStatistics::pairs);
        row("reachable", &PartStatistics::reachable);
        row("unreachable", &PartStatistics::unreachable);
        row("zero", &PartStatistics::zero, "Pairs at distance 0");
        row("mean", &PartStatistics::mean, "Over reachable pairs; 0 where there are none");
        row("largest", &PartStatistics::largest, "The largest finite distance", JsonForm::by_caller);
        row("origins_without_destination", &PartStatistics::origins_without_destination,
            "Origins that reach no destination");
        row("destinations_without_origin", &PartStatistics::destinations_without_origin,
            "Destinations reached from no origin");
    }
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
