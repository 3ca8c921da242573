// SPDX-License-Identifier: Apache-2.0
#include "allways/result/distance_table.h"

#include <algorithm>
#include <cmath>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/blocks.h"
#include "result/expanded_arcs.h"

namespace allways {

TableArcs::TableArcs() = default;
TableArcs::TableArcs(const TableArcs&) = default;
TableArcs::TableArcs(TableArcs&&) noexcept = default;
TableArcs& TableArcs::operator=(const TableArcs&) = default;
TableArcs& TableArcs::operator=(TableArcs&&) noexcept = default;
TableArcs::~TableArcs() = default;

DistanceTable::DistanceTable() = default;
DistanceTable::DistanceTable(const DistanceTable&) = default;
DistanceTable::DistanceTable(DistanceTable&&) noexcept = default;
DistanceTable& DistanceTable::operator=(const DistanceTable&) = default;
DistanceTable& DistanceTable::operator=(DistanceTable&&) noexcept = default;
DistanceTable::~DistanceTable() = default;

namespace {

void require_index(NodeIndex node, std::size_t node_count) {
    if (node >= node_count) {
        throw InvalidArgument(format("node index {} is outside a table of {} nodes", node, node_count));
    }
}

void require_one_a_node(std::size_t found, std::size_t node_count, std::string_view what) {
    if (found == 0 || found == node_count) return;
    throw InvalidArgument(format("expected {} {}, one per node, found {}", node_count, what, found));
}

// Finds a column by name; returns null if there is no such column.
template <class Column>
const Column* find_column(const std::vector<Column>& columns, std::string_view name) {
    for (const Column& column : columns) {
        if constexpr (requires { column.name(); }) {
            if (column.name() == name) return &column;
        } else {
            if (column.name == name) return &column;
        }
    }
    return nullptr;
}

}  // namespace

const TableColumn* TableArcs::column(std::string_view name) const {
    return find_column(columns, name);
}

const TextColumn* TableArcs::text(std::string_view name) const {
    return find_column(texts, name);
}

void check_arcs(const TableArcs& arcs, std::size_t node_count) {
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw DamagedContent(format("its arcs are damaged: {}", what));
    };
    const auto are_costs = [](const CostArray& costs, std::size_t count) {
        return std::visit(
            [&]<class T>(const SharedArray<T>& values) {
                const auto is_cost = [&](std::size_t i) {
                    return (values[i] > -unreachable_cost<T>)&(values[i] <= unreachable_cost<T>);  // false for NaN
                };
                return values.size() == count && holds_for_each(count, is_cost);
            },
            costs);
    };
    const std::size_t m = arcs.size();
    const auto& first = arcs.first_out;
    if (first.empty() && m == 0) return;  // these are the arcs of a matrix
    require(first.size() == node_count + 1 && first.front() == 0 && first.back() == m &&
                holds_for_each(node_count, [&](std::size_t node) { return first[node] <= first[node + 1]; }),
            "offsets out of range");
    require(holds_for_each(m, [&](std::size_t arc) { return arcs.head[arc] < node_count; }), "heads out of range");
    require(are_costs(arcs.cost, m), "costs out of range");
    const TurnStates& states = arcs.states;
    if (states.empty()) return;
    require(states.size() >= node_count && states.first_step.size() == states.size() + 1 &&
                states.first_step.front() == 0 && states.first_step.back() == states.next.size(),
            "too few states");
    const auto is_state = [&](std::size_t state) {
        const NodeIndex node = states.node[state];
        return node < node_count && (state >= node_count || node == state) &&
               states.first_step[state + 1] == states.first_step[state] + first[node + 1] - first[node];
    };
    require(holds_for_each(states.size(), is_state), "states of other nodes");
    const auto leads_on = [&](std::size_t state) {
        const auto steps = states.steps(state);
        const NodeIndex* head = arcs.head.data() + first[states.node[state]];
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i] == no_node) continue;
            if (steps[i] >= states.size() || states.node[steps[i]] != head[i]) return false;
        }
        return true;
    };
    require(holds_for_each(states.size(), leads_on), "a step to a state of another node");
    require(std::visit([](const auto& costs) { return costs.empty(); }, arcs.step_cost) ||
                (arcs.step_cost.index() == arcs.cost.index() && are_costs(arcs.step_cost, states.next.size())),
            "costs of steps out of range");
}

