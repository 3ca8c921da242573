// SPDX-License-Identifier: Apache-2.0
#include "ordering/vertex_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace allways::ordering {

namespace {

// Node-disjoint paths from the first end of the line to the last. Every node between the ends has two sides, 2v (in)
// and 2v + 1 (out), and at most one path passes from in to out. A new path may cancel sections of others: from the
// in-side of a node to the out-side of the node before it on its path.
//
// Nodes are identified by position on the line, so that rows of neighbours begin with those nearest to the last end.
class Paths {
public:
    Paths(const UndirectedGraph& graph, std::span<const std::uint32_t> line, std::size_t end)
        : first_(line.size() + 1, 0),
          neighbour_(graph.neighbour.size()),
          role_(line.size(), inner),
          before_(line.size(), none),
          behind_(line.size(), none),
          seen_(2 * line.size(), 0),
          end_(end) {
        const auto n = static_cast<std::uint32_t>(line.size());
        std::vector<std::uint32_t> row_of(n);
        for (std::uint32_t i = 0; i < n; ++i) {
            row_of[line[i]] = i;
            first_[i + 1] = first_[i] + static_cast<std::uint32_t>(graph.neighbours(line[i]).size());
        }
        std::vector<std::uint32_t> row_end(first_.begin(), first_.end() - 1);
        for (std::uint32_t i = n; i-- > 0;) {
            for (const std::uint32_t w : graph.neighbours(line[i])) neighbour_[row_end[row_of[w]]++] = i;
        }
        find_roles();
    }

    // The end nodes that are in every cut considered: for each arc that joins the two ends, its node in the first end.
    const std::vector<std::uint32_t>& fixed() const { return fixed_; }
    std::size_t size() const { return fixed_.size() + count_; }

    // Makes one depth-first pass over all sides, which finds as many paths as it can until there are more than `most`.
    // Breadth-first levels (Dinic 1970) took five times as long: here paths are long and differ in length, and the way
    // towards the last end is nearly always free.
    bool add_paths(const std::atomic<std::size_t>& most, const WorkMeter& meter) {
        const std::size_t before = count_;
        ++pass_;
        for (const std::uint32_t v : starts_) {
            meter.check();
            if (before_[v] != terminal && find_path(v)) ++count_;
            if (size() > most) break;
        }
        return count_ > before;
    }

    struct Cut {
        std::vector<std::uint32_t> nodes;
        std::size_t smaller_part;
    };
    // Called after a pass that found no path: returns the cut nearest to the nodes where paths start, from the sides
    // that this pass saw.
    Cut nearest_cut(const EndWeights& weights) const {
        Cut cut{fixed_, 0};
        std::size_t near = end_;
        for (std::uint32_t v = begin(); v < end(); ++v) {
            if (seen_[2 * v + 1] == pass_)
                ++near;
            else if (seen_[2 * v] == pass_ || (role_[v] & start))
                cut.nodes.push_back(v);
        }
        const std::size_t far = role_.size() - std::min(role_.size(), near + cut.nodes.size());
        cut.smaller_part = std::min(near + weights.first, far + weights.last);
        return cut;
    }

