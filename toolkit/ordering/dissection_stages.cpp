// SPDX-License-Identifier: Apache-2.0
#include "ordering/dissection_stages.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <memory>
#include <numeric>

#include "ordering/undirected_graph.h"
#include "ordering/vertex_cut.h"

namespace allways::ordering {

namespace {

// The share of a line's nodes in each of its two ends.
constexpr double end_share = 0.27;
constexpr std::size_t line_count = 4;
// Pieces of at least this many nodes are first cut between clusters of about cluster_size nodes.
constexpr std::size_t large_piece = 40'000;
constexpr std::size_t cluster_size = 50;
// The number of rough cuts that are made exact.
constexpr std::size_t exact_cuts = 2;

constexpr std::size_t nodes_between_checks = 65'536;
constexpr std::uint32_t unreached = ~std::uint32_t{0};

// Hop distances from a node; leaves the nodes in `queue` in the order of discovery.
std::vector<std::uint32_t> hops_from(const UndirectedGraph& graph, std::uint32_t start,
                                     std::vector<std::uint32_t>& queue) {
    std::vector<std::uint32_t> hops(graph.node_count(), unreached);
    queue.assign(1, start);
    hops[start] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const std::uint32_t w : graph.neighbours(queue[i])) {
            if (hops[w] != unreached) continue;
            hops[w] = hops[queue[i]] + 1;
            queue.push_back(w);
        }
    }
    return hops;
}

// Renumbers the clusters in use without gaps; returns their number.
std::uint32_t renumber(std::vector<std::uint32_t>& cluster, std::uint32_t count) {
    std::vector<std::uint32_t> number(count, unreached);
    std::uint32_t next = 0;
    for (std::uint32_t& c : cluster) {
        if (number[c] == unreached) number[c] = next++;
        c = number[c];
    }
    return next;
}

// Returns the connected pieces that remain of a piece after a cut.
std::vector<Subgraph> parts(const Subgraph& piece, const std::vector<std::uint32_t>& cut, const WorkMeter& meter) {
    constexpr std::uint32_t in_cut = unreached - 1;
    std::vector<std::uint32_t> place(piece.node.size(), unreached);
    for (const std::uint32_t v : cut) place[v] = in_cut;
    std::vector<Subgraph> result;
    std::vector<std::uint32_t> found;
    for (std::uint32_t start = 0; start < place.size(); ++start) {
        if (place[start] != unreached) continue;
        found.assign(1, start);
        place[start] = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (i % nodes_between_checks == 0) meter.check();
            for (const std::uint32_t w : piece.graph.neighbours(found[i])) {
                if (place[w] != unreached) continue;
                place[w] = 0;
                found.push_back(w);
            }
        }
        std::sort(found.begin(), found.end());
        meter.check();
        for (std::uint32_t i = 0; i < found.size(); ++i) place[found[i]] = i;
        Subgraph part;
        part.graph.first.reserve(found.size() + 1);
        part.node.reserve(found.size());
        const bool is_large = !piece.cluster.empty() && found.size() >= large_piece;
        for (const std::uint32_t v : found) {
            part.node.push_back(piece.node[v]);
            for (const std::uint32_t w : piece.graph.neighbours(v)) {
                if (place[w] != in_cut) part.graph.neighbour.push_back(place[w]);
            }
            part.graph.first.push_back(part.graph.neighbour.size());
            if (is_large) part.cluster.push_back(piece.cluster[v]);
        }
        if (is_large) part.cluster_count = renumber(part.cluster, piece.cluster_count);
        result.push_back(std::move(part));
    }
    return result;
}

