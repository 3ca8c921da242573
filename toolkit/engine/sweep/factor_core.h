// The network of a factor → its core, ready to be eliminated: what making a factor and answering from one begin with.
#pragma once

#include <span>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/network_factor.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// It is made of the factor's nodes and arcs alone; the factor's order and cells may be missing yet.
template <class T>
struct FactorCore {
    explicit FactorCore(const NetworkFactor& factor);

    RoadNetwork network;       // arcs in the order of TableArcs; nothing but what prepare and next hops look at
    AdjacencyArray adjacency;  // of the arcs in the order in which they lie
    Prepared<T> prepared;
    CellFormat format;
    CoreGraph<T> graph;

    // Nodes → classes of the core, in the order of their first members: whatever is contracted for these costs. Throws
    // InvalidArgument where `order` does not name the passable nodes, each once.
    std::vector<std::uint32_t> classes_in(std::span<const NodeIndex> order) const;
    // The reverse; the members of a class stay together.
    std::vector<NodeIndex> nodes_in(std::span<const std::uint32_t> classes) const;
};

}  // namespace allways::engine
