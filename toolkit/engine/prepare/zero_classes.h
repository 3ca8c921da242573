// SPDX-License-Identifier: Apache-2.0
// Classes of nodes at distance 0 of each other, contracted before solving so that no walk over next hops can form a
// circle, and the paths inside a class.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/ids.h"
#include "allways/result/next_hops.h"
#include "base/threads/work_meter.h"

namespace allways::engine {

// ---- Paths inside a class of zero-cost cycles
//
// Between two members the path with the fewest arcs and, of several such paths, the one whose arcs come first. Paths to
// one member form a tree, and so do paths from one member.

// The zero-cost arcs between the members 0 … k-1 of a class. A member's arcs are in the order of their hops.
struct ClassGraph {
    struct Arc {
        std::uint32_t tail;
        std::uint32_t head;
    };
    struct InArc {
        std::uint32_t tail;
        std::uint32_t arc;
    };

    // `arcs`: sorted by tail, then hop.
    ClassGraph(std::size_t member_count, std::span<const Arc> arcs);

    std::size_t member_count() const { return first_out.size() - 1; }

    std::vector<std::uint32_t> first_out;  // members + 1
    std::vector<std::uint32_t> head;       // by arc
    std::vector<std::uint32_t> first_in;   // members + 1
    std::vector<InArc> in;                 // into each member
};

// Breadth-first searches of one thread, each O(arcs).
class ClassTrees {
public:
    explicit ClassTrees(const ClassGraph& graph)
        : graph_(graph), way_(graph.member_count()), queue_(graph.member_count() + 1) {}

    // Calls visit(member, arc) for the first arc of the path from each other member to the target, after the call for
    // the arc's head.
    template <class Visit>
    void towards(std::uint32_t target, const Visit& visit);

    // Calls visit(arc, tail) for the last arc of the path from the source to each other member, after the call for the
    // tail.
    template <class Visit>
    void from(std::uint32_t source, const Visit& visit);

private:
    static constexpr std::uint64_t not_reached = std::numeric_limits<std::uint64_t>::max();

    const ClassGraph& graph_;
    std::vector<std::uint64_t> way_;    // by member: level << 32 | its arc to the level before
    std::vector<std::uint32_t> queue_;  // one element more than members
};

// The loop has no branches that depend on the graph, since a processor cannot predict which arcs reach a new member.
// Levels grow along the queue, so the smallest number is that of the first level and of its first arc.
template <class Visit>
void ClassTrees::towards(std::uint32_t target, const Visit& visit) {
    std::ranges::fill(way_, not_reached);
    queue_[0] = target;
    way_[target] = 0;
    std::size_t reached = 1;
    for (std::size_t at = 0; at < reached; ++at) {
        const std::uint32_t head = queue_[at];
        const std::uint64_t level = (way_[head] >> 32) + 1;
        for (std::uint32_t i = graph_.first_in[head]; i < graph_.first_in[head + 1]; ++i) {
            const auto [tail, arc] = graph_.in[i];
            const std::uint64_t known = way_[tail];
            way_[tail] = std::min(known, level << 32 | arc);
            queue_[reached] = tail;
            reached += known == not_reached ? 1 : 0;
        }
    }
    for (std::size_t at = 1; at < reached; ++at) visit(queue_[at], static_cast<std::uint32_t>(way_[queue_[at]]));
}

// In a queue the members of a level are in the order of their paths, so the first arc that finds a member ends its
// path.
template <class Visit>
void ClassTrees::from(std::uint32_t source, const Visit& visit) {
    std::ranges::fill(way_, not_reached);
    queue_[0] = source;
    way_[source] = 0;
    std::size_t reached = 1;
    for (std::size_t at = 0; at < reached; ++at) {
        const std::uint32_t tail = queue_[at];
        for (std::uint32_t arc = graph_.first_out[tail]; arc < graph_.first_out[tail + 1]; ++arc) {
            const std::uint32_t head = graph_.head[arc];
            if (way_[head] != not_reached) continue;
            way_[head] = 0;
            visit(arc, tail);
            queue_[reached++] = head;
        }
    }
}

// ---- The classes

// One arc of cost 0 between two passable nodes, with the hop that takes it (arc ordinal, or node index).
struct ZeroArc {
    NodeIndex tail;
    NodeIndex head;
    std::uint32_t hop;
};

// A partition of the nodes into classes: the strong components of the zero arcs. Most have one member. Classes are
// numbered by their first member, passable nodes (pivots) first, then no-through nodes.
class ZeroClasses {
public:
    ZeroClasses() = default;
    // `no_through`: empty, or nonzero for nodes that paths may not pass; no zero arc has such a node.
    ZeroClasses(std::size_t node_count, std::vector<ZeroArc> zero_arcs, std::span<const std::uint8_t> no_through,
                WorkMeter&& unmetered = {})
        : ZeroClasses(node_count, std::move(zero_arcs), no_through, unmetered) {}
    ZeroClasses(std::size_t node_count, std::vector<ZeroArc> zero_arcs, std::span<const std::uint8_t> no_through,
                WorkMeter& meter);

