#include "engine/prepare/zero_classes.h"

#include <algorithm>

#include "allways/network/components.h"

namespace allways::engine {

ZeroClasses::ZeroClasses(std::size_t node_count, std::vector<ZeroArc> zero_arcs,
                         std::span<const std::uint8_t> no_through) {
    std::vector<NodeIndex> tail(zero_arcs.size()), head(zero_arcs.size());
    for (std::size_t i = 0; i < zero_arcs.size(); ++i) {
        tail[i] = zero_arcs[i].tail;
        head[i] = zero_arcs[i].head;
    }
    const Components components = strong_components(node_count, tail, head);

    // Number classes by first member, passable nodes first.
    const std::uint32_t unnumbered = no_node;
    std::vector<std::uint32_t> number(components.count, unnumbered);
    std::uint32_t next = 0;
    for (const bool border : {false, true}) {
        for (std::size_t node = 0; node < node_count; ++node) {
            if ((!no_through.empty() && no_through[node] != 0) != border) continue;
            std::uint32_t& known = number[components.of[node]];
            if (known == unnumbered) known = next++;
        }
        if (!border) pivot_count_ = next;
    }

    class_of_.resize(node_count);
    first_member_.assign(components.count + 1, 0);
    for (std::size_t node = 0; node < node_count; ++node) {
        class_of_[node] = number[components.of[node]];
        ++first_member_[class_of_[node] + 1];
    }
    for (std::size_t c = 0; c < components.count; ++c) first_member_[c + 1] += first_member_[c];
    members_.resize(node_count);
    rank_.resize(node_count);
    std::vector<std::size_t> filled(first_member_.begin(), first_member_.end() - 1);
    for (std::size_t node = 0; node < node_count; ++node) {
        const std::uint32_t c = class_of_[node];
        rank_[node] = static_cast<std::uint32_t>(filled[c] - first_member_[c]);
        members_[filled[c]++] = static_cast<NodeIndex>(node);
    }
    build_hops(zero_arcs);
}

// For each member, searches the class's zero arcs backwards, breadth first; a node's hop is then its lowest zero arc to
// a node one step nearer. O(k·(k + zero arcs)) for a class of k members.
void ZeroClasses::build_hops(const std::vector<ZeroArc>& zero_arcs) {
    first_hop_.assign(count() + 1, 0);
    for (std::uint32_t c = 0; c < count(); ++c) {
        const std::size_t k = members(c).size();
        contracted_ += k > 1 ? 1 : 0;
        first_hop_[c + 1] = first_hop_[c] + (k > 1 ? k * k : 0);
    }
    hops_.assign(first_hop_.back(), NextHops::none);
    if (contracted_ == 0) return;

    std::vector<std::vector<ZeroArc>> inside(count());
    for (const ZeroArc& arc : zero_arcs) {
        if (class_of_[arc.tail] == class_of_[arc.head]) inside[class_of_[arc.tail]].push_back(arc);
    }
    for (std::uint32_t c = 0; c < count(); ++c) {
        const std::size_t k = members(c).size();
        if (k == 1) continue;
        std::vector<ZeroArc>& arcs = inside[c];
        std::sort(arcs.begin(), arcs.end(), [](const ZeroArc& a, const ZeroArc& b) { return a.hop < b.hop; });
        std::vector<std::vector<const ZeroArc*>> into(k);
        for (const ZeroArc& arc : arcs) into[rank_[arc.head]].push_back(&arc);
        for (std::size_t target = 0; target < k; ++target) {
            std::vector<std::size_t> steps(k, k);
            std::vector<std::size_t> queue = {target};
            steps[target] = 0;
            for (std::size_t at = 0; at < queue.size(); ++at) {
                for (const ZeroArc* arc : into[queue[at]]) {
                    const std::size_t tail = rank_[arc->tail];
                    if (steps[tail] != k) continue;
                    steps[tail] = steps[queue[at]] + 1;
                    queue.push_back(tail);
                }
            }
            for (const ZeroArc& arc : arcs) {
                const std::size_t tail = rank_[arc.tail];
                std::uint32_t& hop = hops_[first_hop_[c] + tail * k + target];
                if (hop == NextHops::none && tail != target && steps[rank_[arc.head]] + 1 == steps[tail]) hop = arc.hop;
            }
        }
    }
}

std::uint32_t ZeroClasses::hop(NodeIndex from, NodeIndex to) const {
    if (from == to) return NextHops::none;
    const std::uint32_t c = class_of_[from];
    return hops_[first_hop_[c] + rank_[from] * members(c).size() + rank_[to]];
}

}  // namespace allways::engine
