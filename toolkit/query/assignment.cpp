// SPDX-License-Identifier: Apache-2.0
// Trips → groups by destination → distances to each destination → the tree of its paths → loads.
#include "allways/query/assignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "allways/engine/table_stream.h"
#include "base/threads/steady_sums.h"
#include "cost/expanded_network.h"
#include "engine/stream/factor_table.h"
#include "query/flow_selection.h"
#include "query/path_finder.h"
#include "query/search_graph.h"
#include "query/trip_groups.h"

namespace allways {

using namespace query;

namespace {

// ---- the trips to one destination, summed down the tree of its paths

// The data that all destinations share. Borrows all.
struct LoadedNetwork {
    const cost::ExpandedNetwork& expanded;
    const ArcSets& sets;

    // The arc of the road network that a step of the expanded network takes.
    ArcIndex road_arc(NodeIndex state, ArcIndex step) const {
        const AdjacencyArray& roads = expanded.road_adjacency();
        return roads.arcs[roads.first_out[expanded.node_of(state)] + (step - expanded.adjacency().first_out[state])];
    }
};

// Sums over destinations, one after the other. `Tree` answers for one destination:
//   ArcIndex next(state)       the step that the path takes there, a position in the expanded network's adjacency array
//   NodeIndex head(step)
//   double raw_distance(node)  +inf if there is no path
class TreeLoads {
public:
    explicit TreeLoads(const LoadedNetwork& network);

    // `trips`: all to `to`, none from there.
    template <class Tree>
    void add(NodeIndex to, std::span<const NodeTrips> trips, const Tree& tree) {
        order_.clear();
        for (const NodeTrips& some : trips) {
            if (tree.raw_distance(some.from) < infinity) walk(some.from, to, tree);
        }
        mark_passes(to);
        for (const NodeTrips& some : trips) start(some, tree.raw_distance(some.from));
        sum_down(to);
    }

    const Assignment& sums() const { return sums_; }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // Appends the states between `from` and the first known one, the nearest to the destination first.
    template <class Tree>
    void walk(NodeIndex from, NodeIndex to, const Tree& tree) {
        const std::size_t begin = order_.size();
        for (NodeIndex state = from; !is_known(state) && network_.expanded.node_of(state) != to;) {
            known_[state] = 1;
            const ArcIndex step = tree.next(state);
            head_[state] = tree.head(step);
            arc_[state] = network_.road_arc(state, step);
            order_.push_back(state);
            state = head_[state];
        }
        std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(begin), order_.end());
    }
    bool is_known(NodeIndex state) const { return known_[state] != 0; }
    void mark_passes(NodeIndex to);
    void start(const NodeTrips& some, double raw_distance);
    void sum_down(NodeIndex to);

