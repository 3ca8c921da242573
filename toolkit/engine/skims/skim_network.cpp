// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_network.h"
#include "allways/base/error.h"
#include "result/skim_walk.h"

namespace allways::engine {

namespace {

// Searches forwards and backwards from the first member.
bool is_strongly_connected(const ClassGraph& graph) {
    ClassTrees trees(graph);
    std::size_t reached = 0, reaching = 0;
    trees.from(0, [&](std::uint32_t, std::uint32_t) { ++reached; });
    trees.towards(0, [&](std::uint32_t, std::uint32_t) { ++reaching; });
    return reached + 1 == graph.member_count() && reaching == reached;
}

}  // namespace

SkimClass::SkimClass(ClassGraph graph, std::vector<std::int64_t> values, std::size_t fields)
    : graph_(std::move(graph)), values_(std::move(values)), fields_(fields), trees_(graph_.member_count()) {
    if (!is_strongly_connected(graph_)) throw DamagedContent("its classes are damaged; make the factor again");
}

const std::int64_t* SkimClass::sums(std::uint32_t from, std::uint32_t to) const {
    Tree& tree = trees_[from];
    std::call_once(tree.is_found, [&] { tree.sums = sums_from(from); });
    return tree.sums.data() + std::size_t{to} * fields_;
}

std::vector<std::int64_t> SkimClass::sums_from(std::uint32_t source) const {
    std::vector<std::int64_t> sums(graph_.member_count() * fields_, 0);
    ClassTrees(graph_).from(source, [&](std::uint32_t arc, std::uint32_t tail) {
        std::int64_t* const here = sums.data() + std::size_t{graph_.head[arc]} * fields_;
        const std::int64_t* const before = sums.data() + std::size_t{tail} * fields_;
        for (std::size_t f = 0; f < fields_; ++f) here[f] = result::added(before[f], values(arc)[f]);
    });
    return sums;
}

std::uint64_t SkimClass::bytes() const {
    return values_.size() * sizeof(std::int64_t) +
           (graph_.first_out.size() + graph_.first_in.size() + 3 * graph_.head.size()) * sizeof(std::uint32_t) +
           trees_.size() * sizeof(Tree);
}

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
