// SPDX-License-Identifier: Apache-2.0
#include "allways/result/network_factor.h"

#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/road_network.h"
#include "allways/result/next_hops.h"
#include "base/threads/blocks.h"
#include "result/factor_arrays.h"

namespace allways {

NetworkFactor::NetworkFactor() : arrays_(std::make_unique<Arrays>()) {}

NetworkFactor::NetworkFactor(const NetworkFactor& other)
    : node_ids(other.node_ids),
      scale(other.scale),
      chosen_type(other.chosen_type),
      arcs(other.arcs),
      coordinates(other.coordinates),
      crs(other.crs),
      no_through(other.no_through),
      provenance(other.provenance),
      arrays_(std::make_unique<Arrays>(*other.arrays_)) {}

NetworkFactor::NetworkFactor(NetworkFactor&& other) noexcept = default;
NetworkFactor& NetworkFactor::operator=(NetworkFactor&& other) noexcept = default;
NetworkFactor& NetworkFactor::operator=(const NetworkFactor& other) {
    return *this = NetworkFactor(other);
}
NetworkFactor::~NetworkFactor() = default;

std::size_t NetworkFactor::rank_count() const {
    return arrays_->parent.size();
}

std::size_t NetworkFactor::fill() const {
    return arrays_->up_depth.size();
}

std::uint32_t NetworkFactor::height() const {
    return arrays_->height;
}

int NetworkFactor::first_arc_bits() const {
    return arrays_->first_arc_bits;
}

std::uint64_t NetworkFactor::no_through_count() const {
    return arrays_->places.no_through_nodes;
}

std::vector<NodeIndex> NetworkFactor::elimination_order() const {
    return {arrays_->order.begin(), arrays_->order.end()};
}

std::vector<CostScale> NetworkFactor::kept_sums() const {
    std::vector<CostScale> scales;
    for (const FactorSums::Sums& field : arrays_->sums.fields) scales.push_back(field.scale);
    return scales;
}

std::uint64_t NetworkFactor::sums_bytes() const {
    return arrays_->sums.bytes();
}

std::uint64_t NetworkFactor::factor_bytes() const {
    const Arrays& arrays = *arrays_;
    return (arrays.order.size() + arrays.parent.size() + 2 * arrays.first_up.size() + arrays.up_depth.size()) *
               sizeof(std::uint32_t) +
           2 * fill() * allways::size_of(type());
}

namespace {

// Calls visit(array, the same array of the other) for the arrays of two factors that do not depend on their costs, or
// only a little.
template <class Factor, class Visit>
void visit_kept_arrays(NetworkFactor& factor, Factor& other, const Visit& visit) {
    visit(factor.coordinates, other.coordinates);
    visit(factor.no_through, other.no_through);
    visit(factor.arcs.first_out, other.arcs.first_out);
    visit(factor.arcs.head, other.arcs.head);
    visit(factor.arcs.reversed, other.arcs.reversed);
    visit(factor.arcs.states.node, other.arcs.states.node);
    visit(factor.arcs.states.first_step, other.arcs.states.first_step);
    visit(factor.arcs.states.next, other.arcs.states.next);
    auto& arrays = factor.arrays();
    auto& others = other.arrays();
    visit(arrays.order, others.order);
    visit(arrays.parent, others.parent);
    visit(arrays.first_up, others.first_up);
    visit(arrays.up_depth, others.up_depth);
    visit(arrays.places.rank_of, others.places.rank_of);
    visit(arrays.places.end_of, others.places.end_of);
    visit(arrays.places.first_access, others.places.first_access);
    visit(arrays.places.access_rank, others.places.access_rank);
}

}  // namespace

void share_attributes(NetworkFactor& factor) {
    factor.node_ids.share();
    factor.arcs.arc_ids.share();
    factor.arcs.shapes.share();
    for (TableColumn& column : factor.arcs.columns) column.values.share();
    for (TextColumn& column : factor.arcs.texts) column.share();
    visit_kept_arrays(factor, factor, [](auto& array, auto&) { array.share(); });
}

void share_equal_arrays(NetworkFactor& factor, const NetworkFactor& like) {
    visit_kept_arrays(factor, like, [](auto& array, const auto& other) {
        if (array == other) array = other;
    });
}

namespace {

void require(bool holds, const char* what) {
    if (!holds) throw DamagedContent(format("its {} are damaged; make the factor again", what));
}

// Returns true if `first` divides an array of `size` into `count` rows.
bool are_offsets(const SharedArray<std::uint64_t>& first, std::size_t count, std::size_t size) {
    return first.size() == count + 1 && first.front() == 0 && first.back() == size &&
           holds_for_each(count, [&](std::size_t i) { return first[i] <= first[i + 1]; });
}

// Returns true if every value is below `limit`, or is `exempt`.
template <class T>
bool are_below(const SharedArray<T>& values, std::size_t limit, T exempt) {
    return holds_for_each(values.size(), [&](std::size_t i) { return (values[i] < limit) | (values[i] == exempt); });
}
template <class T>
bool are_below(const SharedArray<T>& values, std::size_t limit) {
    return holds_for_each(values.size(), [&](std::size_t i) { return values[i] < limit; });
}

std::size_t size_of(const auto& array_of_some_type) {
    return std::visit([](const auto& values) { return values.size(); }, array_of_some_type);
}

bool are_different(std::span<const NodeIndex> members) {
    if (members.size() == 1) return true;
    std::vector<NodeIndex> sorted(members.begin(), members.end());
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end();
}

// The checks of one factor, in an order in which each may rely on the earlier ones.
class FactorChecks {
public:
    explicit FactorChecks(const NetworkFactor& factor)
        : factor_(factor),
          arcs_(factor.arcs),
          places_(factor.arrays().places),
          nodes_(factor.node_count()),
          states_(arcs_.states.empty() ? nodes_ : arcs_.states.size()),
          ranks_(factor.arrays().parent.size()) {}