    LoadedNetwork network_;
    Assignment sums_;
    // By state of the expanded network.
    std::vector<std::uint8_t> known_;   // on a path to the present destination
    std::vector<std::uint8_t> passes_;  // the sets of which the path from here takes an arc
    std::vector<NodeIndex> head_;
    std::vector<ArcIndex> arc_;  // of the road network
    std::vector<double> trips_;
    std::vector<NodeIndex> order_;  // known states; each one's next state, unless it is an end, comes before it
};

TreeLoads::TreeLoads(const LoadedNetwork& network) : network_(network) {
    const std::size_t states = network.expanded.network().node_count();
    sums_.arc_loads.assign(network.expanded.roads().arc_count(), 0);
    sums_.node_loads.assign(network.expanded.node_count(), 0);
    known_.assign(states, 0);
    passes_.assign(network.sets.of.empty() ? 0 : states, 0);
    head_.resize(states);
    arc_.resize(states);
    trips_.assign(states, 0);
}

void TreeLoads::mark_passes(NodeIndex to) {
    if (passes_.empty()) return;
    for (const NodeIndex state : order_) {
        const bool ends = network_.expanded.node_of(head_[state]) == to;
        passes_[state] = static_cast<std::uint8_t>(network_.sets.of[arc_[state]] | (ends ? 0 : passes_[head_[state]]));
    }
}

void TreeLoads::start(const NodeTrips& some, double raw_distance) {
    if (!(raw_distance < infinity)) {
        sums_.unreachable += some.trips;
    } else if (!passes_.empty() && passes_[some.from] != network_.sets.all) {
        sums_.unselected += some.trips;
    } else {
        sums_.loaded += some.trips;
        sums_.raw_cost += some.trips * raw_distance;
        trips_[some.from] += some.trips;
        if (!passes_.empty()) sums_.selected.push_back(some);
    }
}

void TreeLoads::sum_down(NodeIndex to) {
    double arriving = 0;
    for (std::size_t at = order_.size(); at-- > 0;) {
        const NodeIndex state = order_[at];
        const double trips = trips_[state];
        trips_[state] = 0;
        known_[state] = 0;
        sums_.arc_loads[arc_[state]] += trips;
        sums_.node_loads[network_.expanded.node_of(state)] += trips;
        (network_.expanded.node_of(head_[state]) == to ? arriving : trips_[head_[state]]) += trips;
    }
    sums_.node_loads[to] += arriving;
}

// ---- all destinations

void add_loads(const Assignment& part, Assignment& made) {
    for (std::size_t i = 0; i < made.arc_loads.size(); ++i) made.arc_loads[i] += part.arc_loads[i];
    for (std::size_t i = 0; i < made.node_loads.size(); ++i) made.node_loads[i] += part.node_loads[i];
    made.loaded += part.loaded;
    made.unreachable += part.unreachable;
    made.unselected += part.unselected;
    made.raw_cost += part.raw_cost;
    made.selected.insert(made.selected.end(), part.selected.begin(), part.selected.end());
}

// The same nodes with every arc turned round, and the cost alone: rows of its table are distances to a node.
RoadNetwork turned_round(const RoadNetwork& network, const std::string& cost_field) {
    RoadNetwork made;
    made.node_ids = network.node_ids;
    made.arc_ids = network.arc_ids;
    made.no_through = network.no_through;
    made.elimination_order = network.elimination_order;
    made.tail = network.head;
    made.head = network.tail;
    made.columns = {cost_column(network, cost_field)};
    made.provenance = network.provenance;
    return made;
}

// Follows the rule of next hops through the distances to one node.
struct RuleTree {
    const SearchGraph<std::int64_t>& graph;
    const HopRule& rule;
    const std::int32_t* row;  // raw distances to `end`
    NodeIndex end;

    std::int64_t distance(NodeIndex state) const {
        return is_reachable(row[state]) ? graph.reduced(row[state], state, end)
                                        : SearchGraph<std::int64_t>::unreachable;
    }
    ArcIndex next(NodeIndex state) const {
        return rule.next(state, end, [&](NodeIndex other) { return distance(other); });
    }
    NodeIndex head(ArcIndex step) const { return graph.arcs.head[step]; }
    double raw_distance(NodeIndex node) const { return raw_value(row[node]); }
};

void load_exactly(const LoadedNetwork& network, const ArcCosts& costs, const TripGroups& groups,
                  const SolveOptions& options, SteadySums<TreeLoads>& shares) {
    const RoadNetwork& expanded = network.expanded.network();
    const auto graph = build_search_graph<std::int64_t>(expanded, costs);
    const HopRule rule(graph);
    SolveOptions sweeping = options;
    sweeping.cost = costs.scale.name;
    sweeping.cost_type = CostType::int32;
    sweeping.skims.clear();
    sweeping.log = {};  // what the costs are is logged already
    const NetworkFactor factor = factorize(turned_round(expanded, costs.scale.name), sweeping);
    std::vector<NodeIndex> ends;
    for (const NodeIndex node : groups.to) ends.push_back(network.expanded.ends()[node]);
    std::vector<NodeIndex> all(expanded.node_count());
    for (NodeIndex node = 0; node < all.size(); ++node) all[node] = node;
    const auto take = [&](const TableBand& band) {
        const std::int32_t* const cells = std::get<std::vector<std::int32_t>>(band.distances).data();
        shares.add(band.rows, [&](TreeLoads& loads, std::size_t i) {
            const std::uint32_t group = band.rows[i];
            loads.add(groups.to[group], groups.of(group), RuleTree{graph, rule, cells + i * all.size(), ends[group]});
        });
    };
    TableStream(factor, ends, all, sweeping).run(take);
}

// The tree of a search from one node against the arcs.
struct SearchedTree {
    const SearchGraph<double>& graph;
    SearchTree<double> tree;
    NodeIndex end;

