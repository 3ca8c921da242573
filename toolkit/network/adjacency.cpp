// SPDX-License-Identifier: Apache-2.0
#include "allways/network/adjacency.h"

#include <algorithm>
#include <bit>

#include "base/threads/blocks.h"
#include "network/metered.h"

namespace allways {

namespace {

// Up to this number, one thread groups the arcs, within its cache.
constexpr std::size_t few_arcs = 1 << 18;
constexpr std::size_t most_shares = 256;      // sections of the arcs
constexpr std::size_t most_ranges = 1 << 10;  // ranges of the nodes

AdjacencyArray group_few(std::size_t node_count, std::span<const NodeIndex> tail) {
    AdjacencyArray adjacency;
    adjacency.first_out.assign(node_count + 1, 0);
    adjacency.arcs.resize(tail.size());
    for (const NodeIndex node : tail) ++adjacency.first_out[node + 1];
    for (std::size_t node = 0; node < node_count; ++node) adjacency.first_out[node + 1] += adjacency.first_out[node];
    std::vector<std::size_t> next(adjacency.first_out.begin(), adjacency.first_out.end() - 1);
    for (std::size_t arc = 0; arc < tail.size(); ++arc) {
        adjacency.arcs[next[tail[arc]]++] = static_cast<ArcIndex>(arc);
    }
    return adjacency;
}

// Groups first by ranges of nodes, each section of the arcs independently; then each range, which fits in a cache, by
// node.
AdjacencyArray group_many(std::size_t node_count, std::span<const NodeIndex> tail, WorkMeter& meter) {
    const std::size_t m = tail.size();
    const int shift = std::max(0, static_cast<int>(std::bit_width(node_count)) - std::countr_zero(most_ranges));
    const std::size_t ranges = (node_count >> shift) + 1;
    const std::size_t share_size = std::max(block_size, (m + most_shares - 1) / most_shares);
    const std::size_t shares = (m + share_size - 1) / share_size;
    const auto for_each_share = [&](const auto& work) {
        meter.run(
            shares,
            [&](std::size_t share) {
                meter.check();
                work(share, share * share_size, std::min(m, (share + 1) * share_size));
            },
            hardware_threads());
    };

    std::vector<std::size_t> next(ranges * shares + 1, 0);  // by range, then section: the position of its next arc
    for_each_share([&](std::size_t share, std::size_t begin, std::size_t end) {
        std::vector<std::size_t> count(ranges, 0);
        for (std::size_t arc = begin; arc < end; ++arc) ++count[tail[arc] >> shift];
        for (std::size_t range = 0; range < ranges; ++range) next[range * shares + share + 1] = count[range];
    });
    for (std::size_t i = 0; i + 1 < next.size(); ++i) next[i + 1] += next[i];
    // Valid before the arcs are distributed.
    const auto first_of = [&](std::size_t range) { return next[range * shares]; };
    std::vector<std::size_t> first_of_range(ranges + 1);
    for (std::size_t range = 0; range <= ranges; ++range) first_of_range[range] = first_of(range);

    AdjacencyArray adjacency;
    adjacency.arcs = large_vector<ArcIndex>(m);
    for_each_share([&](std::size_t share, std::size_t begin, std::size_t end) {
        std::vector<std::size_t> at(ranges);
        for (std::size_t range = 0; range < ranges; ++range) at[range] = next[range * shares + share];
        for (std::size_t arc = begin; arc < end; ++arc) {
            adjacency.arcs[at[tail[arc] >> shift]++] = static_cast<ArcIndex>(arc);
        }
    });

    adjacency.first_out = large_vector<std::size_t>(node_count + 1);
    adjacency.first_out[node_count] = m;
    const auto group_range = [&](std::size_t range) {
        meter.check();
        const std::size_t node = range << shift;
        const std::size_t nodes = std::min(node_count, (range + 1) << shift) - std::min(node_count, node);
        const std::size_t first = first_of_range[range];
        const std::vector<ArcIndex> arcs(
            adjacency.arcs.begin() + static_cast<std::ptrdiff_t>(first),
            adjacency.arcs.begin() + static_cast<std::ptrdiff_t>(first_of_range[range + 1]));
        std::vector<std::size_t> end(nodes + 1, first);
        for (const ArcIndex arc : arcs) ++end[tail[arc] - node + 1];
        for (std::size_t i = 0; i < nodes; ++i) end[i + 1] += end[i] - first;
        std::copy_n(end.begin(), nodes, adjacency.first_out.begin() + static_cast<std::ptrdiff_t>(node));
        for (const ArcIndex arc : arcs) adjacency.arcs[end[tail[arc] - node]++] = arc;
    };
    meter.run(ranges, group_range, hardware_threads());
    return adjacency;
}

}  // namespace

std::size_t AdjacencyArray::max_out_degree() const {
    std::size_t largest = 0;
    for (std::size_t node = 0; node < node_count(); ++node) {
        largest = std::max(largest, first_out[node + 1] - first_out[node]);
    }
    return largest;
}

AdjacencyArray build_adjacency(std::size_t node_count, std::span<const NodeIndex> tail) {
    WorkMeter unmetered;
    return build_adjacency(node_count, tail, unmetered);
}

AdjacencyArray build_adjacency(std::size_t node_count, std::span<const NodeIndex> tail, WorkMeter& meter) {
    return tail.size() <= few_arcs ? group_few(node_count, tail) : group_many(node_count, tail, meter);
}

}  // namespace allways