    std::uint32_t class_of(NodeIndex node) const { return class_of_[node]; }
    std::span<const NodeIndex> members(std::uint32_t class_index) const {
        if (contracted_ == 0) return {members_.data() + class_index, 1};
        return {members_.data() + first_member_[class_index],
                first_member_[class_index + 1] - first_member_[class_index]};
    }
    std::size_t count() const { return count_; }
    std::size_t pivot_count() const { return pivot_count_; }
    std::size_t node_count() const { return class_of_.size(); }
    // The number of classes with more than one member, and the number of their members.
    std::size_t contracted() const { return contracted_; }
    std::size_t joined_count() const { return class_of_.size() - count_ + contracted_; }

    // The zero arcs between members of a class, by tail, then hop.
    std::span<const ZeroArc> arcs(std::uint32_t class_index) const {
        if (contracted_ == 0) return {};
        return {arcs_.data() + first_arc_[class_index], first_arc_[class_index + 1] - first_arc_[class_index]};
    }
    ClassGraph graph(std::uint32_t class_index) const;

    // Returns the hop of `from` towards another member of its class: the first arc of a path with the fewest zero arcs,
    // lowest hop first. NextHops::none if from = to. The first call finds the hops of all pairs of members, which need
    // hop_bytes(): O(k · arcs) at worst for a class of k members, on all cores.
    std::uint32_t hop(NodeIndex from, NodeIndex to) const;

    // The same hops of one class, from member to member, row by row. O(k · arcs).
    std::vector<std::uint32_t> hops_of(std::uint32_t class_index) const;

    std::uint64_t bytes() const {
        return (class_of_.size() + members_.size() + rank_.size()) * sizeof(std::uint32_t) +
               (first_member_.size() + first_arc_.size()) * sizeof(std::size_t) + arcs_.size() * sizeof(ZeroArc);
    }
    // Bytes of memory for the hops between members.
    std::uint64_t hop_bytes() const;

private:
    using Members = std::vector<std::pair<NodeIndex, NodeIndex>>;
    void number_classes(std::span<const std::uint8_t> no_through, const Members& further, WorkMeter& meter);
    void collect_members(const Members& further, WorkMeter& meter);
    void group_arcs(std::vector<ZeroArc> zero_arcs, WorkMeter& meter);
    struct Hops;
    void find_hops(Hops& hops) const;

    std::size_t count_ = 0;
    std::size_t pivot_count_ = 0;
    std::size_t contracted_ = 0;
    std::vector<std::uint32_t> class_of_;
    std::vector<NodeIndex> members_;  // by class
    // Used only if some class has two or more members:
    std::vector<std::size_t> first_member_;  // by class
    std::vector<std::uint32_t> rank_;        // each node's position among its class's members
    std::vector<std::size_t> first_arc_;     // by class, into arcs_
    std::vector<ZeroArc> arcs_;              // between members, by class, tail, hop
    std::shared_ptr<Hops> hops_;             // made at the first request
};

}  // namespace allways::engine