    void run() const {
        check_arcs(arcs_, nodes_);
        check_nodes();
        check_attributes();
        check_tree();
        check_ranks();
        check_border();
        check_classes();
        check_sums();
    }

private:
    void check_nodes() const {
        require(factor_.coordinates.empty() || factor_.coordinates.size() == nodes_, "coordinates");
        require(factor_.no_through.empty() || (factor_.no_through.size() == nodes_ &&
                                               are_below(factor_.no_through, NoThrough::barrier + std::size_t{1})),
                "nodes");
        if (!factor_.node_ids.is_numeric()) return;
        const auto& ids = factor_.node_ids.numbers();
        const auto& order = factor_.node_ids.sorted();
        const auto number = [&](std::size_t i) { return static_cast<std::uint64_t>(ids[i]); };
        const auto follows = [&](std::size_t i) {
            if (order.empty()) return number(i) == number(0) + i;
            if (order[i] >= nodes_) return false;
            if (i == 0 || order[i - 1] >= nodes_) return i == 0;
            const std::uint32_t before = order[i - 1], now = order[i];
            return ids[before] < ids[now] || (ids[before] == ids[now] && before < now);
        };
        require((order.empty() || order.size() == nodes_) && holds_for_each(nodes_, follows), "node ids");
    }

    void check_attributes() const {
        const std::size_t m = arcs_.size();
        const auto fits = [&](std::size_t size) { return size == m; };
        require(fits(arcs_.arc_ids.size()) && (arcs_.reversed.empty() || fits(arcs_.reversed.size())), "arcs");
        for (const TableColumn& column : arcs_.columns) require(fits(column.values.size()), "columns");
        for (const TextColumn& column : arcs_.texts) {
            const auto is_there = [&](std::size_t i) {
                (void)column.distinct(static_cast<std::uint32_t>(i));  // throws if damaged
                return true;
            };
            require(fits(column.size()) && are_below(column.indexes(), column.distinct_count()) &&
                        holds_for_each(column.distinct_count(), is_there),
                    "texts");
        }
        const ArcShapes& shapes = arcs_.shapes;
        if (shapes.empty()) return;
        const auto is_line = [&](std::size_t shape) {
            return shapes.shape_points(static_cast<ArcShapes::ShapeIndex>(shape)).size() >= 2;
        };
        require(fits(shapes.arc_count()) &&
                    are_below(shapes.shapes_of_arcs(), shapes.shape_count(), ArcShapes::no_shape) &&
                    holds_for_each(shapes.shape_count(), is_line),
                "shapes");
    }

    void check_tree() const {
        const auto& parent = factor_.arrays().parent;
        const auto& first = factor_.arrays().first_up;
        const auto& up_depth = factor_.arrays().up_depth;
        const CostType type = factor_.type();
        require(type_of(factor_.arrays().up) == type && type_of(factor_.arrays().down) == type &&
                    size_of(factor_.arrays().up) == factor_.fill() &&
                    size_of(factor_.arrays().down) == factor_.fill() && factor_.arrays().first_arc_bits >= 0 &&
                    factor_.arrays().first_arc_bits < 30 &&
                    (type == CostType::int32 || factor_.arrays().first_arc_bits == 0),
                "cells");
        require(are_offsets(first, ranks_, factor_.fill()), "upper neighbours");
        const auto has_parent = [&](std::size_t v) {
            return parent[v] == NetworkFactor::Arrays::no_parent || (parent[v] > v && parent[v] < ranks_);
        };
        require(holds_for_each(ranks_, has_parent), "parents");
        std::vector<std::uint32_t> depth(ranks_, 0);
        std::uint32_t height = 0;
        for (std::size_t v = ranks_; v-- > 0;) {  // a parent is visited before its children
            if (parent[v] != NetworkFactor::Arrays::no_parent) depth[v] = depth[parent[v]] + 1;
            height = std::max(height, depth[v] + 1);
        }
        require(height == factor_.arrays().height, "depths");
        // Checks the parent first, then further ancestors.
        const auto are_ancestors = [&](std::size_t v) {
            if (first[v] == first[v + 1]) return parent[v] == NetworkFactor::Arrays::no_parent;
            std::uint32_t below = depth[v];
            if (up_depth[first[v]] + 1 != below) return false;
            for (std::uint64_t a = first[v]; a < first[v + 1]; ++a) {
                if (up_depth[a] >= below) return false;
                below = up_depth[a];
            }
            return true;
        };
        require(holds_for_each(ranks_, are_ancestors), "upper neighbours");
    }

