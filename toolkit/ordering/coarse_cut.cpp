// SPDX-License-Identifier: Apache-2.0
#include "ordering/coarse_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "ordering/vertex_cut.h"

namespace allways::ordering {

namespace {

constexpr std::uint32_t unseen = ~std::uint32_t{0};
// The share of a piece's nodes among which the exact cut is sought.
constexpr double band_share = 0.1;

// The shares of the nodes in each end of a line through the clusters.
constexpr std::array<double, 4> end_shares{0.25, 0.3, 0.35, 0.4};
// A cut that leaves a share p of the nodes in the smaller side may have arcs in proportion to p^unevenness.
constexpr double unevenness = 0.7;

enum class Side : std::uint8_t { between, first, last };

// The largest flow from the clusters of the first end to those of the last, found in phases of shortest paths.
class CoarseFlow {
public:
    CoarseFlow(const CoarseGraph& coarse, std::span<const std::uint32_t> line)
        : coarse_(coarse),
          line_(line),
          all_nodes_(std::accumulate(coarse.nodes.begin(), coarse.nodes.end(), std::size_t{0})),
          end_(line.size(), Side::between),
          residual_(coarse.arcs),
          back_(coarse.arcs.size()) {
        const UndirectedGraph& graph = coarse_.graph;
        std::vector<std::size_t> next(graph.first.begin(), graph.first.end() - 1);
        // Rows are ascending, so the entries that lead to a node appear in the order of its row.
        for (std::uint32_t v = 0; v < graph.node_count(); ++v) {
            for (std::size_t a = graph.first[v]; a < graph.first[v + 1]; ++a) {
                back_[a] = static_cast<std::uint32_t>(next[graph.neighbour[a]]++);
            }
        }
    }

    // Sets the ends to at least that share of the nodes each. Larger ends keep the flow found so far.
    void set_ends(double share) {
        const auto wanted = static_cast<std::size_t>(share * static_cast<double>(all_nodes_));
        const auto mark = [&](auto from, auto to, Side side) {
            for (std::size_t nodes = 0; from != to && nodes < wanted; ++from) {
                if (end_[*from] == Side::between) end_[*from] = side;
                nodes += coarse_.nodes[*from];
            }
        };
        mark(line_.begin(), line_.end(), Side::first);
        mark(line_.rbegin(), line_.rend(), Side::last);
    }

    // Returns, of the smallest cuts, the one nearest to the first end or the one nearest to the last, whichever divides
    // more evenly.
    RoughCut evener_cut(const WorkMeter& meter) {
        while (find_hops(true)) {
            meter.check();
            next_.assign(coarse_.graph.first.begin(), coarse_.graph.first.end() - 1);
            for (std::uint32_t v = 0; v < hops_.size(); ++v) {
                if (end_[v] != Side::first) continue;
                while (push_path(v)) {
                }
            }
        }
        RoughCut near_first{std::vector<bool>(hops_.size()), 0};
        for (std::size_t v = 0; v < hops_.size(); ++v) near_first.is_first[v] = hops_[v] != unseen;
        find_hops(false);
        RoughCut near_last{std::vector<bool>(hops_.size()), 0};
        for (std::size_t v = 0; v < hops_.size(); ++v) near_last.is_first[v] = hops_[v] == unseen;
        near_first.cost = cost(near_first.is_first);
        near_last.cost = cost(near_last.is_first);
        return near_last.cost < near_first.cost ? near_last : near_first;
    }

private:
    // Counts hops along residual arcs from the first end, or to the last; returns true if both ends are connected.
    bool find_hops(bool from_first) {
        const UndirectedGraph& graph = coarse_.graph;
        const Side start = from_first ? Side::first : Side::last;
        hops_.assign(graph.node_count(), unseen);
        std::vector<std::uint32_t> queue;
        for (std::uint32_t v = 0; v < hops_.size(); ++v) {
            if (end_[v] != start) continue;
            hops_[v] = 0;
            queue.push_back(v);
        }
        bool is_connected = false;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const std::uint32_t v = queue[i];
            for (std::size_t a = graph.first[v]; a < graph.first[v + 1]; ++a) {
                const std::uint32_t w = graph.neighbour[a];
                if (hops_[w] != unseen || residual_[from_first ? a : back_[a]] == 0) continue;
                hops_[w] = hops_[v] + 1;
                is_connected |= end_[w] != Side::between;
                queue.push_back(w);
            }
        }
        return is_connected;
    }

