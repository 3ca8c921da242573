// SPDX-License-Identifier: Apache-2.0
// The exits of a factor's classes with the values of the fields to sum, by rank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "engine/prepare/prepare.h"
#include "engine/prepare/zero_classes.h"
#include "ordering/elimination.h"
#include "result/skim_walk.h"

namespace allways::engine {

// ---- sums of fields: int32 while all sums fit the cells of a table, otherwise float64, in which integers below 2⁵³
// are exact

// The sum if a value is missing, or if an int32 cell does not hold it.
template <class S>
inline constexpr S no_sum = std::is_integral_v<S> ? std::numeric_limits<S>::min() : std::numeric_limits<S>::quiet_NaN();

// Returns true for the values of int32 cells, including no_sum.
constexpr bool is_cell(std::int64_t sum) {
    return sum > -std::int64_t{unreachable_cost<std::int32_t>} && sum < unreachable_cost<std::int32_t>;
}

template <class S>
S sum_of_value(std::int64_t value) {
    if constexpr (std::is_integral_v<S>) {
        return is_cell(value) ? static_cast<S>(value) : no_sum<S>;
    } else {
        return value == result::SkimField::missing ? no_sum<S> : static_cast<S>(value);
    }
}

template <class S>
S added_sums(S a, S b) {
    if constexpr (std::is_integral_v<S>) {
        const std::int64_t sum = std::int64_t{a} + b;
        return is_cell(a) && is_cell(b) && is_cell(sum) ? static_cast<S>(sum) : no_sum<S>;
    } else {
        return a + b;
    }
}

// ---- classes

// The inner arcs of a class of zero-cost cycles with the values of the fields to sum; paths inside the class are those
// of zero_classes.h.
class SkimClass {
public:
    // `values`: by arc of the graph, then field. Throws DamagedContent if some member does not reach all others.
    SkimClass(ClassGraph graph, std::vector<std::int64_t> values, std::size_t fields);

    const ClassGraph& graph() const { return graph_; }
    const std::int64_t* values(std::uint32_t arc) const { return values_.data() + std::size_t{arc} * fields_; }

    // Returns one sum for each field along the path from one member to another. The first call for `from` finds its
    // whole tree in O(arcs), which is kept. Meant for few source members: those at which arcs of a factor enter the
    // class.
    const std::int64_t* sums(std::uint32_t from, std::uint32_t to) const;

    std::uint64_t bytes() const;

private:
    struct Tree {
        std::once_flag is_found;
        std::vector<std::int64_t> sums;  // by member, then field
    };
    std::vector<std::int64_t> sums_from(std::uint32_t source) const;

    ClassGraph graph_;
    std::vector<std::int64_t> values_;
    std::size_t fields_;
    mutable std::vector<Tree> trees_;  // by source
};

// ---- the network

// An arc out of a class of zero-cost cycles; most classes have a single node.
template <class T>
struct SkimExit {
    NodeIndex tail;
    NodeIndex head;
    std::uint32_t head_class;
    T cost;  // unreachable_cost: the exit is on no shortest path
};

inline constexpr std::uint32_t no_exit = ~std::uint32_t{0};

// Classes are the ranks of the core, followed by the classes beyond it. Exits of a class are in the order of its first
// arcs (Prepared): among shortest paths, the rule of next hops takes the one whose exits come first, one by one.
template <class T>
struct SkimNetwork {
    std::size_t field_count = 0;
    std::size_t core_count = 0;           // number of classes in the core
    std::vector<std::uint32_t> class_of;  // by node
    std::vector<std::size_t> first_exit;  // classes + 1
    std::vector<SkimExit<T>> exits;
    std::vector<std::int64_t> values;  // by exit, then field
    // Empty without cycles of zero cost. By node, its number in its class; by class, its members and, if there are
    // several, its inner arcs.
    std::vector<std::uint32_t> member;
    std::vector<std::uint32_t> member_counts;
    std::vector<std::unique_ptr<const SkimClass>> classes;

    std::size_t class_count() const { return first_exit.size() - 1; }
    bool has_classes() const { return !member.empty(); }
    std::uint32_t member_count(std::uint32_t c) const { return has_classes() ? member_counts[c] : 1; }
    std::uint32_t member_of(NodeIndex node) const { return has_classes() ? member[node] : 0; }
    // Returns the number of a node that must be a member of a class.
    std::uint32_t member_in(std::uint32_t c, NodeIndex node) const {
        if (class_of[node] != c) throw DamagedContent("its classes are damaged; make the factor again");
        return member_of(node);
    }
    // The number of members of the classes with several members.
    std::size_t joined_count() const;

    // These functions add to one sum for each field: further sums; those of an exit; those from one member of a class
    // to another.
    template <class S>
    void add(S* sums, const S* more) const {
        for (std::size_t f = 0; f < field_count; ++f) sums[f] = added_sums(sums[f], more[f]);
    }
    template <class S>
    void add_exit(S* sums, std::uint32_t exit) const {
        add_values(sums, values.data() + std::size_t{exit} * field_count);
    }
    template <class S>
    void add_inside(S* sums, NodeIndex from, NodeIndex to) const {
        if (from == to) return;
        const std::uint32_t c = class_of[from];
        add_values(sums, classes[c]->sums(member[from], member_in(c, to)));
    }

    std::uint64_t bytes() const;

private:
    template <class S>
    void add_values(S* sums, const std::int64_t* more) const {
        for (std::size_t f = 0; f < field_count; ++f) sums[f] = added_sums(sums[f], sum_of_value<S>(more[f]));
    }
};

// The class of nodes that the network of a part leaves out.
inline constexpr std::uint32_t no_class = ~std::uint32_t{0};

// Numbers the members of classes and adds their inner arcs; class_of and first_exit must be filled. `zero_arcs(node,
// visit)` calls visit(head, position) for the zero-cost arcs of a node to members of its class, in the order of hops,
// and `value(field, position)` returns the value of an arc.
template <class T, class ZeroArcs, class Value>
void add_classes(SkimNetwork<T>& network, const ZeroArcs& zero_arcs, const Value& value) {
    network.member.resize(network.class_of.size());
    network.member_counts.assign(network.class_count(), 0);
    network.classes.resize(network.class_count());
    for (NodeIndex node = 0; node < network.class_of.size(); ++node) {
        if (network.class_of[node] != no_class) network.member[node] = network.member_counts[network.class_of[node]]++;
    }
    std::vector<NodeIndex> joined;  // members of classes with several, by class
    for (NodeIndex node = 0; node < network.class_of.size(); ++node) {
        const std::uint32_t c = network.class_of[node];
        if (c != no_class && network.member_counts[c] > 1) joined.push_back(node);
    }
    std::ranges::stable_sort(joined, {}, [&](NodeIndex node) { return network.class_of[node]; });
    for (auto first = joined.begin(); first != joined.end();) {
        const std::uint32_t c = network.class_of[*first];
        const std::span<const NodeIndex> members(first, network.member_counts[c]);
        std::vector<ClassGraph::Arc> arcs;
        std::vector<std::int64_t> values;
        for (const NodeIndex tail : members) {
            zero_arcs(tail, [&](NodeIndex head, std::size_t position) {
                arcs.push_back({network.member[tail], network.member[head]});
                for (std::size_t f = 0; f < network.field_count; ++f) values.push_back(value(f, position));
            });
        }
        network.classes[c] =
            std::make_unique<const SkimClass>(ClassGraph(members.size(), arcs), std::move(values), network.field_count);
        first += static_cast<std::ptrdiff_t>(members.size());
    }
}

}  // namespace allways::engine
