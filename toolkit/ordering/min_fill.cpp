// SPDX-License-Identifier: Apache-2.0
#include "ordering/min_fill.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace allways::ordering {

namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};

// Scores up to 1023 have buckets of their own; higher scores have 64 buckets for each doubling.
constexpr std::uint32_t bucket_of_score(std::uint64_t score) {
    if (score < 1024) return static_cast<std::uint32_t>(score);
    const int power = std::bit_width(score) - 1;
    return 1024 + static_cast<std::uint32_t>(power - 10) * 64 + static_cast<std::uint32_t>(score >> (power - 6) & 63);
}
constexpr std::uint32_t bucket_count = bucket_of_score(~std::uint64_t{0}) + 1;

}  // namespace

std::uint64_t MinFill::work_bound(std::size_t n, std::size_t nodes) {
    return static_cast<std::uint64_t>(64 * std::sqrt(static_cast<double>(n)) * static_cast<double>(nodes));
}

MinFill::MinFill(const UndirectedGraph& graph, std::size_t border, std::uint64_t most_work)
    : neighbours_(graph.node_count()),
      inner_count_(static_cast<std::uint32_t>(graph.node_count() - border)),
      border_neighbours_(graph.node_count(), 0),
      joined_(graph.node_count(), 0),
      level_(graph.node_count(), 0),
      state_(graph.node_count(), State::left),
      most_work_(most_work != 0 ? most_work : work_bound(graph.node_count(), graph.node_count())),
      first_(bucket_count, nobody),
      last_(bucket_count, nobody),
      bucket_(graph.node_count(), 0),
      before_(graph.node_count(), nobody),
      behind_(graph.node_count(), nobody),
      marked_by_(graph.node_count(), 0),
      touched_at_(graph.node_count(), 0) {
    const auto n = static_cast<std::uint32_t>(graph.node_count());
    order_.reserve(inner_count_);
    for (std::uint32_t v = 0; v < n; ++v) {
        const auto row = graph.neighbours(v);
        const auto inner_end = std::lower_bound(row.begin(), row.end(), inner_count_);
        neighbours_[v].assign(row.begin(), is_border(v) ? inner_end : row.end());
        border_neighbours_[v] = static_cast<std::uint32_t>(row.end() - inner_end);
    }
    for (std::uint32_t v = 0; v < inner_count_; ++v) {
        ++mark_;
        for (const std::uint32_t w : neighbours_[v]) marked_by_[w] = mark_;
        std::uint64_t twice = 0;
        for (const std::uint32_t w : neighbours_[v]) {
            for (const std::uint32_t x : neighbours_[w]) twice += marked_by_[x] == mark_;
        }
        const std::uint64_t outside = border_neighbours_[v];
        joined_[v] = (twice + outside * (outside - (outside > 0))) / 2;
    }
}

// The score is the number of arcs that eliminating v would add, plus a little for the height of the tree below: without
// it a path would be eliminated from its ends, and its tree would be as high as the path is long.
std::uint32_t MinFill::bucket_of(std::uint32_t v) const {
    const std::uint64_t degree = neighbours_[v].size();
    const std::uint64_t pairs = degree * (degree - (degree > 0)) / 2;
    return bucket_of_score(pairs - joined_[v] + level_[v] / 8);
}

void MinFill::enqueue(std::uint32_t v) {
    const std::uint32_t bucket = bucket_of(v);
    bucket_[v] = bucket;
    before_[v] = last_[bucket];
    behind_[v] = nobody;
    (last_[bucket] == nobody ? first_[bucket] : behind_[last_[bucket]]) = v;
    last_[bucket] = v;
    lowest_ = std::min(lowest_, bucket);
    state_[v] = State::queued;
}

void MinFill::dequeue(std::uint32_t v) {
    (before_[v] == nobody ? first_[bucket_[v]] : behind_[before_[v]]) = behind_[v];
    (behind_[v] == nobody ? last_[bucket_[v]] : before_[behind_[v]]) = before_[v];
    state_[v] = State::wanted;
}

std::uint32_t MinFill::lowest_queued() {
    while (lowest_ < bucket_count && first_[lowest_] == nobody) ++lowest_;
    return lowest_ < bucket_count ? first_[lowest_] : nobody;
}

// Called when the score of v changes, or when v moves back in the queue.
void MinFill::touch(std::uint32_t v) {
    const auto now = static_cast<std::uint32_t>(order_.size());
    if (touched_at_[v] == now) return;
    touched_at_[v] = now;
    touched_.push_back(v);
}

