// SPDX-License-Identifier: Apache-2.0
#include "ordering/vertex_cut.h"

#include <algorithm>
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

}  // namespace allways::ordering
