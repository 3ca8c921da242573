#include "engine/prepare/zero_classes.h"

#include <algorithm>

#include "base/blocks.h"
#include "network/metered.h"

namespace allways::engine {

namespace {

// The members of larger classes but the first of each, with that first one; ascending.
std::vector<std::pair<NodeIndex, NodeIndex>> further_members(std::size_t node_count,
                                                             const std::vector<ZeroArc>& zero_arcs, WorkMeter& meter) {
    if (zero_arcs.empty()) return {};
    // The graph of the nodes that have zero arcs: few in large networks.
    std::vector<NodeIndex> place = large_vector<NodeIndex>(node_count, no_node);
    for (const ZeroArc& arc : zero_arcs) place[arc.tail] = place[arc.head] = 0;
    std::vector<NodeIndex> nodes;
    for (NodeIndex node = 0; node < node_count; ++node) {
        if (place[node] == no_node) continue;
        place[node] = static_cast<NodeIndex>(nodes.size());
        nodes.push_back(node);
    }
    std::vector<NodeIndex> tail(zero_arcs.size()), head(zero_arcs.size());
    for_each_index(zero_arcs.size(), meter, [&](std::size_t i) {
        tail[i] = place[zero_arcs[i].tail];
        head[i] = place[zero_arcs[i].head];
    });
    const Components components = strong_components(nodes.size(), tail, head, meter);
    std::vector<NodeIndex> first(components.count, no_node);
    std::vector<std::pair<NodeIndex, NodeIndex>> further;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        NodeIndex& known = first[components.of[i]];
        if (known == no_node)
            known = nodes[i];
        else
            further.emplace_back(nodes[i], known);
    }
    return further;
}

}  // namespace

ZeroClasses::ZeroClasses(std::size_t node_count, std::vector<ZeroArc> zero_arcs,
                         std::span<const std::uint8_t> no_through, WorkMeter& meter)
    : count_(node_count), class_of_(large_vector<std::uint32_t>(node_count)) {
    const auto further = further_members(node_count, zero_arcs, meter);
    count_ -= further.size();
    number_classes(no_through, further, meter);
    collect_members(further, meter);
    if (contracted_ != 0) build_hops(std::move(zero_arcs), meter);
}

// By first member, passable nodes first.
void ZeroClasses::number_classes(std::span<const std::uint8_t> no_through, const Members& further, WorkMeter& meter) {
    const std::size_t n = class_of_.size();
    for_each_index(n, meter, [&](std::size_t node) { class_of_[node] = 1; });
    for (const auto& [node, first] : further) class_of_[node] = 0;
    const auto is_border = [&](std::size_t node) { return !no_through.empty() && no_through[node] != 0; };
    // Per block the first members before it: passable ones, and border nodes, each a class of its own.
    std::vector<std::uint32_t> passable(block_count(n) + 1, 0), border(block_count(n) + 1, 0);
    for_each_block(n, meter, [&](std::size_t begin, std::size_t end) {
        const std::size_t block = begin / block_size;
        for (std::size_t node = begin; node < end; ++node) {
            (is_border(node) ? border : passable)[block + 1] += class_of_[node];
        }
    });
    for (std::size_t block = 0; block + 1 < passable.size(); ++block) {
        passable[block + 1] += passable[block];
        border[block + 1] += border[block];
    }
    pivot_count_ = passable.back();
    for_each_block(n, meter, [&](std::size_t begin, std::size_t end) {
        const std::size_t block = begin / block_size;
        std::uint32_t next_passable = passable[block];
        auto next_border = static_cast<std::uint32_t>(pivot_count_) + border[block];
        for (std::size_t node = begin; node < end; ++node) {
            if (class_of_[node] != 0) class_of_[node] = is_border(node) ? next_border++ : next_passable++;
        }
    });
    for (const auto& [node, first] : further) class_of_[node] = class_of_[first];
}

void ZeroClasses::collect_members(const Members& further, WorkMeter& meter) {
    const std::size_t n = class_of_.size();
    members_ = large_vector<NodeIndex>(n);
    if (further.empty()) {
        for_each_index(n, meter, [&](std::size_t node) { members_[class_of_[node]] = static_cast<NodeIndex>(node); });
        return;
    }
    first_member_ = large_vector<std::size_t>(count_ + 1, 1);
    first_member_[0] = 0;
    for (const auto& [node, first] : further) contracted_ += ++first_member_[class_of_[node] + 1] == 2 ? 1 : 0;
    running_sums(std::span(first_member_), meter);
    rank_ = large_vector<std::uint32_t>(n);
    std::vector<std::uint32_t> members_so_far(n, 0);
    for (const auto& [node, first] : further) rank_[node] = ++members_so_far[first];
    for_each_index(n, meter, [&](std::size_t node) {
        members_[first_member_[class_of_[node]] + rank_[node]] = static_cast<NodeIndex>(node);
    });
}

void ZeroClasses::build_hops(std::vector<ZeroArc> zero_arcs, WorkMeter& meter) {
    first_hop_ = large_vector<std::size_t>(count_ + 1);
    for_each_index(count_, meter, [&](std::size_t c) {
        const std::size_t k = first_member_[c + 1] - first_member_[c];
        first_hop_[c + 1] = k > 1 ? k * k : 0;
    });
    running_sums(std::span(first_hop_), meter);
    hops_ = large_vector<std::uint32_t>(first_hop_.back(), NextHops::none);

    // By class, each class's by hop.
    std::erase_if(zero_arcs, [&](const ZeroArc& arc) { return class_of_[arc.tail] != class_of_[arc.head]; });
    std::ranges::stable_sort(zero_arcs, {},
                             [&](const ZeroArc& arc) { return std::pair(class_of_[arc.tail], arc.hop); });
    run_alone(zero_arcs.size(), meter, [&] {
        for (auto begin = zero_arcs.begin(); begin != zero_arcs.end();) {
            const std::uint32_t c = class_of_[begin->tail];
            const auto end = std::find_if(begin, zero_arcs.end(), [&](auto& arc) { return class_of_[arc.tail] != c; });
            build_hops(c, {begin, end});
            meter.check();
            begin = end;
        }
    });
}

// For each member, searches the class's zero arcs backwards, breadth first; a node's hop is then its lowest zero arc to
// a node one step nearer. O(k·(k + zero arcs)) for a class of k members.
void ZeroClasses::build_hops(std::uint32_t class_index, std::span<const ZeroArc> arcs) {
    const std::size_t k = members(class_index).size();
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
            std::uint32_t& hop = hops_[first_hop_[class_index] + tail * k + target];
            if (hop == NextHops::none && tail != target && steps[rank_[arc.head]] + 1 == steps[tail]) hop = arc.hop;
        }
    }
}

std::uint32_t ZeroClasses::hop(NodeIndex from, NodeIndex to) const {
    if (from == to) return NextHops::none;
    const std::uint32_t c = class_of_[from];
    return hops_[first_hop_[c] + rank_[from] * members(c).size() + rank_[to]];
}

}  // namespace allways::engine
