// SPDX-License-Identifier: Apache-2.0
// Traffic assignment by paired alternative segments. Flows by destination → trees of shortest paths → used steps that
// cost more → pairs of segments with the same ends → flows that shift from the dearer to the cheaper one.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "base/host_memory.h"
#include "base/human.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "cost/expanded_network.h"
#include "query/equilibrium_search.h"
#include "query/trip_groups.h"

namespace allways::query {

namespace {

using Step = std::uint32_t;  // a position in the adjacency array of the expanded network
constexpr Step no_step = std::numeric_limits<Step>::max();
constexpr double unreached = std::numeric_limits<double>::infinity();

// The steps of paths, grouped by tail.
struct Steps {
    AdjacencyArray out;
    AdjacencyArray in;  // positions by head
    std::vector<NodeIndex> tail, head;
    std::vector<ArcIndex> arc;  // of the road network; its number of arcs: to an end place, which costs nothing
    std::vector<std::uint8_t> no_through;
    std::vector<std::vector<double>> fixed;  // by class: the cost beside the time of the arc; infinite: closed

    Steps(const EquilibriumProblem& problem, const cost::ExpandedNetwork& expanded);

    std::size_t size() const { return tail.size(); }
    std::size_t node_count() const { return out.node_count(); }
    bool leads_on(NodeIndex node, NodeIndex end) const {
        return node == end || no_through.empty() || no_through[node] == 0;
    }
};

Steps::Steps(const EquilibriumProblem& problem, const cost::ExpandedNetwork& expanded)
    : out(expanded.adjacency()), no_through(expanded.network().no_through) {
    const RoadNetwork& network = expanded.network();
    const AdjacencyArray& roads = expanded.road_adjacency();
    const ArcColumn& column = cost_column(problem.network, problem.options.cost);
    const bool has_prices = expanded.states() != nullptr && !expanded.states()->states.seconds.empty();
    const Unit* const unit = has_prices ? find_unit(column.unit, Unit::Kind::time) : nullptr;
    fixed.resize(problem.classes.size());
    for (NodeIndex node = 0; node < node_count(); ++node) {
        for (std::size_t position = out.first_out[node]; position < out.first_out[node + 1]; ++position) {
            const std::size_t ordinal = position - out.first_out[node];
            const ArcIndex of_network = out.arcs[position];
            const NodeIndex of_roads = node < expanded.row_count() ? expanded.node_of(node) : node;
            const bool is_road = ordinal < roads.out_arcs(of_roads).size();
            tail.push_back(node);
            head.push_back(network.head[of_network]);
            arc.push_back(is_road ? roads.out_arcs(of_roads)[ordinal]
                                  : static_cast<ArcIndex>(problem.network.arc_count()));
            double price = 0;
            if (unit != nullptr && is_road) {
                const TurnStates& states = expanded.states()->states;
                price = network::in_unit(states.seconds[states.first_step[node] + ordinal], *unit).to_double();
            }
            for (std::size_t k = 0; k < fixed.size(); ++k) {
                const bool is_closed = head.back() == node || (is_road && problem.is_closed(k, arc.back()));
                fixed[k].push_back(is_closed ? unreached : price + (is_road ? problem.fixed_cost(k, arc.back()) : 0));
            }
        }
    }
    in = build_adjacency(node_count(), head);
}

// ---- shortest paths to one destination

// Repairs the tree of an earlier iteration: distances along it, better steps from its root outwards, then Dijkstra from
// the nodes whose distance then falls.
class TreeRepair {
public:
    explicit TreeRepair(const Steps& steps)
        : steps_(steps), distance_(steps.node_count()), is_known_(distance_.size()) {}

