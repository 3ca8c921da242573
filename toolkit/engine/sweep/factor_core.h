// SPDX-License-Identifier: Apache-2.0
// Makes the core of a factor's network, ready for elimination: the first step of making a factor.
#pragma once

#include <optional>
#include <span>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/network_factor.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// Built from the factor's nodes and arcs only, and borrows its ids; the factor's order, tree and cells may still be
// missing.
template <class T>
struct FactorCore {
    explicit FactorCore(const NetworkFactor& factor, std::optional<std::int64_t> bound = {}, WorkMeter&& unmetered = {})
        : FactorCore(factor, bound, unmetered) {}
    // `bound`: that of path sums (ArcCosts), or nothing if it is unknown.
    FactorCore(const NetworkFactor& factor, std::optional<std::int64_t> bound, WorkMeter& meter);

    RoadNetwork network;  // the turn-expanded network: of the states, if the factor has any (StateNetwork)
    AdjacencyArray adjacency;
    std::vector<NodeIndex> ends;  // under turn rules, by node of the factor: the place where paths to it end
    std::vector<T> costs;         // by arc of `network`
    Prepared<T> prepared;
    CellFormat format;
    CoreGraph<T> graph;

    // Converts classes of the core to their nodes; the members of a class stay together.
    std::vector<NodeIndex> nodes_in(std::span<const std::uint32_t> classes, WorkMeter& meter) const;
};

}  // namespace allways::engine
