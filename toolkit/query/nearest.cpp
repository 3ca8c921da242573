// SPDX-License-Identifier: Apache-2.0
#include "query/nearest.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <variant>

#include "base/threads/blocks.h"
#include "base/threads/work_meter.h"
#include "network/heap_search.h"

namespace allways::query {

namespace {

// While a search takes one step for one label, a thread of a sweep finds about this many cells, or somewhat more
// (bench/log/access.md).
constexpr std::uint64_t cells_of_a_step = 8;

// Steps between states, or nodes, grouped by the end where a search comes from.
struct SearchSteps {
    std::vector<std::uint64_t> first;
    std::vector<NodeIndex> to;
    std::vector<std::int64_t> cost;
};

SearchSteps steps_of(const TableArcs& arcs, bool forward) {
    const bool has_states = !arcs.states.empty();
    const auto& costs = std::get<SharedArray<std::int32_t>>(arcs.cost);
    const std::size_t count = has_states ? arcs.states.size() : arcs.first_out.size() - 1;
    const auto visit_all = [&](const auto& visit) {
        for (NodeIndex state = 0; state < count; ++state) {
            const NodeIndex node = has_states ? arcs.states.node[state] : state;
            for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
                const auto ordinal = static_cast<std::uint32_t>(arc - arcs.first_out[node]);
                const NodeIndex next = has_states ? arcs.states.steps(state)[ordinal] : arcs.head[arc];
                if (next == no_node || arcs.head[arc] == node || !is_reachable(costs[arc])) continue;
                const auto cost = static_cast<std::int64_t>(arcs.cost_of_step(state, ordinal));
                forward ? visit(state, next, cost) : visit(next, state, cost);
            }
        }
    };
    SearchSteps steps;
    steps.first.assign(count + 1, 0);
    visit_all([&](NodeIndex from, NodeIndex, std::int64_t) { ++steps.first[from + 1]; });
    for (std::size_t state = 0; state < count; ++state) steps.first[state + 1] += steps.first[state];
    steps.to.resize(steps.first.back());
    steps.cost.resize(steps.first.back());
    std::vector<std::uint64_t> at(steps.first.begin(), steps.first.end() - 1);
    visit_all([&](NodeIndex from, NodeIndex to, std::int64_t cost) {
        steps.to[at[from]] = to;
        steps.cost[at[from]++] = cost;
    });
    return steps;
}

// The nearest destinations of one class at every state: labels, which settle in order of distance, ties in the order of
// the request.
class NearestSearch {
public:
    NearestSearch(const NetworkFactor& factor, const AccessRequest& request, const SearchSteps& steps,
                  const AdjacencyArray& at_node)
        : factor_(factor),
          request_(request),
          steps_(steps),
          at_node_(at_node),
          forward_(request.direction == AccessDirection::to_origins),
          count_(steps.first.size() - 1, 0),
          labels_(count_.size() * request.nearest) {}

    void run(std::size_t of_class, WorkMeter& meter) {
        for (std::uint32_t j = 0; j < request_.destinations.size(); ++j) {
            if (request_.classes.empty() || request_.classes[j] == of_class) add_root(j);
        }
        std::uint64_t settled = 0;
        while (!queue_.empty()) {
            const auto [distance, label, state] = queue_.top();
            queue_.pop();
            if (is_full(state) || has(state, label)) continue;
            labels_[state * request_.nearest + count_[state]++] = {label, static_cast<double>(distance)};
            if (!is_no_through(node_of(state))) relax(distance, label, state);
            if (++settled % block_size == 0) meter.add(block_size);
        }
    }

    // The nearest destinations of a node, into `best`.
    void take(NodeIndex node, std::span<NearestDestination> best) const {
        if (!forward_) {
            std::ranges::copy(labels(node), best.begin());
            return;
        }
        std::vector<NearestDestination> all;
        for (const NodeIndex state : at_node_.out_arcs(node))
            all.insert(all.end(), labels(state).begin(), labels(state).end());
        std::ranges::sort(all, {},
                          [](const NearestDestination& one) { return std::pair(one.raw_distance, one.destination); });
        std::size_t count = 0;
        for (const NearestDestination& one : all) {
            if (count == best.size()) return;
            if (std::ranges::find(best.first(count), one.destination, &NearestDestination::destination) ==
                best.begin() + static_cast<std::ptrdiff_t>(count))
                best[count++] = one;
        }
    }

private:
    NodeIndex node_of(NodeIndex state) const {
        return factor_.arcs.states.empty() ? state : factor_.arcs.states.node[state];
    }
    bool is_no_through(NodeIndex node) const { return !factor_.no_through.empty() && factor_.no_through[node] != 0; }
    bool is_full(NodeIndex state) const { return count_[state] == request_.nearest; }
    std::span<const NearestDestination> labels(NodeIndex state) const {
        return std::span(labels_).subspan(state * request_.nearest, count_[state]);
    }
    bool has(NodeIndex state, std::uint32_t label) const {
        return std::ranges::find(labels(state), label, &NearestDestination::destination) != labels(state).end();
    }