    // `next`: by node the step towards `end`, or no_step.
    void run(NodeIndex end, const std::vector<double>& costs, std::span<Step> next) {
        measure(end, costs, next);
        changed_.clear();
        for (const NodeIndex node : order_) {
            if (node != end && improve(node, end, costs, next)) changed_.push_back(node);
        }
        for (const NodeIndex node : changed_) relax(node, end, costs, next);
        while (!queue_.empty()) {
            const auto [distance, node] = queue_.top();
            queue_.pop();
            if (distance == distance_[node]) relax(node, end, costs, next);
        }
    }
    const std::vector<double>& distances() const { return distance_; }

private:
    void measure(NodeIndex end, const std::vector<double>& costs, std::span<const Step> next) {
        std::ranges::fill(is_known_, 0);
        order_.clear();
        distance_[end] = 0;
        is_known_[end] = 1;
        for (NodeIndex start = 0; start < distance_.size(); ++start) {
            NodeIndex node = start;
            for (; is_known_[node] == 0 && next[node] != no_step; node = steps_.head[next[node]]) path_.push_back(node);
            if (is_known_[node] == 0) {
                distance_[node] = unreached;
                is_known_[node] = 1;
                order_.push_back(node);
            }
            for (; !path_.empty(); path_.pop_back()) {
                const NodeIndex before = path_.back();
                distance_[before] = distance_[steps_.head[next[before]]] + costs[next[before]];
                is_known_[before] = 1;
                order_.push_back(before);
            }
        }
    }

    bool improve(NodeIndex node, NodeIndex end, const std::vector<double>& costs, std::span<Step> next) {
        const double before = distance_[node];
        for (auto step = static_cast<Step>(steps_.out.first_out[node]); step < steps_.out.first_out[node + 1]; ++step) {
            const double distance = distance_[steps_.head[step]] + costs[step];
            if (!(distance < distance_[node]) || !steps_.leads_on(steps_.head[step], end)) continue;
            distance_[node] = distance;
            next[node] = step;
        }
        return distance_[node] < before;
    }

    void relax(NodeIndex node, NodeIndex end, const std::vector<double>& costs, std::span<Step> next) {
        if (!steps_.leads_on(node, end)) return;
        for (const Step step : steps_.in.out_arcs(node)) {
            const double distance = distance_[node] + costs[step];
            const NodeIndex tail = steps_.tail[step];
            if (!(distance < distance_[tail])) continue;
            distance_[tail] = distance;
            next[tail] = step;
            queue_.emplace(distance, tail);
        }
    }

    const Steps& steps_;
    std::vector<double> distance_;
    std::vector<std::uint8_t> is_known_;
    std::vector<NodeIndex> path_, order_, changed_;
    std::priority_queue<std::pair<double, NodeIndex>, std::vector<std::pair<double, NodeIndex>>, std::greater<>> queue_;
};

// ---- the search

// The trips of one class to one destination.
struct Root {
    std::uint32_t of_class = 0;
    std::uint32_t group = 0;
    NodeIndex end = 0;            // a node of the expanded network
    std::vector<Step> dear = {};  // used steps off the tree that make most of the excess cost
    double excess = 0;            // what all trips cost more than the least
    double least_cost = 0, loaded = 0, unreachable = 0;
};

// Two ways from one node to another, with no other node in common.
struct SegmentPair {
    std::array<std::vector<Step>, 2> steps;
    std::uint32_t of_class = 0;
    std::vector<std::uint32_t> roots;  // whose flows shift, in order
    std::uint32_t idle = 0;            // iterations in which nothing moved, one after the other
    bool is_alive = false;
    std::uint64_t key = 0;
};

class SegmentSearch final : public EquilibriumSearch {
public:
    explicit SegmentSearch(const EquilibriumProblem& problem);

    const LoadPoint& loads() const override { return loads_; }
    double fixed_costs() const override { return fixed_costs_; }
    std::vector<Assignment> shortest_paths() override;
    double improve() override;
    std::vector<Assignment> selected(const ArcSets& sets) override;

private:
    std::span<double> flows(std::size_t root) { return std::span(flows_).subspan(root * steps_.size(), steps_.size()); }
    std::span<Step> tree(std::size_t root) {
        return std::span(trees_).subspan(root * steps_.node_count(), steps_.node_count());
    }
    double cost(std::uint32_t of_class, Step step) const {
        return times_[steps_.arc[step]] + steps_.fixed[of_class][step];
    }
    double cost(std::uint32_t of_class, const std::vector<Step>& steps) const {
        double sum = 0;
        for (const Step step : steps) sum += cost(of_class, step);
        return sum;
    }