void MinFill::join_neighbours(std::uint32_t v) {
    const std::vector<std::uint32_t>& clique = neighbours_[v];
    for (std::size_t i = 0; i < clique.size(); ++i) {
        const std::uint32_t a = clique[i];
        ++mark_;
        marked_by_[a] = mark_;
        for (const std::uint32_t x : neighbours_[a]) marked_by_[x] = mark_;
        work_ += neighbours_[a].size();
        for (std::size_t j = i + 1; j < clique.size(); ++j) {
            const std::uint32_t b = clique[j];
            if (marked_by_[b] == mark_ || (is_border(a) && is_border(b))) continue;
            // The new arc a–b counts among the neighbours of each common neighbour. The neighbourhoods of a and b gain
            // one arc for each common neighbour; if one of the two is in the border, the other's gains those to its
            // border neighbours as well.
            std::uint64_t common = 0;
            for (const std::uint32_t x : neighbours_[b]) {
                if (marked_by_[x] != mark_) continue;
                ++common;
                if (is_border(x)) continue;
                ++joined_[x];
                touch(x);
            }
            work_ += neighbours_[b].size();
            joined_[a] += common + (is_border(b) ? border_neighbours_[a] : 0);
            joined_[b] += common + (is_border(a) ? border_neighbours_[b] : 0);
            border_neighbours_[a] += is_border(b);
            border_neighbours_[b] += is_border(a);
            neighbours_[a].push_back(b);
            neighbours_[b].push_back(a);
            marked_by_[b] = mark_;
        }
    }
}

void MinFill::take_out(std::uint32_t v) {
    order_.push_back(v);
    touched_.clear();
    const std::size_t degree = neighbours_[v].size();
    if (degree * (degree - (degree > 0)) / 2 > joined_[v]) join_neighbours(v);
    for (const std::uint32_t a : neighbours_[v]) {
        std::vector<std::uint32_t>& list = neighbours_[a];
        *std::find(list.begin(), list.end(), v) = list.back();
        list.pop_back();
        work_ += list.size();
        joined_[a] -= degree - 1;  // the arcs from v to the others; a is now joined to all of them
        level_[a] = std::max(level_[a], level_[v] + 1);
        touch(a);
    }
    state_[v] = State::eliminated;
    neighbours_[v] = {};
}

void MinFill::order_by_degree(std::span<const std::uint32_t> nodes) {
    const auto begin = static_cast<std::ptrdiff_t>(order_.size());
    for (const std::uint32_t v : nodes) {
        if (state_[v] == State::eliminated) continue;
        state_[v] = State::eliminated;
        order_.push_back(v);
    }
    ordered_by_degree_ += order_.size() - static_cast<std::size_t>(begin);
    std::stable_sort(order_.begin() + begin, order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return neighbours_[a].size() < neighbours_[b].size(); });
}

void MinFill::eliminate(std::span<const std::uint32_t> nodes, std::size_t most, WorkMeter& meter) {
    lowest_ = bucket_count;
    for (const std::uint32_t v : nodes) {
        if (state_[v] != State::left) continue;
        state_[v] = State::wanted;
        if (neighbours_[v].size() <= most) enqueue(v);
    }
    for (std::uint32_t v; work_ <= most_work_ && (v = lowest_queued()) != nobody;) {
        if (order_.size() % 256 == 0) meter.check();
        dequeue(v);
        take_out(v);
        for (const std::uint32_t w : touched_) {
            if (state_[w] == State::queued) dequeue(w);
            if (state_[w] == State::wanted && neighbours_[w].size() <= most) enqueue(w);
        }
    }
    for (const std::uint32_t v : nodes) {
        if (state_[v] == State::queued) dequeue(v);
        if (state_[v] == State::wanted) state_[v] = State::left;
    }
    if (most == any_degree) order_by_degree(nodes);
}

std::vector<std::uint32_t> MinFill::rest() const {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t v = 0; v < inner_count_; ++v) {
        if (state_[v] == State::left) nodes.push_back(v);
    }
    return nodes;
}

UndirectedGraph MinFill::graph_of(std::span<const std::uint32_t> rest) const {
    std::vector<std::uint32_t> place(state_.size());
    for (std::uint32_t i = 0; i < rest.size(); ++i) place[rest[i]] = i;
    UndirectedGraph graph;
    for (const std::uint32_t v : rest) {
        const auto begin = static_cast<std::ptrdiff_t>(graph.neighbour.size());
        for (const std::uint32_t w : neighbours_[v]) graph.neighbour.push_back(place[w]);
        std::sort(graph.neighbour.begin() + begin, graph.neighbour.end());
        graph.first.push_back(graph.neighbour.size());
    }
    return graph;
}

}  // namespace allways::ordering
