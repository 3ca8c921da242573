// SPDX-License-Identifier: Apache-2.0
#include "ordering/contraction.h"

#include <algorithm>

#include "ordering/clusters.h"
#include "ordering/min_fill.h"

namespace allways::ordering {

namespace {

// Large enough for few nodes at borders of clusters, small enough for a core's own cache and for many threads.
constexpr std::size_t region_size = 32'768;

// The rest of a cluster after elimination, in nodes of the whole graph.
struct Remains {
    std::vector<std::uint32_t> eliminated;
    std::vector<std::uint32_t> kept;
    UndirectedGraph graph;  // node i is kept[i]
};

Remains contract_cluster(const UndirectedGraph& graph, const Clusters& clusters, std::size_t c, std::size_t most,
                         WorkMeter& meter) {
    const auto members = clusters.members(c);
    UndirectedGraph inside;
    std::vector<std::uint32_t> inner;  // nodes without neighbours in other clusters
    for (std::uint32_t i = 0; i < members.size(); ++i) {
        bool is_inner = true;
        for (const std::uint32_t w : graph.neighbours(members[i])) {
            if (clusters.of[w] == c)
                inside.neighbour.push_back(clusters.place[w]);
            else
                is_inner = false;
        }
        inside.first.push_back(inside.neighbour.size());
        if (is_inner) inner.push_back(i);
    }
    MinFill elimination(inside);
    elimination.eliminate(inner, most, meter);
    Remains remains{{}, elimination.rest(), {}};
    remains.graph = elimination.graph_of(remains.kept);
    remains.eliminated = elimination.take_order();
    for (std::uint32_t& v : remains.kept) v = members[v];
    for (std::uint32_t& v : remains.eliminated) v = members[v];
    meter.add(members.size());
    return remains;
}

Contraction contract(const UndirectedGraph& graph, const Clusters& division, std::size_t most, unsigned threads,
                     WorkMeter& meter) {
    std::vector<Remains> remains(division.count());
    meter.run(
        remains.size(), [&](std::size_t c) { remains[c] = contract_cluster(graph, division, c, most, meter); },
        threads);

    // Kept nodes are numbered cluster by cluster, so that neighbours lie close together regardless of the graph's own
    // order.
    std::vector<std::size_t> first_kept(remains.size() + 1, 0), first_gone(remains.size() + 1, 0);
    for (std::size_t c = 0; c < remains.size(); ++c) {
        first_kept[c + 1] = first_kept[c] + remains[c].kept.size();
        first_gone[c + 1] = first_gone[c] + remains[c].eliminated.size();
    }
    Contraction result;
    result.kept.resize(first_kept.back());
    result.eliminated.resize(first_gone.back());
    result.graph.first.resize(first_kept.back() + 1);
    std::vector<std::uint32_t> number(graph.node_count());  // of kept nodes
    const auto each = [&](auto&& work) {
        parallel_for(
            remains.size(),
            [&](std::size_t c) {
                meter.check();
                work(c, remains[c]);
            },
            threads);
    };
    each([&](std::size_t c, const Remains& left) {
        std::copy(left.eliminated.begin(), left.eliminated.end(),
                  result.eliminated.begin() + static_cast<std::ptrdiff_t>(first_gone[c]));
        std::copy(left.kept.begin(), left.kept.end(), result.kept.begin() + static_cast<std::ptrdiff_t>(first_kept[c]));
        for (std::size_t i = 0; i < left.kept.size(); ++i) {
            number[left.kept[i]] = static_cast<std::uint32_t>(first_kept[c] + i);
        }
    });
    // Arcs to other clusters are those of the graph, since their end nodes are kept.
    const auto outside = [&](std::size_t c, std::uint32_t v, auto&& visit) {
        for (const std::uint32_t w : graph.neighbours(v)) {
            if (division.of[w] != c) visit(number[w]);
        }
    };
    each([&](std::size_t c, const Remains& left) {
        for (std::uint32_t i = 0; i < left.kept.size(); ++i) {
            std::size_t degree = left.graph.neighbours(i).size();
            outside(c, left.kept[i], [&](std::uint32_t) { ++degree; });
            result.graph.first[first_kept[c] + i + 1] = degree;
        }
    });
    for (std::size_t i = 0; i < result.kept.size(); ++i) result.graph.first[i + 1] += result.graph.first[i];
    result.graph.neighbour.resize(result.graph.first.back());
    each([&](std::size_t c, const Remains& left) {
        for (std::uint32_t i = 0; i < left.kept.size(); ++i) {
            const auto row =
                result.graph.neighbour.begin() + static_cast<std::ptrdiff_t>(result.graph.first[first_kept[c] + i]);
            auto end = row;
            for (const std::uint32_t w : left.graph.neighbours(i)) {
                *end++ = static_cast<std::uint32_t>(first_kept[c]) + w;
            }
            outside(c, left.kept[i], [&](std::uint32_t w) { *end++ = w; });
            std::sort(row, end);
        }
    });
    return result;
}

}  // namespace

Contraction contract(const UndirectedGraph& graph, std::size_t most, unsigned threads, WorkMeter& meter) {
    const Clusters division = clusters(graph, region_size, 1, threads, meter);
    Contraction first = contract(graph, division, most, threads, meter);
    if (division.count() <= 1) return first;
    Contraction second =
        contract(first.graph, clusters(first.graph, region_size, 2, threads, meter), most, threads, meter);
    for (const std::uint32_t v : second.eliminated) first.eliminated.push_back(first.kept[v]);
    for (std::uint32_t& v : second.kept) v = first.kept[v];
    return {std::move(first.eliminated), std::move(second.kept), std::move(second.graph)};
}

}  // namespace allways::ordering
