// SPDX-License-Identifier: Apache-2.0
#include "allways/query/departure_search.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/cost_updates.h"
#include "base/counted.h"
#include "base/threads/large_vector.h"
#include "base/threads/work_meter.h"
#include "cost/hour_profiles.h"
#include "network/heap_search.h"
#include "network/turns/build_turn_states.h"
#include "network/turns/state_network.h"
#include "result/skim_walk.h"

namespace allways {

namespace {

using cost::HourProfiles;
using cost::Moment;
using result::SkimField;

// The arrival at each state, and the way to it.
struct Journeys {
    std::vector<std::int64_t> arrival;
    std::vector<NodeIndex> before;  // the state before
    std::vector<ArcIndex> arc;      // the arc from there, by position

    explicit Journeys(std::size_t states)
        : arrival(states, HourProfiles::never), before(states, no_node), arc(states, no_arc) {}
};

std::int64_t second_of_cycle(const HourlyDeparture& departure) {
    const auto hours = static_cast<int>(departure.columns.size());
    if (hours != hours_of_a_day && hours != hours_of_a_week) {
        throw InvalidArgument(
            format("`depart` needs travel times of the {} hours of a day or the {} hours of a week, not of {}",
                   hours_of_a_day, hours_of_a_week, counted(departure.columns.size(), "hour")));
    }
    if (hours == hours_of_a_day) return departure.at.second;
    if (departure.at.form == ClockTime::Form::time_of_day) {
        throw InvalidArgument(format(
            "`depart`: these are costs of the hours of a week, so the time needs a day, as in 'Mon {}', found '{}'",
            clock_text(departure.at), clock_text(departure.at)));
    }
    return std::int64_t{departure.at.weekday()} * 86'400 + departure.at.second;
}

}  // namespace

struct DepartureSearch::State {
    // From a state: an arc, and the state at its end.
    struct Step {
        NodeIndex next;
        ArcIndex position;  // of the arc among the out-arcs of all nodes
    };

    CostScale scale;
    IdTable node_ids;
    TableArcs arcs;
    HourProfiles profiles;
    std::int64_t begin = 0;          // raw time of the departure
    std::size_t states = 0;          // of drives; those of starts are the nodes
    std::vector<NodeIndex> node_of;  // by state; empty: nodes are the only states
    std::vector<std::size_t> first_step{0};
    std::vector<Step> steps;
    std::vector<std::int64_t> prices;  // empty, or by step
    std::vector<std::uint8_t> no_through;

    State(const RoadNetwork& network, const AdjacencyArray& adjacency, const HourlyDeparture& departure,
          const LogCallback& log)
        : node_ids(network.node_ids),
          profiles(network, adjacency, departure.columns, log),
          no_through(network.no_through) {
        scale = {departure.cost, "s", profiles.digits()};
        begin = second_of_cycle(departure) * profiles.raw_second();
        std::vector<std::int32_t> shortest(adjacency.arcs.size());
        ArcColumn of_arcs{"shortest time", "s", std::vector<Decimal>(shortest.size(), Decimal::missing()), {}};
        for (std::size_t position = 0; position < shortest.size(); ++position) {
            shortest[position] = profiles.shortest(position);
            if (is_reachable(shortest[position]))
                of_arcs.values[adjacency.arcs[position]] = Decimal(shortest[position], scale.digits);
        }
        TurnStates turns;
        if (!network.turns.empty()) {
            turns = network::build_turn_states(network, adjacency, of_arcs, available_host_bytes(),
                                               network::ListedWaysBack::all);
        }
        add_steps(network, adjacency, shortest, turns);
        std::vector<std::int32_t> costs(shortest.size());
        for (std::size_t position = 0; position < costs.size(); ++position)
            costs[adjacency.arcs[position]] = shortest[position];
        arcs = table_arcs(network, adjacency, CostVector(std::move(costs)));
        std::erase_if(arcs.columns, [&](const TableColumn& column) {
            return std::ranges::find(departure.columns, column.name) != departure.columns.end();
        });
    }