    // Paths to a destination end in any state of its node, and paths from it begin in the node's first. They may begin
    // and end at a no-through node, but not pass it.
    void add_root(std::uint32_t destination) {
        const NodeIndex node = request_.destinations[destination];
        const auto add = [&](NodeIndex state) {
            queue_.emplace(0, destination, state);
            if (is_no_through(node)) relax(0, destination, state);
        };
        if (forward_)
            add(node);
        else
            std::ranges::for_each(at_node_.out_arcs(node), add);
    }

    void relax(std::int64_t distance, std::uint32_t label, NodeIndex state) {
        for (std::uint64_t step = steps_.first[state]; step < steps_.first[state + 1]; ++step) {
            if (!is_full(steps_.to[step])) queue_.emplace(distance + steps_.cost[step], label, steps_.to[step]);
        }
    }

    using Entry = std::tuple<std::int64_t, std::uint32_t, NodeIndex>;
    const NetworkFactor& factor_;
    const AccessRequest& request_;
    const SearchSteps& steps_;
    const AdjacencyArray& at_node_;
    bool forward_;
    std::vector<std::size_t> count_;  // of labels, by state
    std::vector<NearestDestination> labels_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

std::vector<double> distances_from_node(const TableArcs& arcs, std::span<const std::uint8_t> no_through,
                                        NodeIndex from) {
    std::vector<double> distance(arcs.first_out.size() - 1, std::numeric_limits<double>::infinity());
    distance[from] = 0;
    const auto settle = [&](NodeIndex node, double) {
        const bool is_closed = node != from && !no_through.empty() && no_through[node] != 0;
        return is_closed ? network::Settled::skip_arcs : network::Settled::relax_arcs;
    };
    std::visit(
        [&](const auto& costs) {
            network::heap_search<double>(distance, std::span(&from, 1), settle, [&](NodeIndex node, const auto& relax) {
                for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
                    if (is_reachable(costs[arc])) relax(arcs.head[arc], static_cast<double>(costs[arc]));
                }
            });
        },
        arcs.cost);
    return distance;
}

bool suits_search(const NetworkFactor& factor, const AccessRequest& request, std::size_t classes, unsigned threads) {
    if (request.nearest == 0 || !request.weights.empty() || factor.type() != CostType::int32) return false;
    const std::uint64_t steps = std::max<std::uint64_t>(factor.arcs.states.next.size(), factor.arcs.size());
    const std::uint64_t cells = std::uint64_t{request.origins.size()} * request.destinations.size();
    if (cells / cells_of_a_step / threads < steps * request.nearest * classes) return false;
    const auto is_negative = [](std::int32_t cost) { return cost < 0; };
    return std::ranges::none_of(std::get<SharedArray<std::int32_t>>(factor.arcs.cost), is_negative);
}

void search_nearest(const NetworkFactor& factor, const AccessRequest& request, const ProgressCallback& progress,
                    Access& made) {
    const std::size_t nodes = factor.node_count();
    const SearchSteps steps = steps_of(factor.arcs, request.direction == AccessDirection::to_origins);
    std::vector<NodeIndex> node_of(factor.arcs.states.node.begin(), factor.arcs.states.node.end());
    for (NodeIndex node = 0; factor.arcs.states.empty() && node < nodes; ++node) node_of.push_back(node);
    const AdjacencyArray at_node = build_adjacency(nodes, node_of);
    WorkMeter meter(progress, "solve", std::uint64_t{node_of.size()} * request.nearest * made.classes);
    meter.run(
        made.classes,
        [&](std::size_t of_class) {
            NearestSearch search(factor, request, steps, at_node);
            search.run(of_class, meter);
            for (std::size_t i = 0; i < request.origins.size(); ++i) {
                search.take(request.origins[i],
                            std::span(made.found).subspan((i * made.classes + of_class) * made.nearest, made.nearest));
            }
        },
        hardware_threads());
    meter.finish();
}

}  // namespace allways::query
