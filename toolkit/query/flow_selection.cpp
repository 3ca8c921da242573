// SPDX-License-Identifier: Apache-2.0
#include "query/flow_selection.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"

namespace allways::query {

ArcSets::ArcSets(std::span<const std::vector<ArcIndex>> sets, std::size_t arc_count) {
    constexpr std::size_t most = 8;
    if (sets.size() > most)
        throw InvalidArgument(format("`select`: expected at most {} sets of arcs, found {}", most, sets.size()));
    for (std::size_t i = 0; i < sets.size(); ++i) {
        if (sets[i].empty()) throw InvalidArgument("`select`: a set has no arcs");
        of.resize(arc_count);
        all = static_cast<std::uint8_t>(all | 1u << i);
        for (const ArcIndex arc : sets[i]) {
            if (arc >= arc_count) {
                throw InvalidArgument(
                    format("`select`: arc index {} is outside a network of {}", arc, counted(arc_count, "arc")));
            }
            of[arc] = static_cast<std::uint8_t>(of[arc] | 1u << i);
        }
    }
}

namespace {

// The nodes on the paths of trips to one destination.
class FlowOrder {
public:
    FlowOrder(NodeIndex end, std::vector<FlowStep>& steps, std::size_t node_count)
        : steps_(steps), end_(end), first_(node_count + 1), next_(node_count), state_(node_count) {
        for (const FlowStep& step : steps) ++first_[step.tail + 1];
        for (std::size_t node = 0; node < node_count; ++node) first_[node + 1] += first_[node];
    }

    // Each node after those that its steps lead to.
    const std::vector<NodeIndex>& nodes(std::span<const NodeTrips> trips) {
        while (!order(trips)) continue;
        return order_;
    }
    std::span<FlowStep> of(NodeIndex node) {
        return std::span(steps_).subspan(first_[node], first_[node + 1] - first_[node]);
    }
    std::size_t first(NodeIndex node) const { return first_[node]; }

private:
    enum class State : std::uint8_t { unknown, open, done };

    // False: a cycle was found, and taken out.
    bool order(std::span<const NodeTrips> trips) {
        std::ranges::fill(state_, State::unknown);
        std::ranges::copy(std::span(first_).first(next_.size()), next_.begin());
        order_.clear();
        path_.clear();
        for (const NodeTrips& some : trips) {
            if (state_[some.from] == State::unknown && !search(some.from)) return false;
        }
        return true;
    }

    bool search(NodeIndex start) {
        for (NodeIndex node = start;;) {
            state_[node] = State::open;
            const std::size_t last = node == end_ ? next_[node] : first_[node + 1];
            while (next_[node] < last && (steps_[next_[node]].flow <= 0 || is_done(steps_[next_[node]].head)))
                ++next_[node];
            if (next_[node] == last) {
                state_[node] = State::done;
                order_.push_back(node);
                if (node == start) return true;
                node = steps_[path_.back()].tail;
                path_.pop_back();
                continue;
            }
            path_.push_back(next_[node]);
            node = steps_[next_[node]].head;
            if (state_[node] != State::open) continue;
            remove_cycle(node);
            return false;
        }
    }
    bool is_done(NodeIndex node) const { return state_[node] == State::done; }

    // Of the steps at the end of the path that lead from the node to itself.
    void remove_cycle(NodeIndex node) {
        std::size_t begin = path_.size() - 1;
        while (steps_[path_[begin]].tail != node) --begin;
        const std::span<const std::size_t> cycle = std::span(path_).subspan(begin);
        double least = steps_[cycle.front()].flow;
        for (const std::size_t step : cycle) least = std::min(least, steps_[step].flow);
        for (const std::size_t step : cycle) steps_[step].flow -= least;
    }

    std::vector<FlowStep>& steps_;
    NodeIndex end_;
    std::vector<std::size_t> first_, next_;  // by node: its steps, and the one that is followed at present
    std::vector<State> state_;               // by node
    std::vector<NodeIndex> order_;
    std::vector<std::size_t> path_;  // steps
};

}  // namespace

SelectedFlow select_flow(NodeIndex end, std::span<const NodeTrips> trips, std::vector<FlowStep> steps, std::uint8_t all,
                         std::size_t node_count) {
    FlowOrder flows(end, steps, node_count);
    const std::vector<NodeIndex>& order = flows.nodes(trips);
    const auto flow_from = [&](NodeIndex node) {
        double sum = 0;
        for (const FlowStep& step : flows.of(node)) sum += step.flow;
        return sum;
    };

    // By node and sets that were passed before it.
    const std::size_t width = all + std::size_t{1};
    std::vector<double> shares(node_count * width);  // of the trips there, the part that passes the other sets, too
    for (const NodeIndex node : order) {
        if (node == end) {
            shares[node * width + all] = 1;
            continue;
        }
        const double sum = flow_from(node);
        for (const FlowStep& step : flows.of(node)) {
            if (step.flow <= 0) continue;
            for (std::size_t sets = 0; sets < width; ++sets)
                shares[node * width + sets] += step.flow / sum * shares[step.head * width + (sets | step.sets)];
        }
    }

    SelectedFlow found{{}, std::vector<double>(steps.size())};
    std::vector<double> passing(node_count * width);  // trips
    for (const NodeTrips& some : trips) {
        found.shares.push_back(shares[some.from * width]);
        passing[some.from * width] += some.trips;
    }
    for (std::size_t i = order.size(); i-- > 0;) {
        const NodeIndex node = order[i];
        if (node == end) continue;
        const double sum = flow_from(node);
        for (std::size_t k = flows.first(node); k < flows.first(node + 1); ++k) {
            const FlowStep& step = steps[k];
            if (step.flow <= 0) continue;
            for (std::size_t sets = 0; sets < width; ++sets) {
                const double moved = passing[node * width + sets] * (step.flow / sum);
                const std::size_t at = step.head * width + (sets | step.sets);
                passing[at] += moved;
                found.of_steps[k] += moved * shares[at];
            }
        }
    }
    return found;
}

}  // namespace allways::query