    void load_tree(std::size_t root);
    std::vector<Assignment> no_loads() const;
    void repair_trees();
    void find_dear_steps(Root& of, std::span<const double> flow, std::span<const double> cost,
                         std::span<const double> distance) const;
    void sum_flows();
    void add_load(Step step, double change);
    double least_flow(std::size_t root, const std::vector<Step>& steps);

    void mend(std::uint32_t root, Step step);
    SegmentPair& known_pair(SegmentPair found);
    bool find_pair(std::uint32_t root, Step step, SegmentPair& found);
    void remove_cycle(std::uint32_t root, std::span<const Step> walk);
    void drop_idle_pairs();
    double shift(SegmentPair& pair, std::span<const std::uint32_t> roots);
    double best_shift(const std::vector<Step>& from, const std::vector<Step>& to, double difference, double most);

    const EquilibriumProblem& problem_;
    cost::ExpandedNetwork expanded_;
    Steps steps_;
    std::vector<TripGroups> groups_;  // by class
    std::vector<Root> roots_;
    std::vector<double> flows_;  // in PCE, roots × steps
    std::vector<Step> trees_;    // roots × nodes
    LoadPoint loads_;
    ArcNumbers times_;  // of the present loads, and 0 for steps to end places
    double fixed_costs_ = 0;
    double settled_ = 0;         // pairs whose costs differ by no more are left
    std::vector<double> could_;  // by root of one pair: the flow that could shift
    std::vector<SegmentPair> pairs_;
    std::vector<std::uint32_t> free_pairs_;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of pairs by key
    std::vector<std::uint32_t> place_;                          // by node, in one search for a pair: 1 + its place
    std::vector<std::uint32_t> place_in_walk_;
};

SegmentSearch::SegmentSearch(const EquilibriumProblem& problem)
    : problem_(problem),
      expanded_(problem.network, problem.options.cost),
      steps_(problem, expanded_),
      loads_(problem.classes.size(), problem.network.arc_count()),
      times_(problem.network.arc_count() + 1),
      place_(steps_.node_count()),
      place_in_walk_(steps_.node_count()) {
    for (std::uint32_t k = 0; k < problem.classes.size(); ++k) {
        groups_.emplace_back(problem.network, problem.classes[k].trips);
        for (std::uint32_t group = 0; group < groups_[k].to.size(); ++group)
            roots_.push_back({.of_class = k, .group = group, .end = expanded_.ends()[groups_[k].to[group]]});
    }
    const std::uint64_t needed = roots_.size() * (steps_.size() * sizeof(double) + steps_.node_count() * sizeof(Step));
    const std::uint64_t available =
        problem.options.memory_limit_bytes != 0 ? problem.options.memory_limit_bytes : available_host_bytes();
    if (needed > available) {
        throw CapacityError(
            format("loads by arc of {} destinations need {} of memory, but only {} is available; choose "
                   "method bfw, which needs less",
                   roots_.size(), bytes_text(needed), bytes_text(available)),
            needed, available);
    }
    flows_ = large_vector<double>(roots_.size() * steps_.size(), 0, problem.options.progress);
    trees_ = large_vector<Step>(roots_.size() * steps_.node_count(), no_step, problem.options.progress);
    for (std::size_t arc = 0; arc < loads_.total.size(); ++arc) times_[arc] = problem.time(arc, 0);
    repair_trees();
    for (std::size_t root = 0; root < roots_.size(); ++root) load_tree(root);
}

// ---- loads and trees

void SegmentSearch::load_tree(std::size_t root) {
    const Root& of = roots_[root];
    const std::span<const Step> next = tree(root);
    const std::span<double> flow = flows(root);
    for (const NodeTrips& some : groups_[of.of_class].of(of.group)) {
        if (next[some.from] == no_step) continue;
        const double load = some.trips * problem_.classes[of.of_class].pce;
        for (NodeIndex node = some.from; node != of.end; node = steps_.head[next[node]]) flow[next[node]] += load;
    }
}

// Shortest paths at the present times, and the used steps that cost more.
void SegmentSearch::repair_trees() {
    std::vector<std::vector<double>> costs;
    for (std::uint32_t k = 0; k < problem_.classes.size(); ++k) {
        costs.emplace_back(steps_.size());
        for (Step step = 0; step < steps_.size(); ++step) costs[k][step] = cost(k, step);
    }
    const auto repair = [&](std::size_t root, TreeRepair& repairs) {
        Root& of = roots_[root];
        const std::vector<double>& cost = costs[of.of_class];
        repairs.run(of.end, cost, tree(root));
        const std::vector<double>& distance = repairs.distances();
        of.least_cost = of.loaded = of.unreachable = 0;
        for (const NodeTrips& some : groups_[of.of_class].of(of.group)) {
            const bool is_reached = distance[some.from] < unreached;
            (is_reached ? of.loaded : of.unreachable) += some.trips;
            if (is_reached) of.least_cost += some.trips * distance[some.from];
        }
        find_dear_steps(of, flows(root), cost, distance);
    };
    const std::size_t shares = std::min<std::size_t>(hardware_threads(), roots_.size());
    std::atomic<std::size_t> next{0};
    parallel_for(shares, [&](std::size_t) {
        TreeRepair repairs(steps_);
        for (std::size_t root = next++; root < roots_.size(); root = next++) repair(root, repairs);
    });
}

void SegmentSearch::find_dear_steps(Root& of, std::span<const double> flow, std::span<const double> cost,
                                    std::span<const double> distance) const {
    constexpr double least_share = 0.3;  // of the mean excess of a step
    thread_local std::vector<std::pair<Step, double>> used;
    used.clear();
    of.excess = 0;
    for (Step step = 0; step < flow.size(); ++step) {
        if (flow[step] <= 0) continue;
        const double excess = flow[step] * (cost[step] + distance[steps_.head[step]] - distance[steps_.tail[step]]);
        if (excess > 0) of.excess += used.emplace_back(step, excess).second;
    }
    const double least = least_share * of.excess / static_cast<double>(used.size());
    of.dear.clear();
    for (const auto& [step, excess] : used) {
        if (excess >= least) of.dear.push_back(step);
    }
}

void SegmentSearch::sum_flows() {
    for (ArcNumbers& loads : loads_.of_class) std::ranges::fill(loads, 0.0);
    fixed_costs_ = 0;
    for (std::size_t root = 0; root < roots_.size(); ++root) {
        const std::uint32_t k = roots_[root].of_class;
        const std::span<const double> flow = flows(root);
        for (Step step = 0; step < flow.size(); ++step) {
            if (flow[step] == 0) continue;
            fixed_costs_ += flow[step] * steps_.fixed[k][step];
            if (steps_.arc[step] < loads_.total.size()) loads_.of_class[k][steps_.arc[step]] += flow[step];
        }
    }
    loads_.add_up();
    for (std::size_t arc = 0; arc < loads_.total.size(); ++arc) times_[arc] = problem_.time(arc, loads_.total[arc]);
}

// By class, without loads.
std::vector<Assignment> SegmentSearch::no_loads() const {
    const ArcColumn& column = cost_column(problem_.network, problem_.options.cost);
    std::vector<Assignment> made(problem_.classes.size());
    for (std::size_t k = 0; k < made.size(); ++k) {
        made[k].cost_type = CostType::float64;
        made[k].scale = {column.name, column.unit, 0};
        made[k].requested = groups_[k].requested;
        made[k].within_nodes = groups_[k].within_nodes;
        made[k].arc_loads.assign(problem_.network.arc_count(), 0);
        made[k].node_loads.assign(problem_.network.node_count(), 0);
    }
    return made;
}

std::vector<Assignment> SegmentSearch::shortest_paths() {
    sum_flows();
    repair_trees();
    std::vector<Assignment> found = no_loads();
    for (std::size_t k = 0; k < found.size(); ++k) {
        for (std::size_t arc = 0; arc < loads_.total.size(); ++arc) {
            found[k].arc_loads[arc] = loads_.of_class[k][arc] / problem_.classes[k].pce;
            found[k].node_loads[problem_.network.head[arc]] += found[k].arc_loads[arc];
        }
    }
    for (std::size_t root = 0; root < roots_.size(); ++root) {
        const Root& of = roots_[root];
        Assignment& sums = found[of.of_class];
        sums.loaded += of.loaded;
        sums.unreachable += of.unreachable;
        sums.raw_cost += of.least_cost;
        for (const NodeTrips& some : groups_[of.of_class].of(of.group)) {
            if (tree(root)[some.from] != no_step) sums.node_loads[some.from] += some.trips;
        }
    }
    return found;
}

std::vector<Assignment> SegmentSearch::selected(const ArcSets& sets) {
    std::vector<Assignment> found = no_loads();
    for (std::size_t root = 0; root < roots_.size(); ++root) {
        const Root& of = roots_[root];
        const std::span<const double> flow = flows(root);
        std::vector<Step> taken;
        std::vector<FlowStep> steps;
        for (Step step = 0; step < flow.size(); ++step) {
            if (flow[step] <= 0) continue;
            const ArcIndex arc = steps_.arc[step];
            taken.push_back(step);
            steps.push_back({steps_.tail[step], steps_.head[step],
                             arc < sets.of.size() ? sets.of[arc] : std::uint8_t{0}, flow[step]});
        }
        const std::span<const NodeTrips> trips = groups_[of.of_class].of(of.group);
        const SelectedFlow chosen = select_flow(of.end, trips, std::move(steps), sets.all, steps_.node_count());
        Assignment& sums = found[of.of_class];
        sums.unreachable += of.unreachable;
        for (std::size_t i = 0; i < trips.size(); ++i) {
            const double load = trips[i].trips * chosen.shares[i];
            sums.loaded += load;
            if (tree(root)[trips[i].from] != no_step) sums.unselected += trips[i].trips - load;
            sums.node_loads[trips[i].from] += load;
            if (load > 0) sums.selected.push_back({trips[i].from, trips[i].to, load});
        }
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const ArcIndex arc = steps_.arc[taken[i]];
            if (arc == problem_.network.arc_count()) continue;
            sums.arc_loads[arc] += chosen.of_steps[i];
            sums.node_loads[problem_.network.head[arc]] += chosen.of_steps[i];
        }
    }
    return found;
}

// ---- pairs of segments

// First the steps that make most of the excess, then all pairs, until little moves.
double SegmentSearch::improve() {
    constexpr int most_passes = 100;
    constexpr double least_moved = 0.05;  // of what the first pass moves
    constexpr double settled_share = 0.001;
    double excess = 0, trips = 0;
    for (const Root& root : roots_) {
        excess += root.excess;
        trips += root.loaded;
    }
    if (excess == 0) return 0;
    settled_ = settled_share * excess / trips;
    for (std::uint32_t root = 0; root < roots_.size(); ++root) {
        for (const Step step : roots_[root].dear) mend(root, step);
    }
    double moved_first = 0;
    for (int pass = 0; pass < most_passes; ++pass) {
        double moved = 0;
        for (SegmentPair& pair : pairs_) {
            if (pair.is_alive && (pass == 0 || pair.idle == 0)) moved += shift(pair, pair.roots);
        }
        if (pass == 0) moved_first = moved;
        if (moved <= least_moved * moved_first) break;
    }
    drop_idle_pairs();
    return 1;
}

// Moves flow of the root from a step that costs too much.
void SegmentSearch::mend(std::uint32_t root, Step step) {
    SegmentPair found;
    if (flows(root)[step] <= 0 || !find_pair(root, step, found)) return;
    found.of_class = roots_[root].of_class;
    if (cost(found.of_class, found.steps[0]) <= cost(found.of_class, found.steps[1])) return;
    SegmentPair& pair = known_pair(std::move(found));
    const auto at = std::ranges::lower_bound(pair.roots, root);
    if (at == pair.roots.end() || *at != root) pair.roots.insert(at, root);
    shift(pair, std::span(&root, 1));
}

// Returns the pair with these steps, a new one where there is none.
SegmentPair& SegmentSearch::known_pair(SegmentPair found) {
    if (found.steps[0].front() > found.steps[1].front()) std::swap(found.steps[0], found.steps[1]);
    std::uint64_t key = found.of_class;
    for (const std::vector<Step>& steps : found.steps) {
        for (const Step step : steps) key = (key ^ step) * 0x9E3779B97F4A7C15 + (key >> 29);
        key += 1;
    }
    const auto [at, is_new] = numbers_.try_emplace(key, 0);
    if (!is_new) {
        SegmentPair& known = pairs_[at->second];
        if (known.of_class == found.of_class && known.steps == found.steps) return known;
    }
    std::uint32_t number = static_cast<std::uint32_t>(pairs_.size());
    if (free_pairs_.empty()) {
        pairs_.emplace_back();
    } else {
        number = free_pairs_.back();
        free_pairs_.pop_back();
    }
    at->second = number;
    found.is_alive = true;
    found.key = key;
    pairs_[number] = std::move(found);
    return pairs_[number];
}

// From the tail of the step along the tree, and along the largest flows until they meet the tree's path. Removes cycles
// of flow on the way, such as those that leave the destination.
bool SegmentSearch::find_pair(std::uint32_t root, Step step, SegmentPair& found) {
    const std::span<const Step> next = tree(root);
    const NodeIndex start = steps_.tail[step];
    const NodeIndex end = roots_[root].end;
    std::vector<Step> walk;
    const auto forget = [&] {
        for (const Step one : walk) place_in_walk_[steps_.tail[one]] = 0;
        walk.clear();
    };
    std::uint32_t place = 0;
    for (NodeIndex node = start; node != end; node = steps_.head[next[node]]) place_[node] = ++place;
    place_[end] = ++place;
    bool is_found = false;
    for (Step one = step; flows(root)[one] > 0;) {
        place_in_walk_[steps_.tail[one]] = static_cast<std::uint32_t>(walk.size()) + 1;
        walk.push_back(one);
        const NodeIndex node = steps_.head[one];
        if (place_in_walk_[node] != 0) {
            remove_cycle(root, std::span(walk).subspan(place_in_walk_[node] - 1));
            forget();
            one = step;
            continue;
        }
        if (place_[node] != 0) {
            is_found = true;
            break;
        }
        double largest = 0;
        for (std::size_t onward = steps_.out.first_out[node]; onward < steps_.out.first_out[node + 1]; ++onward) {
            if (flows(root)[onward] > largest) {
                largest = flows(root)[onward];
                one = static_cast<Step>(onward);
            }
        }
        if (largest == 0) break;  // dust of rounding
    }
    if (is_found) {
        const NodeIndex meeting = steps_.head[walk.back()];
        found.steps[0] = walk;
        found.steps[1].reserve(place_[meeting] - 1);
        for (NodeIndex node = start; node != meeting; node = steps_.head[next[node]])
            found.steps[1].push_back(next[node]);
    }
    forget();
    for (NodeIndex node = start; node != end; node = steps_.head[next[node]]) place_[node] = 0;
    place_[end] = 0;
    return is_found;
}

void SegmentSearch::remove_cycle(std::uint32_t root, std::span<const Step> walk) {
    const std::span<double> flow = flows(root);
    double least = unreached;
    for (const Step step : walk) least = std::min(least, flow[step]);
    for (const Step step : walk) {
        flow[step] -= least;
        add_load(step, -least);
    }
}

void SegmentSearch::drop_idle_pairs() {
    constexpr std::uint32_t most_idle = 2;
    for (std::uint32_t i = 0; i < pairs_.size(); ++i) {
        SegmentPair& pair = pairs_[i];
        if (!pair.is_alive || pair.idle < most_idle) continue;
        if (const auto at = numbers_.find(pair.key); at != numbers_.end() && at->second == i) numbers_.erase(at);
        pair = {};
        free_pairs_.push_back(i);
    }
}

// ---- shifts

double SegmentSearch::least_flow(std::size_t root, const std::vector<Step>& steps) {
    const std::span<const double> flow = flows(root);
    double least = unreached;
    for (const Step step : steps) least = std::min(least, flow[step]);
    return least;
}

void SegmentSearch::add_load(Step step, double change) {
    const ArcIndex arc = steps_.arc[step];
    if (arc == loads_.total.size()) return;
    loads_.total[arc] = std::max(0.0, loads_.total[arc] + change);
    times_[arc] = problem_.time(arc, loads_.total[arc]);
}

// Until both segments cost the same, or the dearer one has no flow. All roots give the same share of what they could.
// Returns the flow that moved.
double SegmentSearch::shift(SegmentPair& pair, std::span<const std::uint32_t> roots) {
    const double difference = cost(pair.of_class, pair.steps[0]) - cost(pair.of_class, pair.steps[1]);
    const std::vector<Step>& from = pair.steps[difference > 0 ? 0 : 1];
    const std::vector<Step>& to = pair.steps[difference > 0 ? 1 : 0];
    const bool is_settled = std::abs(difference) <= settled_;
    pair.idle = is_settled ? 0 : pair.idle + 1;
    if (is_settled) return 0;
    could_.clear();
    double sum = 0;
    for (const std::uint32_t root : roots) sum += could_.emplace_back(least_flow(root, from));
    if (sum <= 0) return 0;
    const double moved = best_shift(from, to, std::abs(difference), sum);
    if (moved <= 0) return 0;
    pair.idle = 0;
    for (std::size_t i = 0; i < roots.size(); ++i) {
        if (could_[i] <= 0) continue;
        const std::span<double> flow = flows(roots[i]);
        const double part = moved == sum ? could_[i] : could_[i] * (moved / sum);
        for (const Step step : from) flow[step] = std::max(0.0, flow[step] - part);
        for (const Step step : to) flow[step] += part;
    }
    for (const Step step : from) add_load(step, -moved);
    for (const Step step : to) add_load(step, moved);
    return moved;
}

// Newton's step, or where that goes too far the root.
double SegmentSearch::best_shift(const std::vector<Step>& from, const std::vector<Step>& to, double difference,
                                 double most) {
    double slopes = 0;
    for (const std::vector<Step>* steps : {&from, &to}) {
        for (const Step step : *steps) {
            const ArcIndex arc = steps_.arc[step];
            if (arc < loads_.total.size()) slopes += problem_.slope(arc, loads_.total[arc]);
        }
    }
    const double newton = slopes > 0 ? std::min(difference / slopes, most) : most;
    // What the first segment costs less than the second after a shift.
    const auto after = [&](double moved) {
        double sum = -difference;
        for (const Step step : from) {
            const ArcIndex arc = steps_.arc[step];
            if (arc < loads_.total.size())
                sum += times_[arc] - problem_.time(arc, std::max(0.0, loads_.total[arc] - moved));
        }
        for (const Step step : to) {
            const ArcIndex arc = steps_.arc[step];
            if (arc < loads_.total.size()) sum += problem_.time(arc, loads_.total[arc] + moved) - times_[arc];
        }
        return sum;
    };
    constexpr double enough = 0.1;
    if (after(newton) <= enough * difference) return newton;
    return newton * root_in_unit([&](double part) { return after(part * newton); }, enough * difference);
}

}  // namespace

std::unique_ptr<EquilibriumSearch> segment_search(const EquilibriumProblem& problem) {
    return std::make_unique<SegmentSearch>(problem);
}

}  // namespace allways::query
