// SPDX-License-Identifier: Apache-2.0
#include "engine/next_hops/hop_trees.h"

#include <array>
#include <atomic>
#include <limits>

#include "allways/base/cost_type.h"
#include "base/threads/parallel.h"
#include "network/heap_search.h"

namespace allways::engine {

namespace {

constexpr std::size_t block_columns = 64;  // so that rows are read in runs of consecutive cells

enum class State : std::uint8_t { unknown, on_walk, reaches };

// Checks whether the hops towards a target form a tree. Used by one thread.
class TreeCheck {
public:
    explicit TreeCheck(const HopGraph& graph) : graph_(graph) {}

    // Returns true if following the hops leads from every row's node with a path to the target. `own`: the row of the
    // target's node; `distances`: the column's first one, each `stride` after the one before.
    template <class T>
    bool is_tree(std::uint32_t own, std::uint32_t target, std::span<const std::uint32_t> hop, const T* distances,
                 std::size_t stride) {
        state_.assign(graph_.node_count, State::unknown);
        state_[target] = state_[own] = State::reaches;
        for (std::uint32_t start = 0; start < hop.size(); ++start) {
            if (state_[start] == State::reaches || !is_reachable(distances[start * stride])) continue;
            if (!reaches(start, hop)) return false;
        }
        return true;
    }

private:
    bool reaches(std::uint32_t node, std::span<const std::uint32_t> hop) {
        walk_.clear();
        while (state_[node] == State::unknown) {
            if (hop[node] == NextHops::none) return false;
            state_[node] = State::on_walk;
            walk_.push_back(node);
            node = graph_.head_of(node, hop[node]);
        }
        if (state_[node] == State::on_walk) return false;
        for (const std::uint32_t passed : walk_) state_[passed] = State::reaches;
        return true;
    }

    const HopGraph& graph_;
    std::vector<State> state_;
    std::vector<std::uint32_t> walk_;
};

}  // namespace

// Nodes settle in order of distance, so hops cannot close a circle.
std::vector<std::uint32_t> shortest_path_hops(const HopGraph& graph, std::uint32_t target) {
    std::vector<double> distance(graph.node_count, std::numeric_limits<double>::infinity());
    std::vector<std::uint32_t> hop(graph.node_count, NextHops::none);
    distance[target] = 0;
    network::heap_search<double>(
        distance, std::array{NodeIndex{target}},
        [&](NodeIndex head, double) {
            return head == target || graph.may_pass(head) ? network::Settled::relax_arcs : network::Settled::skip_arcs;
        },
        [&](NodeIndex head, const auto& relax) {
            graph.for_each_in_arc(head, [&](std::uint32_t tail, std::uint32_t step, double cost) {
                if (relax(tail, cost)) hop[tail] = step;
            });
        });
    return hop;
}

template <class T>
std::uint64_t repair_hop_trees(const HopGraph& graph, std::span<const NodeIndex> starts,
                               std::span<const NodeIndex> ends, std::span<const T> distances, NextHops& hops) {
    const std::size_t n = ends.size();
    const std::size_t rows = hops.row_count();
    std::atomic<std::uint64_t> repaired{0};
    parallel_for((n + block_columns - 1) / block_columns, [&](std::size_t b) {
        const std::size_t first = b * block_columns;
        const std::size_t last = std::min(n, first + block_columns);
        std::vector<std::vector<std::uint32_t>> columns(last - first, std::vector<std::uint32_t>(rows));
        for (std::size_t from = 0; from < rows; ++from) {
            for (std::size_t to = first; to < last; ++to) columns[to - first][from] = hops.at(from, to);
        }
        TreeCheck check(graph);
        for (std::size_t to = first; to < last; ++to) {
            std::vector<std::uint32_t>& column = columns[to - first];
            if (check.is_tree(starts[to], ends[to], column, distances.data() + to, n)) continue;
            column = shortest_path_hops(graph, ends[to]);
            for (std::size_t from = 0; from < rows; ++from) hops.set(from, to, column[from]);
            ++repaired;
        }
    });
    return repaired;
}

template std::uint64_t repair_hop_trees(const HopGraph&, std::span<const NodeIndex>, std::span<const NodeIndex>,
                                        std::span<const float>, NextHops&);
template std::uint64_t repair_hop_trees(const HopGraph&, std::span<const NodeIndex>, std::span<const NodeIndex>,
                                        std::span<const double>, NextHops&);

}  // namespace allways::engine