    // Checks that ranks and the places of the core match: one to one, or several places to one class.
    void check_ranks() const {
        const auto& order = factor_.arrays().order;
        const auto& rank_of = places_.rank_of;
        const auto& first = places_.first_member;
        require(rank_of.size() >= states_ && rank_of.size() < no_node && are_below(order, states_), "places");
        require(first.empty() ? order.size() == ranks_ : are_offsets(first, ranks_, order.size()), "classes");
        const auto is_ordered = [&](std::size_t rank) {
            if (first.empty()) return rank_of[order[rank]] == rank;
            const auto members = part_of(order, first[rank], first[rank + 1]);
            const auto belongs = [&](NodeIndex place) { return rank_of[place] == rank; };
            return !members.empty() && std::ranges::all_of(members, belongs) && are_different(members);
        };
        require(holds_for_each(ranks_, is_ordered), "ranks");
        const auto in_core = std::ranges::count_if(rank_of, [&](std::uint32_t rank) { return rank < ranks_; });
        require(static_cast<std::size_t>(in_core) == order.size(), "ranks");
        if (arcs_.states.empty()) return require(places_.end_of.empty(), "ends");
        const auto is_end = [&](std::size_t node) {
            const NodeIndex end = places_.end_of[node];
            return end == node || (end >= states_ && end < rank_of.size());
        };
        require(places_.end_of.size() == nodes_ && holds_for_each(nodes_, is_end), "ends");
    }

    // Checks that places beyond the core have numbers of their own, and arcs that lead to them.
    void check_border() const {
        const auto& first = places_.first_access;
        require(!first.empty() && are_offsets(first, first.size() - 1, places_.access_rank.size()) &&
                    are_below(places_.access_rank, ranks_) &&
                    size_of(places_.access_cell) == places_.access_rank.size() &&
                    (places_.access_rank.empty() || type_of(places_.access_cell) == factor_.type()),
                "places beyond the core");
        std::vector<bool> taken(first.size() - 1, false);
        for (const std::uint32_t rank : places_.rank_of) {
            if (rank < ranks_) continue;
            const std::size_t number = rank - ranks_;
            require(number < taken.size() && !taken[number], "places beyond the core");
            taken[number] = true;
        }
        require(std::ranges::find(taken, false) == taken.end(), "places beyond the core");
        const std::size_t potentials = size_of(places_.tail_potential);
        require(
            (potentials == 0 || potentials == places_.rank_of.size()) && size_of(places_.head_potential) == potentials,
            "potentials");
    }

    void check_classes() const {
        const auto& first = places_.first_member;
        if (first.empty()) return;
        const auto& first_hop = places_.first_hop;
        require(are_offsets(first_hop, ranks_, places_.hops.size()), "classes");
        const auto has_hops = [&](std::size_t rank) {
            const std::uint64_t members = first[rank + 1] - first[rank];
            const std::uint64_t hops = first_hop[rank + 1] - first_hop[rank];
            if (members > FactorPlaces::most_members_with_hops && hops == 0) return true;
            return hops == (members > 1 ? members * members : 0);
        };
        require(holds_for_each(ranks_, has_hops), "classes");
    }

