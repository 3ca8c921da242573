#include "ordering/dissection_stages.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <numeric>

#include "base/parallel.h"
#include "ordering/vertex_cut.h"

namespace allways::ordering {

namespace {

// Cutting smaller pieces gains nothing (bench/log.md).
constexpr std::size_t smallest_piece = 200;
// The share of a line's nodes in each of its ends.
constexpr double end_share = 0.25;
constexpr std::size_t line_count = 4;

struct Piece {
    UndirectedGraph graph;
    std::vector<std::uint32_t> node;  // node of the whole graph, by node of this one
};

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

// The connected pieces that remain of a piece after a cut.
std::vector<Piece> parts(const Piece& piece, const std::vector<std::uint32_t>& cut) {
    constexpr std::uint32_t in_cut = unreached - 1;
    std::vector<std::uint32_t> place(piece.node.size(), unreached);
    for (const std::uint32_t v : cut) place[v] = in_cut;
    std::vector<Piece> result;
    std::vector<std::uint32_t> found;
    for (std::uint32_t start = 0; start < place.size(); ++start) {
        if (place[start] != unreached) continue;
        found.assign(1, start);
        place[start] = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (const std::uint32_t w : piece.graph.neighbours(found[i])) {
                if (place[w] != unreached) continue;
                place[w] = 0;
                found.push_back(w);
            }
        }
        std::sort(found.begin(), found.end());
        for (std::uint32_t i = 0; i < found.size(); ++i) place[found[i]] = i;
        Piece part;
        for (const std::uint32_t v : found) {
            part.node.push_back(piece.node[v]);
            for (const std::uint32_t w : piece.graph.neighbours(v)) {
                if (place[w] != in_cut) part.graph.neighbour.push_back(place[w]);
            }
            part.graph.first.push_back(part.graph.neighbour.size());
        }
        result.push_back(std::move(part));
    }
    return result;
}

// Hop distances to four nodes far from each other, and the lines derived from them.
class Lines {
public:
    explicit Lines(const UndirectedGraph& graph) {
        std::vector<std::uint32_t> queue;
        hops_from(graph, 0, queue);
        hops_from(graph, queue.back(), queue);
        hops_[0] = hops_from(graph, queue.back(), queue);
        hops_[1] = hops_from(graph, queue.back(), queue);
        hops_[2] = hops_from(graph, farthest(2), queue);
        hops_[3] = hops_from(graph, farthest(3), queue);
    }

    // 0: from one far node to another. 1: across that. 2, 3: between the two. Nodes at the same position keep their
    // order.
    std::vector<std::uint32_t> line(std::size_t which) const {
        const std::size_t n = hops_[0].size();
        std::vector<std::int64_t> place(n);
        for (std::size_t v = 0; v < n; ++v) {
            const auto along = std::int64_t{hops_[0][v]} - hops_[1][v];
            const auto across = std::int64_t{hops_[2][v]} - hops_[3][v];
            place[v] = std::array<std::int64_t, line_count>{along, across, along + across, along - across}[which];
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

private:
    // The node farthest from the nearest of the first `count` nodes.
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

    std::array<std::vector<std::uint32_t>, line_count> hops_;
};

// The smallest cut of each piece; nothing for pieces without a useful one.
std::vector<std::vector<std::uint32_t>> smallest_cuts(const std::vector<Piece>& pieces, unsigned threads) {
    std::vector<std::unique_ptr<Lines>> lines(pieces.size());
    parallel_for(
        pieces.size(), [&](std::size_t p) { lines[p] = std::make_unique<Lines>(pieces[p].graph); }, threads);
    std::vector<std::vector<std::uint32_t>> cuts(pieces.size() * line_count);
    std::vector<std::atomic<std::size_t>> most(pieces.size());
    for (std::size_t p = 0; p < pieces.size(); ++p) most[p] = pieces[p].node.size() / 4;
    parallel_for(
        cuts.size(),
        [&](std::size_t i) {
            const Piece& piece = pieces[i / line_count];
            const auto end = static_cast<std::size_t>(end_share * static_cast<double>(piece.node.size()));
            cuts[i] = vertex_cut(piece.graph, lines[i / line_count]->line(i % line_count), end, most[i / line_count]);
        },
        threads);
    // A line may have finished before a better one was known, so the size decides, then the line: never the threads.
    std::vector<std::vector<std::uint32_t>> smallest(pieces.size());
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        std::vector<std::uint32_t>& best = smallest[i / line_count];
        if (!cuts[i].empty() && (best.empty() || cuts[i].size() < best.size())) best = std::move(cuts[i]);
    }
    return smallest;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> dissection_stages(const UndirectedGraph& graph, unsigned threads) {
    std::vector<std::vector<std::uint32_t>> stages(1);
    Piece whole{graph, std::vector<std::uint32_t>(graph.node_count())};
    for (std::uint32_t v = 0; v < graph.node_count(); ++v) whole.node[v] = v;
    std::vector<Piece> found = parts(whole, {});
    while (!found.empty()) {
        std::vector<Piece> pieces;
        for (Piece& piece : found) {
            if (piece.node.size() < smallest_piece)
                stages.front().insert(stages.front().end(), piece.node.begin(), piece.node.end());
            else
                pieces.push_back(std::move(piece));
        }
        found.clear();
        std::vector<std::uint32_t> stage;
        const auto cuts = smallest_cuts(pieces, threads);
        for (std::size_t p = 0; p < pieces.size(); ++p) {
            if (cuts[p].empty()) {
                stages.front().insert(stages.front().end(), pieces[p].node.begin(), pieces[p].node.end());
                continue;
            }
            for (const std::uint32_t v : cuts[p]) stage.push_back(pieces[p].node[v]);
            for (Piece& part : parts(pieces[p], cuts[p])) found.push_back(std::move(part));
        }
        if (!stage.empty()) stages.push_back(std::move(stage));
    }
    std::reverse(stages.begin() + 1, stages.end());
    return stages;
}

}  // namespace allways::ordering