    void add_steps(const RoadNetwork& network, const AdjacencyArray& adjacency,
                   const std::vector<std::int32_t>& shortest, const TurnStates& turns) {
        states = turns.empty() ? network.node_count() : turns.size();
        if (!turns.empty()) node_of.assign(turns.node.begin(), turns.node.end());
        const Unit& second = *find_unit("s");
        for (NodeIndex state = 0; state < states; ++state) {
            const NodeIndex node = node_at(state);
            const std::size_t first = adjacency.first_out[node];
            const std::size_t count = adjacency.first_out[node + 1] - first;
            for (std::size_t i = 0; i < count; ++i) {
                const NodeIndex head = network.head[adjacency.arcs[first + i]];
                const NodeIndex next = turns.empty() ? head : turns.steps(state)[i];
                if (next == no_node || head == node || !is_reachable(shortest[first + i])) continue;
                steps.push_back({next, static_cast<ArcIndex>(first + i)});
                if (turns.seconds.empty()) continue;
                const Decimal price = network::in_unit(turns.seconds[turns.first_step[state] + i], second);
                prices.push_back(price.rounded_fixed_point(scale.digits).value_or(0));
            }
            first_step.push_back(steps.size());
        }
    }

    std::size_t node_count() const { return node_ids.size(); }
    NodeIndex node_at(NodeIndex state) const { return node_of.empty() ? state : node_of[state]; }
    void check(NodeIndex node) const {
        if (node < node_count()) return;
        throw InvalidArgument(format("node index {} is outside a network of {} nodes", node, node_count()));
    }

    // Dijkstra on times of arrival. Calls settle(state, time), in order of time, for the earliest arrival at each
    // state; it returns false to stop.
    template <class Settle>
    void search(NodeIndex from, std::int64_t at, Journeys& journeys, const Settle& settle) const {
        journeys.arrival[from] = at;
        network::heap_search<std::int64_t>(
            journeys.arrival, std::span(&from, 1),
            [&](NodeIndex state, std::int64_t time) {
                if (!settle(state, time)) return network::Settled::stop;
                const bool ends = state != from && !no_through.empty() && no_through[node_at(state)] != 0;
                return ends ? network::Settled::skip_arcs : network::Settled::relax_arcs;
            },
            [&](NodeIndex state, const auto& relax) {
                const std::int64_t time = journeys.arrival[state];
                const Moment now = profiles.moment(time);
                for (std::size_t i = first_step[state]; i < first_step[state + 1]; ++i) {
                    const bool is_priced = !prices.empty() && prices[i] != 0;
                    const Moment entry = is_priced ? profiles.moment(time + prices[i]) : now;
                    const std::int64_t end = profiles.arrival(steps[i].position, entry);
                    if (end == HourProfiles::never || !relax(steps[i].next, end - time)) continue;
                    journeys.before[steps[i].next] = state;
                    journeys.arc[steps[i].next] = steps[i].position;
                }
            });
    }
};

namespace {

// One row of a table: the durations from an origin, and sums of fields along its paths.
class JourneyRow {
public:
    JourneyRow(std::size_t states, std::size_t nodes, std::span<const SkimField> fields)
        : journeys(states), fields_(fields), state_of_node_(nodes, no_node), sums_(states * fields.size(), 0) {}

    // In the order of arrival. Returns true if the state is the first one of its node.
    bool settle(NodeIndex state, NodeIndex node) {
        const NodeIndex before = journeys.before[state];
        for (std::size_t f = 0; before != no_node && f < fields_.size(); ++f) {
            sums_[state * fields_.size() + f] =
                result::added(sums_[before * fields_.size() + f], fields_[f].values[journeys.arc[state]]);
        }
        if (state_of_node_[node] != no_node) return false;
        state_of_node_[node] = state;
        return true;
    }

    bool reaches(NodeIndex node) const { return state_of_node_[node] != no_node; }
    std::int64_t arrival(NodeIndex node) const { return journeys.arrival[state_of_node_[node]]; }
    std::span<const std::int64_t> sums(NodeIndex node) const {
        if (!reaches(node)) return {};
        return {sums_.data() + state_of_node_[node] * fields_.size(), fields_.size()};
    }