    ArcIndex next(NodeIndex state) const { return tree.arc[state]; }
    NodeIndex head(ArcIndex step) const { return graph.arcs.head[step]; }
    double raw_distance(NodeIndex node) const {
        const double reduced = tree.distance[node];
        return reduced == SearchGraph<double>::unreachable ? reduced : graph.restored(reduced, node, end);
    }
};

void load_in_floats(const LoadedNetwork& network, const ArcCosts& costs, const TripGroups& groups,
                    const SolveOptions& options, SteadySums<TreeLoads>& shares) {
    const auto graph = build_search_graph<double>(network.expanded.network(), costs);
    constexpr std::uint32_t at_once = 256;
    for (std::uint32_t first = 0; first < groups.to.size(); first += at_once) {
        report(options.progress, "solve", first, groups.to.size());
        std::vector<std::uint32_t> rows;
        for (std::uint32_t i = first; i < std::min<std::size_t>(first + at_once, groups.to.size()); ++i)
            rows.push_back(i);
        shares.add(rows, [&](TreeLoads& loads, std::size_t i) {
            const NodeIndex to = groups.to[rows[i]];
            const NodeIndex end = network.expanded.ends()[to];
            loads.add(to, groups.of(rows[i]), SearchedTree{graph, search(graph, end, Direction::to_root), end});
        });
    }
}

}  // namespace

query::TripGroups::TripGroups(const RoadNetwork& network, std::span<const NodeTrips> all) {
    for (const NodeTrips& some : all) {
        engine::check_indexes(network.node_count(), std::array{some.from, some.to});
        if (!(some.trips >= 0) || !std::isfinite(some.trips)) {
            throw InvalidArgument(format("`trips`: expected numbers from 0, found {} from {} to {}", some.trips,
                                         network.node_ids.text(some.from), network.node_ids.text(some.to)));
        }
        requested += some.trips;
        if (some.from == some.to) within_nodes += some.trips;
        if (some.from != some.to && some.trips > 0) trips.push_back(some);
    }
    std::ranges::stable_sort(trips, {}, &NodeTrips::to);
    for (std::size_t i = 0; i < trips.size(); ++i) {
        if (i > 0 && trips[i].to == trips[i - 1].to) continue;
        to.push_back(trips[i].to);
        first.push_back(i);
    }
    first.push_back(trips.size());
}

Assignment query::load_trips(const RoadNetwork& network, const TripGroups& groups, const ArcSets& sets,
                             const SolveOptions& options) {
    const cost::ExpandedNetwork expanded(network, options.cost);
    const ArcCosts costs = expanded.costs({options.cost, options.cost_type}, options.log);
    const LoadedNetwork loaded{expanded, sets};

    Assignment made;
    made.arc_loads.assign(network.arc_count(), 0);
    made.node_loads.assign(network.node_count(), 0);
    made.scale = costs.scale;
    made.cost_type = costs.type();
    made.requested = groups.requested;
    made.within_nodes = groups.within_nodes;
    SteadySums<TreeLoads> shares(expanded.network().node_count() + network.arc_count(), groups.to.size(),
                                 [&] { return std::make_unique<TreeLoads>(loaded); });
    costs.type() == CostType::int32 ? load_exactly(loaded, costs, groups, options, shares)
                                    : load_in_floats(loaded, costs, groups, options, shares);
    for (const auto& share : shares.shares()) add_loads(share->sums(), made);
    std::ranges::sort(made.selected, {},
                      [](const NodeTrips& some) { return std::tuple(some.from, some.to, some.trips); });
    return made;
}

Assignment assign_trips(const RoadNetwork& network, const AssignmentRequest& request, const SolveOptions& options) {
    const TripGroups groups(network, request.trips);
    return load_trips(network, groups, ArcSets(request.select, network.arc_count()), options);
}

}  // namespace allways