    // Reverses the direction of every path: from its finish to its start.
    void turn() {
        std::swap(before_, behind_);
        starts_.clear();
        for (std::uint32_t v = begin(); v < end(); ++v) {
            role_[v] = static_cast<std::uint8_t>((role_[v] & start ? finish : 0) | (role_[v] & finish ? start : 0));
            if (role_[v] & start) starts_.push_back(v);
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint32_t terminal = none - 1;  // before a path's first node, and after its last
    static constexpr std::uint8_t inner = 0, start = 1, finish = 2;

    std::uint32_t begin() const { return static_cast<std::uint32_t>(end_); }
    std::uint32_t end() const { return static_cast<std::uint32_t>(role_.size() - end_); }
    bool is_between(std::uint32_t v) const { return v >= begin() && v < end(); }

    void find_roles() {
        for (std::uint32_t v = 0; v < begin(); ++v) {
            if (first_[v] < first_[v + 1] && neighbour_[first_[v]] >= end()) {
                fixed_.push_back(v);
                continue;
            }
            for (std::uint32_t i = first_[v]; i < first_[v + 1]; ++i) {
                const std::uint32_t w = neighbour_[i];
                if (!is_between(w) || (role_[w] & start)) continue;
                role_[w] |= start;
                starts_.push_back(w);
            }
        }
        for (std::uint32_t v = begin(); v < end(); ++v) {
            if (first_[v] < first_[v + 1] && neighbour_[first_[v]] >= end()) role_[v] |= finish;
        }
    }

    // The sides to which a path may continue from a side: the k-th of ways(side); none if it may not.
    std::uint32_t ways(std::uint32_t side) const {
        return side % 2 == 0 ? 1 : 1 + first_[side / 2 + 1] - first_[side / 2];
    }
    std::uint32_t way(std::uint32_t side, std::uint32_t k) const {
        const std::uint32_t v = side / 2;
        if (side % 2 == 0) {
            if (before_[v] == none) return 2 * v + 1;
            return before_[v] == terminal ? none : 2 * before_[v] + 1;
        }
        // Going back through the node itself is the last resort: trying it first doubles the passes.
        if (first_[v] + k == first_[v + 1]) return before_[v] == none ? none : 2 * v;
        const std::uint32_t w = neighbour_[first_[v] + k];
        return is_between(w) && behind_[v] != w ? 2 * w : none;
    }
    bool is_last(std::uint32_t side) const { return side % 2 == 1 && (role_[side / 2] & finish); }

    bool find_path(std::uint32_t from) {
        path_.assign(1, {2 * from, 0});
        seen_[2 * from] = pass_;
        while (!path_.empty()) {
            Visit& step = path_.back();
            if (is_last(step.side)) {
                lay_path();
                return true;
            }
            std::uint32_t next = none;
            while (next == none && step.next_way < ways(step.side)) {
                next = way(step.side, step.next_way++);
                if (next != none && seen_[next] == pass_) next = none;
            }
            if (next == none) {
                path_.pop_back();
            } else {
                seen_[next] = pass_;
                path_.push_back({next, 0});
            }
        }
        return false;
    }

    // Sections of other paths that this path cancels are overwritten on the way, or freed where it passes a node from
    // out to in.
    void lay_path() {
        before_[path_.front().side / 2] = terminal;
        for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
            const std::uint32_t from = path_[i].side;
            const std::uint32_t to = path_[i + 1].side;
            if (from % 2 == 0) continue;
            if (from / 2 == to / 2) {
                before_[from / 2] = behind_[from / 2] = none;
            } else {
                behind_[from / 2] = to / 2;
                before_[to / 2] = from / 2;
            }
        }
        behind_[path_.back().side / 2] = terminal;
    }

    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> neighbour_;  // descending in each row
    std::vector<std::uint8_t> role_;        // for nodes between the ends: start, finish or both
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> fixed_;
    std::vector<std::uint32_t> before_, behind_;  // on a node's path; none if no path passes the node
    std::vector<std::uint32_t> seen_;             // by side: the last pass that saw it
    struct Visit {
        std::uint32_t side;
        std::uint32_t next_way;
    };
    std::vector<Visit> path_;
    std::uint32_t pass_ = 0;
    std::size_t end_;
    std::size_t count_ = 0;
};

}  // namespace

std::vector<std::uint32_t> vertex_cut(const UndirectedGraph& graph, std::span<const std::uint32_t> line,
                                      std::size_t end, std::atomic<std::size_t>& most, WorkMeter& meter,
                                      const EndWeights& weights) {
    Paths paths(graph, line, end);
    while (paths.size() <= most && paths.add_paths(most, meter)) {
    }
    if (paths.size() > most) return {};
    for (std::size_t other = most; paths.size() < other && !most.compare_exchange_weak(other, paths.size());) {
    }
    Paths::Cut cut = paths.nearest_cut(weights);
    paths.turn();
    paths.add_paths(most, meter);
    Paths::Cut turned = paths.nearest_cut({weights.last, weights.first});
    if (turned.smaller_part > cut.smaller_part) cut = std::move(turned);
    for (std::uint32_t& v : cut.nodes) v = line[v];
    return std::move(cut.nodes);
}

// ---- large pieces

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