    // Pushes flow along one path of ascending hops, as much as its narrowest arc admits.
    bool push_path(std::uint32_t start) {
        const UndirectedGraph& graph = coarse_.graph;
        path_.clear();
        for (std::uint32_t v = start;;) {
            if (end_[v] == Side::last) break;
            std::size_t& a = next_[v];
            while (a < graph.first[v + 1] && (residual_[a] == 0 || hops_[graph.neighbour[a]] != hops_[v] + 1)) ++a;
            if (a < graph.first[v + 1]) {
                path_.push_back(a);
                v = graph.neighbour[a];
            } else if (path_.empty()) {
                return false;
            } else {
                v = graph.neighbour[back_[path_.back()]];
                path_.pop_back();
                ++next_[v];
            }
        }
        std::uint32_t width = unseen;
        for (const std::size_t a : path_) width = std::min(width, residual_[a]);
        for (const std::size_t a : path_) {
            residual_[a] -= width;
            residual_[back_[a]] += width;
        }
        return true;
    }

    double cost(const std::vector<bool>& is_first) const {
        const UndirectedGraph& graph = coarse_.graph;
        std::size_t first = 0, arcs = 0;
        for (std::uint32_t v = 0; v < is_first.size(); ++v) {
            if (!is_first[v]) continue;
            first += coarse_.nodes[v];
            for (std::size_t a = graph.first[v]; a < graph.first[v + 1]; ++a) {
                if (!is_first[graph.neighbour[a]]) arcs += coarse_.arcs[a];
            }
        }
        const auto smaller = static_cast<double>(std::max<std::size_t>(1, std::min(first, all_nodes_ - first)));
        return static_cast<double>(arcs) * std::pow(static_cast<double>(all_nodes_) / smaller, unevenness);
    }

    const CoarseGraph& coarse_;
    std::span<const std::uint32_t> line_;
    std::size_t all_nodes_;
    std::vector<Side> end_;
    std::vector<std::uint32_t> residual_;  // by entry of graph.neighbour
    std::vector<std::uint32_t> back_;      // the entry of the reverse direction
    std::vector<std::uint32_t> hops_;
    std::vector<std::size_t> next_;
    std::vector<std::size_t> path_;
};

// Returns the nodes nearest to the border of the two sides, in the order of discovery.
std::vector<std::uint32_t> band_around(const UndirectedGraph& graph, std::span<const std::uint32_t> cluster,
                                       const std::vector<bool>& is_first, std::vector<std::uint32_t>& place) {
    const auto n = static_cast<std::uint32_t>(graph.node_count());
    const auto wanted = static_cast<std::size_t>(band_share * static_cast<double>(n));
    std::vector<std::uint32_t> band;
    for (std::uint32_t v = 0; v < n; ++v) {
        const bool side = is_first[cluster[v]];
        const auto row = graph.neighbours(v);
        if (std::any_of(row.begin(), row.end(), [&](std::uint32_t w) { return is_first[cluster[w]] != side; })) {
            place[v] = static_cast<std::uint32_t>(band.size());
            band.push_back(v);
        }
    }
    for (std::size_t i = 0; i < band.size() && band.size() < wanted; ++i) {
        for (const std::uint32_t w : graph.neighbours(band[i])) {
            if (place[w] != unseen) continue;
            place[w] = static_cast<std::uint32_t>(band.size());
            band.push_back(w);
        }
    }
    return band;
}

}  // namespace

