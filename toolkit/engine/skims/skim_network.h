// The exits of a prepared network with the values of the fields to sum, by rank: from the network itself, or from a
// factor that was made of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/damaged.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "engine/prepare/prepare.h"
#include "engine/skims/skim_sum.h"
#include "ordering/elimination.h"

namespace allways::engine {

// An arc out of a class of zero-cost cycles, which most nodes are alone in.
template <class T>
struct SkimExit {
    NodeIndex tail;
    NodeIndex head;
    std::uint32_t head_class;
    T cost;  // unreachable_cost: on no shortest path
};

inline constexpr std::uint32_t no_exit = ~std::uint32_t{0};

// Classes are the ranks of the core, then those beyond it. Exits of a class are in the order of its first arcs
// (Prepared): among shortest paths, the rule of next hops takes the one whose exits come first, one by one.
template <class T>
struct SkimNetwork {
    std::size_t field_count = 0;
    std::size_t core_count = 0;           // of classes
    std::vector<std::uint32_t> class_of;  // by node
    std::vector<std::size_t> first_exit;  // classes + 1
    std::vector<SkimExit<T>> exits;
    std::vector<std::int64_t> values;  // by exit, then field
    // Empty without cycles of zero cost. By node its number in its class; by class the sums from each member to each.
    std::vector<std::uint32_t> member;
    std::vector<std::uint32_t> member_counts;
    std::vector<std::size_t> first_inside;  // classes + 1
    std::vector<std::int64_t> inside;       // [from][to][field]

    std::size_t class_count() const { return first_exit.size() - 1; }
    bool has_classes() const { return !member.empty(); }
    std::uint32_t member_count(std::uint32_t c) const { return has_classes() ? member_counts[c] : 1; }
    std::uint32_t member_of(NodeIndex node) const { return has_classes() ? member[node] : 0; }

    // Add to one sum for each field: more sums; an exit's; from a member of a class to another.
    template <class S>
    void add(S* sums, const S* more) const {
        for (std::size_t f = 0; f < field_count; ++f) sums[f] = added_sums(sums[f], more[f]);
    }
    template <class S>
    void add_exit(S* sums, std::uint32_t exit) const {
        add_values(sums, values.data() + std::size_t{exit} * field_count);
    }
    template <class S>
    void add_inside(S* sums, std::uint32_t c, std::uint32_t from, NodeIndex to) const {
        if (class_of[to] != c) throw DamagedContent("its classes are damaged; make the factor again");
        add_values(sums,
                   inside.data() + first_inside[c] + (std::size_t{from} * member_counts[c] + member[to]) * field_count);
    }
    template <class S>
    void add_inside(S* sums, NodeIndex from, NodeIndex to) const {
        if (from != to) add_inside(sums, class_of[from], member[from], to);
    }

    std::uint64_t bytes() const {
        return exits.size() * sizeof(SkimExit<T>) + (values.size() + inside.size()) * sizeof(std::int64_t) +
               (class_of.size() + member.size() + member_counts.size()) * sizeof(std::uint32_t) +
               (first_exit.size() + first_inside.size()) * sizeof(std::size_t);
    }

private:
    template <class S>
    void add_values(S* sums, const std::int64_t* more) const {
        for (std::size_t f = 0; f < field_count; ++f) sums[f] = added_sums(sums[f], sum_of_value<S>(more[f]));
    }
};

// A step from a member of a class to another: where its value is in the fields, and its head.
struct InsideStep {
    std::size_t position;
    NodeIndex head;
};

// The class of nodes that a network of a part leaves out.
inline constexpr std::uint32_t no_class = ~std::uint32_t{0};

// Numbers the members of classes and sums between them; class_of and first_exit are filled. `step(from, to)` is the
// first step from one member towards another, `value(field, position)` a step's.
template <class T, class Step, class Value>
void add_classes(SkimNetwork<T>& network, const Step& step, const Value& value) {
    const std::size_t fields = network.field_count;
    network.member.resize(network.class_of.size());
    network.member_counts.assign(network.class_count(), 0);
    for (NodeIndex node = 0; node < network.class_of.size(); ++node) {
        if (network.class_of[node] != no_class) network.member[node] = network.member_counts[network.class_of[node]]++;
    }
    network.first_inside.assign(1, 0);
    for (const std::size_t members : network.member_counts) {
        const std::size_t sums = members > 1 ? members * members * fields : 0;
        network.first_inside.push_back(network.first_inside.back() + sums);
    }
    network.inside.assign(network.first_inside.back(), 0);
    std::vector<NodeIndex> joined;  // members of classes with several, by class
    for (NodeIndex node = 0; node < network.class_of.size(); ++node) {
        const std::uint32_t c = network.class_of[node];
        if (c != no_class && network.member_counts[c] > 1) joined.push_back(node);
    }
    std::ranges::stable_sort(joined, {}, [&](NodeIndex node) { return network.class_of[node]; });
    for (auto first = joined.begin(); first != joined.end();) {
        const std::uint32_t c = network.class_of[*first];
        const std::span<const NodeIndex> members(first, network.member_counts[c]);
        std::int64_t* sums = network.inside.data() + network.first_inside[c];
        for (const NodeIndex from : members) {
            for (const NodeIndex to : members) {
                std::size_t steps = 0;
                for (NodeIndex node = from; node != to && steps < members.size(); ++steps) {
                    const InsideStep next = step(node, to);
                    for (std::size_t f = 0; f < fields; ++f) sums[f] = result::added(sums[f], value(f, next.position));
                    node = next.head;
                }
                sums += fields;
            }
        }
        first += static_cast<std::ptrdiff_t>(members.size());
    }
}

// `fields` are in the order of the adjacency array.
template <class T>
SkimNetwork<T> skim_network(const RoadNetwork& network, const AdjacencyArray& adjacency, const Prepared<T>& prepared,
                            const ordering::Elimination& tree, std::span<const result::SkimField> fields);

}  // namespace allways::engine