// The lines through a piece, or through its clusters if it is large, and its cuts along them.
class CutLines {
public:
    explicit CutLines(const Subgraph& piece) : piece_(piece) {
        if (is_large()) coarse_ = coarse_graph(piece.graph, piece.cluster, piece.cluster_count);
        const UndirectedGraph& graph = is_large() ? coarse_.graph : piece.graph;
        std::vector<std::uint32_t> queue;
        hops_from(graph, 0, queue);
        hops_from(graph, queue.back(), queue);
        hops_[0] = hops_from(graph, queue.back(), queue);
        hops_[1] = hops_from(graph, queue.back(), queue);
        hops_[2] = hops_from(graph, farthest(2), queue);
        hops_[3] = hops_from(graph, farthest(3), queue);
    }

    // Finds the rough cut along a line of a large piece.
    void find_rough(std::size_t line, const WorkMeter& meter) {
        if (is_large()) rough_[line] = rough_cut(coarse_, nodes_along(line), meter);
    }
    // Called after all rough cuts. Only the best of these are made exact.
    std::vector<std::uint32_t> cut(std::size_t line, std::atomic<std::size_t>& most, WorkMeter& meter) const {
        if (is_large()) {
            if (place_of_rough(line) >= exact_cuts) return {};
            return exact_cut(piece_.graph, piece_.cluster, coarse_, rough_[line], most, meter);
        }
        const auto end = static_cast<std::size_t>(end_share * static_cast<double>(piece_.size()));
        return vertex_cut(piece_.graph, nodes_along(line), end, most, meter);
    }

private:
    bool is_large() const { return !piece_.cluster.empty(); }

    // Line 0 runs from one far node to another, line 1 across it, lines 2 and 3 diagonally between the two. Nodes at
    // the same position keep their order.
    std::vector<std::uint32_t> nodes_along(std::size_t line) const {
        const std::size_t n = hops_[0].size();
        std::vector<std::int64_t> place(n);
        for (std::size_t v = 0; v < n; ++v) {
            const auto along = std::int64_t{hops_[0][v]} - hops_[1][v];
            const auto across = std::int64_t{hops_[2][v]} - hops_[3][v];
            place[v] = std::array<std::int64_t, line_count>{along, across, along + across, along - across}[line];
        }
        // Counting sort: there are few positions, never more than 8n.
        const auto [least, most] = std::minmax_element(place.begin(), place.end());
        const std::int64_t first_place = *least;
        std::vector<std::uint32_t> end(static_cast<std::size_t>(*most - first_place) + 2, 0);
        for (const std::int64_t p : place) ++end[static_cast<std::size_t>(p - first_place) + 1];
        std::partial_sum(end.begin(), end.end(), end.begin());
        std::vector<std::uint32_t> nodes(n);
        for (std::uint32_t v = 0; v < n; ++v) nodes[end[static_cast<std::size_t>(place[v] - first_place)]++] = v;
        return nodes;
    }

    // Returns the node farthest from the nearest of the first `count` far nodes.
    std::uint32_t farthest(std::size_t count) const {
        std::uint32_t best = 0;
        std::uint32_t best_hops = 0;
        for (std::uint32_t v = 0; v < hops_[0].size(); ++v) {
            std::uint32_t nearest = unreached;
            for (std::size_t i = 0; i < count; ++i) nearest = std::min(nearest, hops_[i][v]);
            if (nearest > best_hops) {
                best_hops = nearest;
                best = v;
            }
        }
        return best;
    }

    std::size_t place_of_rough(std::size_t line) const {
        std::size_t place = 0;
        for (std::size_t other = 0; other < line_count; ++other) {
            place +=
                rough_[other].cost < rough_[line].cost || (other < line && rough_[other].cost == rough_[line].cost);
        }
        return place;
    }

    const Subgraph& piece_;
    CoarseGraph coarse_;
    std::array<std::vector<std::uint32_t>, line_count> hops_;  // to four nodes far from each other
    std::array<RoughCut, line_count> rough_;
};