TableArcs result::table_arcs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostVector& cost,
                             OnlyColumns only, WorkMeter& meter) {
    const auto& order = adjacency.arcs;
    const auto in_order = [&]<class Values>(const Values& values) {
        using Value = std::remove_cvref_t<decltype(values[0])>;
        if (values.empty()) return std::vector<Value>();
        return made_vector<Value>(order.size(), meter, [&](std::size_t i) { return values[order[i]]; });
    };
    TableArcs arcs;
    arcs.first_out = made_vector<std::uint64_t>(adjacency.first_out.size(), meter,
                                                [&](std::size_t i) { return adjacency.first_out[i]; });
    arcs.head = in_order(network.head);
    std::visit([&](const auto& values) { arcs.cost = SharedArray(in_order(values)); }, cost);
    for (const ArcColumn& column : network.columns) {
        if (only != nullptr && std::ranges::find(*only, column.name) == only->end()) continue;
        arcs.columns.push_back({column.name, column.unit, in_order(column.values), column.resolution_digits});
    }
    if (only != nullptr) return arcs;
    arcs.reversed = in_order(network.reversed);
    const IdTable& ids = network.arc_ids;
    arcs.arc_ids = ids.is_numeric() ? IdTable(in_order(ids.numbers())) : IdTable(in_order(ids.texts()));
    run_alone(order.size(), meter, [&] {
        for (const TextColumn& column : network.texts) {
            meter.check();
            arcs.texts.push_back(column.in_order(order));
        }
        meter.check();
        arcs.shapes = network.shapes.in_order(order);
    });
    arcs.turns = network.turns;
    if (!arcs.turns.empty()) {
        std::vector<ArcIndex> position(order.size());
        for (std::size_t at = 0; at < order.size(); ++at) position[order[at]] = static_cast<ArcIndex>(at);
        for (ArcIndex& arc : arcs.turns.arcs) arc = position[arc];
        for (TurnRules::Cost& price : arcs.turns.costs)
            price = {position[price.from], position[price.to], price.seconds};
        arcs.turns.destination_only = in_order(network.turns.destination_only);
    }
    return arcs;
}

TableArcs table_arcs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostVector& cost) {
    WorkMeter unmetered;
    return result::table_arcs(network, adjacency, cost, nullptr, unmetered);
}

std::uint64_t TableArcs::bytes() const {
    const std::uint64_t id_bytes = arc_ids.is_numeric() ? sizeof(std::int64_t) : sizeof(std::string);
    std::uint64_t by_arc = sizeof(NodeIndex) + size_of(type_of(cost)) + id_bytes + (reversed.empty() ? 0 : 1) +
                           columns.size() * sizeof(Decimal) + texts.size() * sizeof(std::uint32_t);
    if (!shapes.empty()) by_arc += sizeof(ArcShapes::ShapeIndex) + 1;
    return first_out.size() * sizeof(std::uint64_t) + size() * by_arc;
}

double TableArcs::cost_of_step(std::size_t state, std::uint32_t ordinal) const {
    const auto at = [](const CostArray& costs, std::size_t i) {
        return std::visit([i](const auto& all) { return static_cast<double>(all[i]); }, costs);
    };
    const bool by_step = std::visit([](const auto& all) { return !all.empty(); }, step_cost);
    if (by_step) return at(step_cost, states.first_step[state] + ordinal);
    return at(cost, first_out[states.empty() ? state : states.node[state]] + ordinal);
}

DistanceTable::DistanceTable(CellNumbers distances, std::size_t node_count, CostScale scale, IdTable node_ids)
    : node_count_(node_count),
      distances_(std::move(distances)),
      scale_(std::move(scale)),
      node_ids_(std::move(node_ids)) {
    if (distances_.size() != node_count * node_count || node_ids_.size() != node_count) {
        throw InvalidArgument(format("a table of {} nodes needs {} distances and {} ids, found {} and {}", node_count,
                                     node_count * node_count, node_count, distances_.size(), node_ids_.size()));
    }
}

double DistanceTable::raw_distance(NodeIndex from, NodeIndex to) const {
    return distances_.raw(from * node_count_ + to);
}

double DistanceTable::distance(NodeIndex from, NodeIndex to) const {
    return natural_value(raw_distance(from, to), scale_);
}

double DistanceTable::skim(std::string_view name, NodeIndex from, NodeIndex to) const {
    return find_skim(skims_, name).value(from * node_count_ + to);
}

bool DistanceTable::is_reachable(NodeIndex from, NodeIndex to) const {
    return std::isfinite(raw_distance(from, to));
}

