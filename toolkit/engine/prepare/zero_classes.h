// SPDX-License-Identifier: Apache-2.0
// Classes of nodes at distance 0 of each other, contracted before solving so that no walk over next hops can form a
// circle.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/ids.h"
#include "allways/result/next_hops.h"
#include "base/threads/work_meter.h"
#include "engine/prepare/class_trees.h"

namespace allways::engine {

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

    // A member's position in its class.
    std::uint32_t rank_in_class(NodeIndex node) const { return contracted_ == 0 ? 0 : rank_[node]; }

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