    void check_sums() const {
        const FactorSums& sums = factor_.arrays().sums;
        if (sums.fields.empty()) return;
        const std::size_t fill = factor_.fill();
        const std::size_t ends = places_.first_member.empty() ? 0 : 2 * fill;
        require(factor_.type() == CostType::int32 && sums.order.size() == fill && sums.via.size() == 2 * fill &&
                    sums.tail.size() == ends && sums.head.size() == ends && are_below(sums.tail, states_) &&
                    are_below(sums.head, states_),
                "sums");
        for (const FactorSums::Sums& field : sums.fields) {
            const TableColumn* column = arcs_.column(field.scale.name);
            require(field.up.size() == fill && field.down.size() == fill && column != nullptr, "sums");
        }
        const auto is_ordered = [&](std::size_t v) {
            const std::uint64_t ups = factor_.arrays().first_up[v + 1] - factor_.arrays().first_up[v];
            const auto order = part_of(sums.order, factor_.arrays().first_up[v], factor_.arrays().first_up[v + 1]);
            return std::ranges::all_of(order, [&](auto k) { return k < ups || k == FactorSums::no_more; });
        };
        const auto is_path = [&](std::size_t part) {
            const std::uint32_t via = sums.via[part];
            return via == FactorSums::no_path || (via & FactorSums::is_exit) != 0 || via < part / 2;
        };
        require(holds_for_each(ranks_, is_ordered) && holds_for_each(2 * fill, is_path), "sums");
    }

    const NetworkFactor& factor_;
    const TableArcs& arcs_;
    const FactorPlaces& places_;
    std::size_t nodes_;
    std::size_t states_;  // number of states; of nodes if there are no states
    std::size_t ranks_;
};

}  // namespace

void check_factor(const NetworkFactor& factor) {
    FactorChecks(factor).run();
}

// ---- the network stored in a solved table or a factor

ArcColumn column_of(const ArcCosts& costs) {
    const CostScale& scale = costs.scale;
    ArcColumn column{scale.name, scale.unit, {}, {}};
    std::visit(
        [&](const auto& values) {
            using T = typename std::remove_cvref_t<decltype(values)>::value_type;
            column.values.reserve(values.size());
            for (const T value : values) {
                if (!is_reachable(value))
                    column.values.push_back(Decimal::missing());
                else if constexpr (std::is_integral_v<T>)
                    column.values.emplace_back(value, scale.digits);
                else
                    column.values.push_back(Decimal::from_double(value));
            }
            if constexpr (std::is_integral_v<T>) column.resolution_digits = scale.digits;
        },
        costs.values);
    return column;
}

namespace {

RoadNetwork extract_network(const TableArcs& arcs, const CostScale& scale) {
    RoadNetwork network;
    network.tail = tails_of(arcs);
    network.head = arcs.head;
    network.arc_ids = arcs.arc_ids;
    network.reversed = arcs.reversed;
    for (const TableColumn& column : arcs.columns) network.columns.push_back(column.of_network());
    network.texts = arcs.texts;
    network.shapes = arcs.shapes;
    network.turns = arcs.turns;
    ArcColumn cost = column_of({scale, own(arcs.cost)});
    const auto same = std::ranges::find(network.columns, cost.name, &ArcColumn::name);
    if (same != network.columns.end())
        *same = std::move(cost);
    else
        network.columns.push_back(std::move(cost));
    return network;
}

}  // namespace

std::vector<NodeIndex> tails_of(const TableArcs& arcs) {
    check_arcs(arcs, arcs.first_out.empty() ? 0 : arcs.first_out.size() - 1);
    std::vector<NodeIndex> tails;
    tails.reserve(arcs.size());
    for (NodeIndex node = 0; node + 1 < arcs.first_out.size(); ++node) tails.resize(arcs.first_out[node + 1], node);
    return tails;
}

RoadNetwork extract_network(const DistanceTable& table) {
    if (table.arcs().first_out.empty()) {
        throw InvalidArgument("the table contains no network: it was solved without next hops, or from a matrix");
    }
    RoadNetwork network = extract_network(table.arcs(), table.scale());
    network.node_ids = table.node_ids();
    network.coordinates = table.coordinates();
    network.no_through = table.no_through();
    network.provenance.crs = table.crs();
    network.provenance.notes = table.provenance();
    return network;
}

RoadNetwork extract_network(const NetworkFactor& factor) {
    RoadNetwork network = extract_network(factor.arcs, factor.scale);
    network.node_ids = factor.node_ids;
    network.coordinates = std::vector(factor.coordinates.begin(), factor.coordinates.end());
    network.no_through = std::vector(factor.no_through.begin(), factor.no_through.end());
    const TurnStates& states = factor.arcs.states;
    std::vector<std::uint8_t> ordered(factor.node_count(), 0);
    // A node takes the position of its last state, so that a separator's node with one state inside a piece still comes
    // after the piece.
    for (std::size_t i = factor.arrays().order.size(); i-- > 0;) {
        const NodeIndex state = factor.arrays().order[i];
        if (state >= (states.empty() ? ordered.size() : states.size())) {
            throw DamagedContent("its order is damaged: a node out of range");
        }
        const NodeIndex node = states.empty() ? state : states.node[state];
        if (!std::exchange(ordered[node], 1)) network.elimination_order.push_back(node);
    }
    std::ranges::reverse(network.elimination_order);
    network.provenance.crs = factor.crs;
    network.provenance.notes = factor.provenance;
    return network;
}

}  // namespace allways
