// SPDX-License-Identifier: Apache-2.0
// Paths inside a class of zero-cost cycles: between two members the path with the fewest arcs and, of several such
// paths, the one whose arcs come first. Paths to one member form a tree, and so do paths from one member.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace allways::engine {

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

}  // namespace allways::engine
