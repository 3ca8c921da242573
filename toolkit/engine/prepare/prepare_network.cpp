// Prepare for networks.
#include <algorithm>

#include "cost/exact_potentials.h"
#include "cost/path_bound.h"
#include "cost/usable_arcs.h"
#include "engine/prepare/float_range.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

namespace {

// Computes potentials if any cost is negative; the arcs' costs become the reduced ones.
template <class T>
void remove_negative_costs(const RoadNetwork& network, const ArcCosts& costs, cost::UsableArcs<Wide<T>>& arcs,
                           Prepared<T>& prepared) {
    if (std::none_of(arcs.cost.begin(), arcs.cost.end(), [](auto cost) { return cost < 0; })) return;
    const auto potentials =
        cost::network_potentials(network, arcs, std::get<std::vector<T>>(costs.values), costs.scale.name);
    if (!potentials.cycle.empty()) cost::throw_negative_cycle(potentials.cycle, network.node_ids);
    const auto& h = potentials.of;
    prepared.tail_potential.assign(h.begin(), h.begin() + static_cast<std::ptrdiff_t>(network.node_count()));
    prepared.head_potential.resize(network.node_count());
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        prepared.head_potential[node] = h[arcs.head_role[node]];
    }
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        arcs.cost[i] = prepared.reduced(network.tail[arcs.arc[i]], network.head[arcs.arc[i]], arcs.cost[i]);
    }
}

}  // namespace

template <class T>
std::size_t Prepared<T>::max_out_degree() const {
    std::size_t largest = 0;
    for (std::size_t c = 0; c + 1 < first_out.size(); ++c) largest = std::max(largest, first_out[c + 1] - first_out[c]);
    return largest;
}

template <class T>
Prepared<T> prepare(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs) {
    const auto& values = std::get<std::vector<T>>(costs.values);
    Prepared<T> prepared;
    auto arcs = cost::usable_arcs<Wide<T>>(
        network, [&](std::size_t arc) { return Wide<T>(values[arc]); },
        [&](std::size_t arc) { return is_reachable(values[arc]); });
    prepared.arc_count = arcs.size();
    remove_negative_costs(network, costs, arcs, prepared);
    // build_arc_costs has checked that int32 fits.
    if constexpr (std::is_integral_v<T>) {
        prepared.bound = cost::path_sum_bound(arcs.role_count, arcs.tail, arcs.head, arcs.cost);
    } else {
        const double largest = arcs.cost.empty() ? 0 : *std::max_element(arcs.cost.begin(), arcs.cost.end());
        require_float_range<T>(network.provenance.source, network.node_count(), largest);
    }

    // Reduced cost of each arc of the network; unusable ones stay unreachable, and so do those costlier than any path,
    // which no shortest path takes.
    std::vector<T> reduced(network.arc_count(), unreachable_cost<T>);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (arcs.cost[i] < Wide<T>(unreachable_cost<T>)) reduced[arcs.arc[i]] = static_cast<T>(arcs.cost[i]);
    }

    std::vector<ZeroArc> zero_arcs;
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        const auto out = adjacency.out_arcs(node);
        for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
            const NodeIndex head = network.head[out[ordinal]];
            if (reduced[out[ordinal]] != T{0} || network.is_no_through(node) || network.is_no_through(head)) continue;
            zero_arcs.push_back({node, head, ordinal});
        }
    }
    prepared.classes = ZeroClasses(network.node_count(), std::move(zero_arcs), network.no_through);

    const ZeroClasses& classes = prepared.classes;
    prepared.first_out.assign(1, 0);
    for (std::uint32_t c = 0; c < classes.count(); ++c) {
        for (const NodeIndex node : classes.members(c)) {
            const auto out = adjacency.out_arcs(node);
            for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
                const ArcIndex arc = out[ordinal];
                const std::uint32_t head = classes.class_of(network.head[arc]);
                if (head == c || !is_reachable(reduced[arc])) continue;
                prepared.head.push_back(head);
                prepared.cost.push_back(reduced[arc]);
                prepared.exits.push_back({node, ordinal});
            }
        }
        prepared.first_out.push_back(prepared.head.size());
    }
    return prepared;
}

#define ALLWAYS_INSTANTIATE(T)   \
    template struct Prepared<T>; \
    template Prepared<T> prepare<T>(const RoadNetwork&, const AdjacencyArray&, const ArcCosts&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