    Journeys journeys;

private:
    std::span<const SkimField> fields_;
    std::vector<NodeIndex> state_of_node_;
    std::vector<std::int64_t> sums_;  // by state, then field
};

std::int32_t cell_of(const JourneyRow& row, NodeIndex node, std::int64_t begin, const CostScale& scale) {
    if (!row.reaches(node)) return unreachable_cost<std::int32_t>;
    const std::int64_t duration = row.arrival(node) - begin;
    if (duration < unreachable_cost<std::int32_t>) return static_cast<std::int32_t>(duration);
    throw InvalidArgument(format("a duration of {} s does not fit int32 with {} decimals",
                                 fixed_point_text(duration, scale.digits), scale.digits));
}

std::vector<SkimField> fields_of(const TableArcs& arcs, std::span<const std::string> skims, const CostScale& scale) {
    if (skims.empty()) return {};
    std::vector<ArcColumn> columns;
    for (const TableColumn& column : arcs.columns) columns.push_back(column.of_network());
    result::check_skim_names(columns, skims, scale);
    return result::skim_fields(columns, skims);
}

}  // namespace

DepartureSearch::DepartureSearch(const RoadNetwork& network, const HourlyDeparture& departure, const LogCallback& log)
    : state_(std::make_unique<const State>(network, build_adjacency(network.node_count(), network.tail), departure,
                                           log)) {}

DepartureSearch::~DepartureSearch() = default;
DepartureSearch::DepartureSearch(DepartureSearch&&) noexcept = default;
DepartureSearch& DepartureSearch::operator=(DepartureSearch&&) noexcept = default;

const CostScale& DepartureSearch::scale() const {
    return state_->scale;
}

const TableArcs& DepartureSearch::arcs() const {
    return state_->arcs;
}

std::uint64_t DepartureSearch::turn_states() const {
    return state_->states - state_->node_count();
}

Path DepartureSearch::path(NodeIndex from, NodeIndex to, std::int64_t raw_elapsed) const {
    state_->check(from);
    state_->check(to);
    Path path{from, to, from == to, 0, {}};
    if (from == to) return path;
    const std::int64_t begin = state_->begin + raw_elapsed;
    Journeys journeys(state_->states);
    NodeIndex end = no_node;
    state_->search(from, begin, journeys, [&](NodeIndex state, std::int64_t) {
        if (state_->node_at(state) == to) end = state;
        return end == no_node;
    });
    path.reachable = end != no_node;
    if (!path.reachable) {
        path.raw_distance = std::numeric_limits<double>::infinity();
        return path;
    }
    path.raw_distance = static_cast<double>(journeys.arrival[end] - begin);
    for (NodeIndex state = end; state != from; state = journeys.before[state]) {
        const NodeIndex before = journeys.before[state];
        path.legs.push_back({state_->node_at(before), state_->node_at(state), journeys.arc[state],
                             static_cast<double>(journeys.arrival[state] - journeys.arrival[before])});
    }
    std::ranges::reverse(path.legs);
    return path;
}

OriginDestinationTable DepartureSearch::table(std::span<const NodeIndex> origins,
                                              std::span<const NodeIndex> destinations,
                                              std::span<const std::int64_t> raw_elapsed,
                                              std::span<const std::string> skims,
                                              const ProgressCallback& progress) const {
    const State& known = *state_;
    for (const NodeIndex node : origins) known.check(node);
    std::vector<std::uint8_t> is_wanted(known.node_count(), 0);
    std::size_t wanted = 0;
    for (const NodeIndex node : destinations) {
        known.check(node);
        wanted += std::exchange(is_wanted[node], 1) == 0 ? 1 : 0;
    }
    const std::vector<SkimField> fields = fields_of(known.arcs, skims, known.scale);

    const std::uint64_t cells = std::uint64_t{origins.size()} * destinations.size();
    auto durations = large_vector<std::int32_t>(cells);
    std::vector<Skim> sums;
    for (const bool whole : {true, false}) {
        result::SkimCells skim_cells(fields, cells, whole);
        std::atomic<bool> fits = true;
        WorkMeter meter(progress, "solve", cells);
        const auto row_of = [&](std::size_t i) {
            if (!fits) return;
            JourneyRow row(known.states, known.node_count(), fields);
            const std::int64_t begin = known.begin + (raw_elapsed.empty() ? 0 : raw_elapsed[i]);
            std::size_t missing = wanted;
            known.search(origins[i], begin, row.journeys, [&](NodeIndex state, std::int64_t) {
                const NodeIndex node = known.node_at(state);
                if (row.settle(state, node) && is_wanted[node] != 0) --missing;
                return missing > 0;
            });
            for (std::size_t j = 0; j < destinations.size(); ++j) {
                const std::uint64_t cell = i * destinations.size() + j;
                durations[cell] = cell_of(row, destinations[j], begin, known.scale);
                if (!skim_cells.put(cell, row.sums(destinations[j]))) fits = false;
            }
            meter.add(destinations.size());
        };
        meter.run(origins.size(), row_of, hardware_threads());
        if (!fits) continue;  // some sum needs float64
        sums = std::move(skim_cells).finish();
        break;
    }
    OriginDestinationTable table(std::move(durations), known.scale, known.node_ids.selection(origins),
                                 known.node_ids.selection(destinations));
    for (Skim& skim : sums) table.add_skim(std::move(skim));
    return table;
}

}  // namespace allways
