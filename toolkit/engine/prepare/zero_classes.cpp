// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/zero_classes.h"

#include <algorithm>
#include <mutex>
#include <tuple>

#include "base/threads/blocks.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "network/metered.h"

namespace allways::engine {

ClassGraph::ClassGraph(std::size_t member_count, std::span<const Arc> arcs)
    : first_out(member_count + 1, 0), first_in(member_count + 1, 0), in(arcs.size()) {
    head.reserve(arcs.size());
    for (const Arc& arc : arcs) {
        ++first_out[arc.tail + 1];
        ++first_in[arc.head + 1];
        head.push_back(arc.head);
    }
    for (std::size_t member = 0; member < member_count; ++member) {
        first_out[member + 1] += first_out[member];
        first_in[member + 1] += first_in[member];
    }
    std::vector<std::uint32_t> next(first_in.begin(), first_in.end() - 1);
    for (std::uint32_t arc = 0; arc < arcs.size(); ++arc) in[next[arcs[arc].head]++] = {arcs[arc].tail, arc};
}

namespace {

// Returns all members of the larger classes except the first of each, with that first one; ascending.
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
    if (contracted_ != 0) group_arcs(std::move(zero_arcs), meter);
}

// Numbers classes by first member, passable nodes first.
void ZeroClasses::number_classes(std::span<const std::uint8_t> no_through, const Members& further, WorkMeter& meter) {
    const std::size_t n = class_of_.size();
    for_each_index(n, meter, [&](std::size_t node) { class_of_[node] = 1; });
    for (const auto& [node, first] : further) class_of_[node] = 0;
    const auto is_border = [&](std::size_t node) { return !no_through.empty() && no_through[node] != 0; };
    // For each block the number of first members before it: passable ones, and border nodes, each a class of its own.
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

// The hops of members to each other, in the narrowest type that holds the largest hop.
struct ZeroClasses::Hops {
    std::once_flag found;
    std::size_t bytes = 0;           // bytes of each hop
    std::vector<std::size_t> first;  // by class: members × members, [from][to]
    std::vector<unsigned char> values;

    template <class Use>
    decltype(auto) typed(const Use& use) {
        switch (bytes) {
            case 1: return use(reinterpret_cast<std::uint8_t*>(values.data()));
            case 2: return use(reinterpret_cast<std::uint16_t*>(values.data()));
            default: return use(reinterpret_cast<std::uint32_t*>(values.data()));
        }
    }
};

void ZeroClasses::group_arcs(std::vector<ZeroArc> zero_arcs, WorkMeter& meter) {
    std::erase_if(zero_arcs, [&](const ZeroArc& arc) { return class_of_[arc.tail] != class_of_[arc.head]; });
    run_alone(zero_arcs.size(), meter, [&] {
        std::ranges::sort(zero_arcs, {}, [&](const ZeroArc& arc) {
            return std::tuple(class_of_[arc.tail], rank_[arc.tail], arc.hop);
        });
    });
    arcs_ = std::move(zero_arcs);
    first_arc_ = large_vector<std::size_t>(count_ + 1);
    for (const ZeroArc& arc : arcs_) ++first_arc_[class_of_[arc.tail] + 1];
    running_sums(std::span(first_arc_), meter);
    hops_ = std::make_shared<Hops>();
}

ClassGraph ZeroClasses::graph(std::uint32_t class_index) const {
    std::vector<ClassGraph::Arc> between;
    for (const ZeroArc& arc : arcs(class_index)) between.push_back({rank_[arc.tail], rank_[arc.head]});
    return {members(class_index).size(), between};
}

std::uint64_t ZeroClasses::hop_bytes() const {
    std::uint32_t largest = 0;
    for (const ZeroArc& arc : arcs_) largest = std::max(largest, arc.hop);
    std::uint64_t pairs = 0;
    for (std::uint32_t c = 0; c < count_ && contracted_ != 0; ++c) {
        const std::uint64_t k = members(c).size();
        if (k > 1) pairs += k * k;
    }
    return pairs * NextHops::bytes_for(std::size_t{largest} + 1);
}

// Handles several targets at a time, so that rows are written in runs of consecutive cells.
void ZeroClasses::find_hops(Hops& hops) const {
    constexpr std::size_t together = 64;
    std::uint32_t largest = 0;
    for (const ZeroArc& arc : arcs_) largest = std::max(largest, arc.hop);
    hops.bytes = NextHops::bytes_for(std::size_t{largest} + 1);
    hops.first = large_vector<std::size_t>(count_ + 1);
    for (std::uint32_t c = 0; c < count_; ++c) {
        const std::size_t k = members(c).size();
        hops.first[c + 1] = hops.first[c] + (k > 1 ? k * k : 0);
    }
    hops.values = large_vector<unsigned char>(hops.first.back() * hops.bytes);
    for (std::uint32_t c = 0; c < count_; ++c) {
        const std::size_t k = members(c).size();
        if (k == 1) continue;
        const ClassGraph graph = this->graph(c);
        const std::span<const ZeroArc> arcs = this->arcs(c);
        parallel_for((k + together - 1) / together, [&](std::size_t block) {
            const std::size_t first = block * together;
            const std::size_t count = std::min(together, k - first);
            ClassTrees trees(graph);
            std::vector<std::uint32_t> columns(count * k, NextHops::none);  // by target
            for (std::size_t i = 0; i < count; ++i) {
                trees.towards(static_cast<std::uint32_t>(first + i), [&](std::uint32_t member, std::uint32_t arc) {
                    columns[i * k + member] = arcs[arc].hop;
                });
            }
            hops.typed([&]<class Hop>(Hop* values) {
                for (std::size_t member = 0; member < k; ++member) {
                    Hop* const row = values + hops.first[c] + member * k + first;
                    for (std::size_t i = 0; i < count; ++i) row[i] = static_cast<Hop>(columns[i * k + member]);
                }
            });
        });
    }
}

std::vector<std::uint32_t> ZeroClasses::hops_of(std::uint32_t class_index) const {
    const std::size_t k = members(class_index).size();
    const ClassGraph graph = this->graph(class_index);
    const std::span<const ZeroArc> arcs = this->arcs(class_index);
    std::vector<std::uint32_t> hops(k * k, NextHops::none);
    ClassTrees trees(graph);
    for (std::uint32_t target = 0; target < k; ++target) {
        trees.towards(target, [&](std::uint32_t member, std::uint32_t arc) {
            hops[std::size_t{member} * k + target] = arcs[arc].hop;
        });
    }
    return hops;
}

std::uint32_t ZeroClasses::hop(NodeIndex from, NodeIndex to) const {
    if (from == to) return NextHops::none;
    std::call_once(hops_->found, [&] { find_hops(*hops_); });
    const std::uint32_t c = class_of_[from];
    const std::size_t at = hops_->first[c] + rank_[from] * members(c).size() + rank_[to];
    return hops_->typed([&](const auto* values) { return std::uint32_t{values[at]}; });
}

}  // namespace allways::engine
