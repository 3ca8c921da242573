// A network in, a factor out: seconds for 10^5 nodes, and memory that goes with the arcs, where a table takes n².
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "allways/engine/solve.h"
#include "allways/network/road_network.h"
#include "allways/result/network_factor.h"

namespace allways {

// What was done and what it took.
struct FactorReport {
    std::string order_method;  // "least fill and 11 levels of cuts", or "kept with the network"
    CostType cost_type = CostType::int32;
    CostScale scale;
    std::uint64_t nodes = 0;
    std::uint64_t arcs = 0;        // that paths can use
    std::uint64_t core_nodes = 0;  // that were eliminated: passable nodes, those at distance 0 of each other as one
    std::uint64_t zero_cost_classes = 0;
    std::uint64_t no_through_nodes = 0;
    bool has_negative_costs = false;
    std::uint64_t fill = 0;
    std::uint32_t height = 0;
    int label_bits = 0;
    std::uint64_t bytes = 0;                // of the factor
    std::map<std::string, double> seconds;  // "prepare", "order", "factor"
};

using Factored = WithReport<NetworkFactor, FactorReport>;

// Nothing is ordered where network.elimination_order fits: NetworkFactor::order of a factor of the same nodes may be
// put there, whatever its costs. Throws InvalidArgument (unknown field), NegativeCycleError, InputError (costs that do
// not fit the type), CapacityError before allocating a factor that would not fit, Cancelled. Source: docs/ordering.md.
// Safe to call from several threads.
Factored factorize_with_report(const RoadNetwork& network, const SolveOptions& options = {});
NetworkFactor factorize(const RoadNetwork& network, const SolveOptions& options = {});

// A factor where so many paths, each between nodes of its own, are predicted to take less time with it, its making
// included, than by a search each (PathFinder): from about a hundred on road networks, never where the filled graph is
// dense, or does not fit the memory. Else nothing.
std::optional<NetworkFactor> factorize_for_paths(const RoadNetwork& network, std::size_t paths,
                                                 const SolveOptions& options = {});

}  // namespace allways
