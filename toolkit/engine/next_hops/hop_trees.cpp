// SPDX-License-Identifier: Apache-2.0
#include "engine/next_hops/hop_trees.h"

#include <array>
#include <atomic>
#include <limits>

#include "allways/base/cost_type.h"
#include "base/parallel.h"
#include "network/heap_search.h"

namespace allways::engine {

namespace {

constexpr std::size_t block = 64;  // columns per block, so that rows are read in runs of consecutive cells

enum class State : std::uint8_t { unknown, on_walk, reaches };

// Returns true if following the hops leads from every row's node with a path to the target. `distances`: begins with
// the first of the column, each `stride` after the one before.
template <class T>
bool is_tree(const HopGraph& graph, std::uint32_t own, std::uint32_t target, std::span<const std::uint32_t> hop,
             const T* distances, std::size_t stride, std::vector<State>& state, std::vector<std::uint32_t>& walk) {
    state.assign(graph.node_count, State::unknown);
    state[target] = state[own] = State::reaches;
    for (std::uint32_t start = 0; start < hop.size(); ++start) {
        if (state[start] == State::reaches || !is_reachable(distances[start * stride])) continue;
        walk.clear();
        std::uint32_t node = start;
        while (state[node] == State::unknown) {
            if (hop[node] == NextHops::none) return false;
            state[node] = State::on_walk;
            walk.push_back(node);
            node = graph.head_of(node, hop[node]);
        }
        if (state[node] == State::on_walk) return false;
        for (const std::uint32_t passed : walk) state[passed] = State::reaches;
    }
    return true;
}

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
    parallel_for((n + block - 1) / block, [&](std::size_t b) {
        const std::size_t first = b * block;
        const std::size_t last = std::min(n, first + block);
        std::vector<std::vector<std::uint32_t>> columns(last - first, std::vector<std::uint32_t>(rows));
        for (std::size_t from = 0; from < rows; ++from) {
            for (std::size_t to = first; to < last; ++to) columns[to - first][from] = hops.at(from, to);
        }
        std::vector<State> state;
        std::vector<std::uint32_t> walk;
        for (std::size_t to = first; to < last; ++to) {
            std::vector<std::uint32_t>& column = columns[to - first];
            if (is_tree(graph, starts[to], ends[to], column, distances.data() + to, n, state, walk)) continue;
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