Path DistanceTable::path(NodeIndex from, NodeIndex to) const {
    require_index(from, node_count_);
    require_index(to, node_count_);
    if (!next_hops_) {
        throw InvalidArgument("this table was solved without next hops; solve again with next hops to get paths");
    }
    Path path{from, to, is_reachable(from, to), raw_distance(from, to), {}};
    if (!path.reachable) return path;

    const bool by_arc = next_hops_->kind() == NextHops::Kind::arc_ordinal;
    NodeIndex state = from;
    for (NodeIndex node = from; node != to;) {
        const std::uint32_t hop = next_hops_->at(state, to);
        PathLeg leg{node, hop, no_arc_position, 0};
        const std::size_t steps = by_arc ? arcs_.first_out[node + 1] - arcs_.first_out[node] : node_count_;
        // Only a damaged file gets here: next hops of a solved table form trees.
        if (hop >= steps || path.legs.size() >= next_hops_->row_count()) {
            throw DamagedContent(format("the next hops from node {} to node {} do not reach it; the table is damaged",
                                        node_ids_.text(from), node_ids_.text(to)));
        }
        if (by_arc) {
            leg.arc = arcs_.first_out[node] + hop;
            leg.to = arcs_.head[leg.arc];
            leg.raw_cost = arcs_.cost_of_step(state, hop);
            state = arcs_.states.empty() ? leg.to : arcs_.states.steps(state)[hop];
            if (state == no_node) {
                throw DamagedContent(
                    format("the next hops from node {} to node {} take a forbidden turn; the table is "
                           "damaged",
                           node_ids_.text(from), node_ids_.text(to)));
            }
        } else {
            state = hop;
            leg.raw_cost = raw_distance(node, hop);  // an arc on a shortest path is itself a shortest path
        }
        path.legs.push_back(leg);
        node = leg.to;
    }
    return path;
}

void DistanceTable::set_next_hops(NextHops hops, TableArcs arcs) {
    const std::size_t rows = arcs.states.empty() ? node_count_ : arcs.states.size();
    if (hops.node_count() != node_count_ || hops.row_count() != rows) {
        throw InvalidArgument(format("next hops of {} states and {} nodes do not fit a table of {} and {}",
                                     hops.row_count(), hops.node_count(), rows, node_count_));
    }
    if (hops.kind() == NextHops::Kind::arc_ordinal) {
        const std::size_t m = arcs.head.size();
        const std::size_t costs = std::visit([](const auto& cost) { return cost.size(); }, arcs.cost);
        if (arcs.first_out.size() != node_count_ + 1 || arcs.first_out.back() != m || costs != m ||
            arcs.arc_ids.size() != m || (!arcs.reversed.empty() && arcs.reversed.size() != m) ||
            (!arcs.shapes.empty() && arcs.shapes.arc_count() != m) ||
            std::ranges::any_of(arcs.columns, [&](const TableColumn& column) { return column.values.size() != m; }) ||
            std::ranges::any_of(arcs.texts, [&](const TextColumn& column) { return column.size() != m; })) {
            throw InvalidArgument(format("the arcs behind next hops of {} nodes are incomplete", node_count_));
        }
    }
    next_hops_ = std::move(hops);
    arcs_ = std::move(arcs);
}

void DistanceTable::set_coordinates(std::vector<Coordinate> coordinates, std::string crs) {
    require_one_a_node(coordinates.size(), node_count_, "coordinates");
    coordinates_ = std::move(coordinates);
    crs_ = std::move(crs);
}

void DistanceTable::set_no_through(std::vector<std::uint8_t> no_through) {
    require_one_a_node(no_through.size(), node_count_, "no-through marks");
    no_through_ = std::move(no_through);
}

void DistanceTable::add_skim(Skim skim) {
    append_skim(skims_, std::move(skim), scale_, std::uint64_t{node_count_} * node_count_);
}

// ---- provenance

TableProvenance made_by(TableProvenance own, const TableProvenance& notes) {
    for (auto& [key, text] : own) {
        if (key == "device" && (text.starts_with("host (") || text.starts_with("reference ("))) {
            // Bytes of files must not depend on threads and instructions, as results do not.
            text.resize(text.find(" ("));
        }
    }
    own.insert(own.begin(), {"program", format("allways {}", version())});
    const auto has = [](const TableProvenance& in, const std::string& key) {
        return std::ranges::find(in, key, &TableProvenance::value_type::first) != in.end();
    };
    TableProvenance all = own;
    for (const auto& [key, text] : notes) {
        const std::string apart = has(own, key) ? "network_" + key : key;
        const bool told_by_notes = apart != key && has(notes, apart);  // for a factor: the source of its network
        if (!told_by_notes && !has(all, apart)) all.emplace_back(apart, text);
    }
    return all;
}

std::string attribution_in(const TableProvenance& notes) {
    const auto found = std::ranges::find(notes, "attribution", &TableProvenance::value_type::first);
    return found == notes.end() ? "" : found->second;
}

}  // namespace allways