CoarseGraph coarse_graph(const UndirectedGraph& graph, std::span<const std::uint32_t> cluster, std::uint32_t count) {
    // Collects the arcs to other clusters, by cluster.
    std::vector<std::size_t> end(count + 1, 0);
    const auto each_arc = [&](auto&& visit) {
        for (std::uint32_t v = 0; v < graph.node_count(); ++v) {
            for (const std::uint32_t w : graph.neighbours(v)) {
                if (cluster[v] != cluster[w]) visit(cluster[v], cluster[w]);
            }
        }
    };
    each_arc([&](std::uint32_t from, std::uint32_t) { ++end[from + 1]; });
    std::partial_sum(end.begin(), end.end(), end.begin());
    std::vector<std::uint32_t> to(end.back());
    each_arc([&](std::uint32_t from, std::uint32_t other) { to[end[from]++] = other; });

    CoarseGraph coarse;
    coarse.graph.first.reserve(count + 1);
    for (std::uint32_t c = 0; c < count; ++c) {
        const auto begin = to.begin() + static_cast<std::ptrdiff_t>(c == 0 ? 0 : end[c - 1]);
        const auto row_end = to.begin() + static_cast<std::ptrdiff_t>(end[c]);
        std::sort(begin, row_end);
        for (auto at = begin; at != row_end;) {
            const auto after = std::upper_bound(at, row_end, *at);
            coarse.graph.neighbour.push_back(*at);
            coarse.arcs.push_back(static_cast<std::uint32_t>(after - at));
            at = after;
        }
        coarse.graph.first.push_back(coarse.graph.neighbour.size());
    }
    coarse.nodes.assign(count, 0);
    for (const std::uint32_t c : cluster) ++coarse.nodes[c];
    return coarse;
}

RoughCut rough_cut(const CoarseGraph& coarse, std::span<const std::uint32_t> line, const WorkMeter& meter) {
    CoarseFlow flow(coarse, line);
    RoughCut best;
    for (const double share : end_shares) {
        flow.set_ends(share);
        RoughCut cut = flow.evener_cut(meter);
        if (best.is_first.empty() || cut.cost < best.cost) best = std::move(cut);
    }
    return best;
}

std::vector<std::uint32_t> exact_cut(const UndirectedGraph& graph, std::span<const std::uint32_t> cluster,
                                     const CoarseGraph& coarse, const RoughCut& rough, std::atomic<std::size_t>& most,
                                     WorkMeter& meter) {
    const std::vector<bool>& is_first = rough.is_first;
    // Builds the graph of the corridor, with two additional nodes that stand for everything beyond it on either side.
    std::vector<std::uint32_t> place(graph.node_count(), unseen);
    const std::vector<std::uint32_t> band = band_around(graph, cluster, is_first, place);
    const auto size = static_cast<std::uint32_t>(band.size());
    EndWeights weights;
    for (std::uint32_t c = 0; c < coarse.nodes.size(); ++c)
        (is_first[c] ? weights.first : weights.last) += coarse.nodes[c];
    std::vector<std::uint32_t> beyond[2];
    UndirectedGraph banded;
    for (std::uint32_t i = 0; i < size; ++i) {
        bool has_beyond[2] = {false, false};
        for (const std::uint32_t w : graph.neighbours(band[i])) {
            if (place[w] != unseen)
                banded.neighbour.push_back(place[w]);
            else
                has_beyond[is_first[cluster[w]]] = true;
        }
        std::sort(banded.neighbour.begin() + static_cast<std::ptrdiff_t>(banded.first.back()), banded.neighbour.end());
        for (const std::uint32_t side : {0u, 1u}) {
            if (!has_beyond[side]) continue;
            beyond[side].push_back(i);
            banded.neighbour.push_back(size + side);
        }
        banded.first.push_back(banded.neighbour.size());
        --(is_first[cluster[band[i]]] ? weights.first : weights.last);
    }
    for (const auto& row : beyond) {
        banded.neighbour.insert(banded.neighbour.end(), row.begin(), row.end());
        banded.first.push_back(banded.neighbour.size());
    }
    std::vector<std::uint32_t> band_line{size + 1};
    for (const bool first : {true, false}) {
        for (std::uint32_t i = 0; i < size; ++i) {
            if (is_first[cluster[band[i]]] == first) band_line.push_back(i);
        }
    }
    // Orders the corridor from the far side to the border on the first side, and from the border to the far side on the
    // last: the search for paths tries the neighbours that are farthest along the line first.
    std::reverse(band_line.begin() + 1, std::find_if(band_line.begin() + 1, band_line.end(),
                                                     [&](std::uint32_t i) { return !is_first[cluster[band[i]]]; }));
    band_line.push_back(size);
    std::vector<std::uint32_t> cut = vertex_cut(banded, band_line, 1, most, meter, weights);
    for (std::uint32_t& v : cut) v = band[v];
    return cut;
}

}  // namespace allways::ordering
