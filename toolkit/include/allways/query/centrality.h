// SPDX-License-Identifier: Apache-2.0
// Centrality of nodes and arcs from the distances between all nodes, row by row: no table of distances is kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/engine/solve.h"
#include "allways/network/road_network.h"

namespace allways {

// With r nodes reached besides the node itself, of n:
//   closeness        r / Σ distance · r / (n - 1): the inverse mean distance, less where a node reaches few others
//                    (Wasserman and Faust 1994, p. 200); 0 without any distance
//   harmonic         Σ 1 / distance; nodes at distance 0 are left out
//   eccentricity     the largest distance; missing if nothing is reached
//   reach            r
//   betweenness      Σ over ordered pairs of other nodes of the share of their shortest paths that pass the node
//                    (Freeman 1977; Brandes 2001)
//   arc_betweenness  the same for arcs, pairs with the arc's ends included
enum class CentralityMeasure { closeness, harmonic, eccentricity, reach, betweenness, arc_betweenness };
inline std::vector<std::string> words_of(CentralityMeasure) {
    return {"closeness", "harmonic", "eccentricity", "reach", "betweenness", "arc-betweenness"};
}

struct CentralityRequest {
    std::vector<CentralityMeasure> measures;
    bool towards = false;  // measure distances to the node instead of from it; betweenness has no direction
    // Divide betweenness by the number of pairs: (n - 1)(n - 2) for nodes, n (n - 1) for arcs.
    bool normalized = false;
};

// Lists are empty unless they are requested. Distances are raw: × 10^-scale.digits in scale.unit.
struct Centrality {
    std::vector<double> closeness;        // by node, in 1 / scale.unit
    std::vector<double> harmonic;         // by node, in 1 / scale.unit
    std::vector<double> eccentricity;     // by node, raw; NaN: missing
    std::vector<double> reach;            // by node
    std::vector<double> betweenness;      // by node
    std::vector<double> arc_betweenness;  // by arc of the network
    // With the measures of distances:
    double raw_radius = 0;            // the smallest eccentricity; NaN if there is none
    double raw_diameter = 0;          // the largest
    double raw_mean = 0;              // mean distance of the pairs with a path; NaN if there is none
    std::uint64_t reached_pairs = 0;  // ordered pairs of different nodes with a path
    std::uint64_t zero_pairs = 0;     // those of them at distance 0
    CostScale scale;
    SolveReport report;
};

// Sweeps all rows once for the measures of distances, and once for betweenness (TableStream), and reduces each on
// all cores. Sums of integers are exact; other sums are the same for any number of threads.
//
// Betweenness counts all shortest paths, ties included, not only those that `path` chooses. A path is its sequence of
// nodes: of parallel arcs the cheapest counts, among equals the first. Of equally cheap paths those with the fewest
// arcs of zero cost count; so there is a number of them on cycles of zero cost, too. It needs int32 costs, for which
// ties are exact, and no turn rules. No-through nodes are passed by no path. O(n + m) for each node after the sweep;
// numbers of paths are float64, exact below 2⁵³. Memory: as TableStream, and about 64 (n + m) numbers at most.
//
// Throws InvalidArgument for negative costs, an empty request, and for betweenness under turn rules, of costs in
// floats, and where the number of paths exceeds float64; as TableStream otherwise.
ALLWAYS_API Centrality find_centrality(const RoadNetwork& network, const CentralityRequest& request,
                                       const SolveOptions& options = {});

}  // namespace allways
