// SPDX-License-Identifier: Apache-2.0
// The core of a network, prepared for elimination: the first step of making a factor.
#pragma once

#include <span>

#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

template <class T>
struct FactorCore {
    // `costs`: of type T, by arc of the turn-expanded network. Throws as prepare().
    FactorCore(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs, WorkMeter& meter);

    Prepared<T> prepared;
    CellFormat format;
    CoreGraph<T> graph;

    // Converts classes of the core to their nodes; the members of a class stay together.
    std::vector<NodeIndex> nodes_in(std::span<const std::uint32_t> classes, WorkMeter& meter) const;
};

}  // namespace allways::engine
