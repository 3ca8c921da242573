// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_network.h"

namespace allways::engine {

template <class T>
std::size_t SkimNetwork<T>::joined_count() const {
    std::size_t count = 0;
    for (const std::uint32_t members : member_counts) count += members > 1 ? members : 0;
    return count;
}

template <class T>
std::uint64_t SkimNetwork<T>::bytes() const {
    std::uint64_t insides = classes.size() * sizeof(classes[0]);
    for (const auto& inside : classes) insides += inside ? inside->bytes() : 0;
    return exits.size() * sizeof(SkimExit<T>) + values.size() * sizeof(std::int64_t) +
           (class_of.size() + member.size() + member_counts.size()) * sizeof(std::uint32_t) +
           first_exit.size() * sizeof(std::size_t) + insides;
}

template <class T>
SkimNetwork<T> skim_network(const RoadNetwork& network, const AdjacencyArray& adjacency, const Prepared<T>& prepared,
                            const ordering::Elimination& tree, std::span<const result::SkimField> fields) {
    const ZeroClasses& classes = prepared.classes;
    const std::size_t core = tree.node_count();
    SkimNetwork<T> skims;
    skims.field_count = fields.size();
    skims.core_count = core;
    const auto class_at = [&](std::uint32_t c) { return c < core ? tree.rank_of[c] : c; };
    skims.class_of.resize(network.node_count());
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        skims.class_of[node] = class_at(classes.class_of(node));
    }
    const auto position_of = [&](const ExitArc& exit) { return adjacency.first_out[exit.tail] + exit.hop; };
    skims.first_exit.assign(1, 0);
    skims.exits.reserve(prepared.exits.size());
    skims.values.reserve(prepared.exits.size() * fields.size());
    for (std::uint32_t at = 0; at < classes.count(); ++at) {
        const std::uint32_t c = at < core ? tree.node_at[at] : at;
        for (std::size_t e = prepared.first_out[c]; e < prepared.first_out[c + 1]; ++e) {
            T cost = prepared.cost[e];
            if constexpr (std::is_integral_v<T>) {
                if (cost > prepared.bound) cost = unreachable_cost<T>;
            }
            const std::size_t position = position_of(prepared.exits[e]);
            skims.exits.push_back(
                {prepared.exits[e].tail, network.head[adjacency.arcs[position]], class_at(prepared.head[e]), cost});
            for (const result::SkimField& field : fields) skims.values.push_back(field.values[position]);
        }
        skims.first_exit.push_back(skims.exits.size());
    }
    if (classes.contracted() == 0) return skims;
    const auto zero_arcs = [&](NodeIndex tail, const auto& visit) {
        const auto arcs = classes.arcs(classes.class_of(tail));
        for (auto arc = std::ranges::lower_bound(arcs, tail, {}, &ZeroArc::tail); arc != arcs.end(); ++arc) {
            if (arc->tail != tail) return;
            visit(arc->head, position_of({tail, arc->hop}));
        }
    };
    add_classes(skims, zero_arcs,
                [&](std::size_t field, std::size_t position) { return fields[field].values[position]; });
    return skims;
}

#define ALLWAYS_INSTANTIATE(T)                                                                          \
    template struct SkimNetwork<T>;                                                                     \
    template SkimNetwork<T> skim_network(const RoadNetwork&, const AdjacencyArray&, const Prepared<T>&, \
                                         const ordering::Elimination&, std::span<const result::SkimField>);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
