// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/factor_core.h"

#include "base/threads/blocks.h"

namespace allways::engine {

template <class T>
FactorCore<T>::FactorCore(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs,
                          WorkMeter& meter)
    : prepared(prepare<T>(network, adjacency, costs, meter, BoundUse::sweep)),
      format(sweep_format(prepared, true)),
      graph(core_graph(prepared, format, meter)) {}

template <class T>
std::vector<NodeIndex> FactorCore<T>::nodes_in(std::span<const std::uint32_t> classes, WorkMeter& meter) const {
    const ZeroClasses& all = prepared.classes;
    if (all.contracted() == 0) {
        return made_vector<NodeIndex>(classes.size(), meter,
                                      [&](std::size_t i) { return all.members(classes[i]).front(); });
    }
    std::vector<NodeIndex> nodes;
    nodes.reserve(all.node_count());
    for (const std::uint32_t c : classes) {
        const auto members = all.members(c);
        nodes.insert(nodes.end(), members.begin(), members.end());
    }
    return nodes;
}

template struct FactorCore<std::int32_t>;
template struct FactorCore<double>;

}  // namespace allways::engine