// Finds the smallest cut of each piece; an empty one for pieces without a useful cut.
std::vector<std::vector<std::uint32_t>> smallest_cuts(const std::vector<Subgraph>& pieces, unsigned threads,
                                                      WorkMeter& meter) {
    std::vector<std::unique_ptr<CutLines>> lines(pieces.size());
    meter.run(
        pieces.size(), [&](std::size_t p) { lines[p] = std::make_unique<CutLines>(pieces[p]); }, threads);
    meter.run(
        pieces.size() * line_count, [&](std::size_t i) { lines[i / line_count]->find_rough(i % line_count, meter); },
        threads);
    std::vector<std::vector<std::uint32_t>> cuts(pieces.size() * line_count);
    std::vector<std::atomic<std::size_t>> most(pieces.size());
    for (std::size_t p = 0; p < pieces.size(); ++p) most[p] = pieces[p].size() / 4;
    meter.run(
        cuts.size(),
        [&](std::size_t i) {
            const std::size_t p = i / line_count;
            cuts[i] = lines[p]->cut(i % line_count, most[p], meter);
            if (i % line_count == 0) meter.add(pieces[p].size());
        },
        threads);
    // A line may have finished before a better one was known, so the size of the cut decides, then the line, but never
    // the threads.
    std::vector<std::vector<std::uint32_t>> smallest(pieces.size());
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        std::vector<std::uint32_t>& best = smallest[i / line_count];
        if (!cuts[i].empty() && (best.empty() || cuts[i].size() < best.size())) best = std::move(cuts[i]);
    }
    return smallest;
}

}  // namespace

std::vector<Subgraph> connected_subgraphs(const UndirectedGraph& graph, unsigned threads, const WorkMeter& meter) {
    Subgraph whole{graph, std::vector<std::uint32_t>(graph.node_count()), {}, 0};
    std::iota(whole.node.begin(), whole.node.end(), 0u);
    if (graph.node_count() >= large_piece) {
        Clusters division = clusters(graph, cluster_size, 3, threads, meter);
        whole.cluster_count = static_cast<std::uint32_t>(division.count());
        whole.cluster = std::move(division.of);
    }
    return parts(whole, {}, meter);
}

CutSubgraphs cut_subgraphs(std::vector<Subgraph> pieces, std::size_t small, unsigned threads, WorkMeter& meter) {
    CutSubgraphs result;
    while (!pieces.empty()) {
        const auto large = std::stable_partition(pieces.begin(), pieces.end(),
                                                 [&](const Subgraph& piece) { return piece.size() < small; });
        std::move(pieces.begin(), large, std::back_inserter(result.pieces));
        pieces.erase(pieces.begin(), large);
        const auto cuts = smallest_cuts(pieces, threads, meter);
        std::vector<std::vector<Subgraph>> found(pieces.size());
        meter.run(
            pieces.size(),
            [&](std::size_t p) {
                if (cuts[p].empty()) return;
                found[p] = parts(pieces[p], cuts[p], meter);
                pieces[p].graph = {};
            },
            threads);
        std::vector<std::uint32_t> level;
        std::vector<Subgraph> next;
        for (std::size_t p = 0; p < pieces.size(); ++p) {
            for (const std::uint32_t v : cuts[p]) level.push_back(pieces[p].node[v]);
            if (cuts[p].empty()) result.pieces.push_back(std::move(pieces[p]));
            std::move(found[p].begin(), found[p].end(), std::back_inserter(next));
        }
        if (!level.empty()) result.cuts.push_back(std::move(level));
        pieces = std::move(next);
    }
    return result;
}

std::vector<std::vector<std::uint32_t>> dissection_stages(const UndirectedGraph& graph, unsigned threads,
                                                          WorkMeter& meter) {
    CutSubgraphs cut = cut_subgraphs(connected_subgraphs(graph, threads, meter), smallest_piece, threads, meter);
    std::vector<std::vector<std::uint32_t>> stages(1);
    for (const Subgraph& piece : cut.pieces)
        stages.front().insert(stages.front().end(), piece.node.begin(), piece.node.end());
    std::move(cut.cuts.rbegin(), cut.cuts.rend(), std::back_inserter(stages));
    return stages;
}

}  // namespace allways::ordering
