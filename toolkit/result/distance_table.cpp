#include "allways/result/distance_table.h"

#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

void require_index(NodeIndex node, std::size_t node_count) {
    if (node >= node_count) {
        throw InvalidArgument(format("node index {} is outside a table of {} nodes", node, node_count));
    }
}

}  // namespace

TableArcs table_arcs(std::span<const std::size_t> first_out, std::span<const ArcIndex> order,
                     std::span<const NodeIndex> head, const CostVector& cost, const IdTable& arc_ids,
                     std::span<const std::uint8_t> reversed) {
    const auto in_order = [&](const auto& values) {
        std::vector<typename std::remove_cvref_t<decltype(values)>::value_type> ordered;
        ordered.reserve(order.size());
        for (const ArcIndex arc : order) ordered.push_back(values[arc]);
        return ordered;
    };
    TableArcs arcs;
    arcs.first_out.assign(first_out.begin(), first_out.end());
    arcs.head.reserve(order.size());
    for (const ArcIndex arc : order) {
        arcs.head.push_back(head[arc]);
        if (!reversed.empty()) arcs.reversed.push_back(reversed[arc]);
    }
    std::visit([&](const auto& values) { arcs.cost = in_order(values); }, cost);
    arcs.arc_ids = arc_ids.is_numeric() ? IdTable(in_order(arc_ids.numbers())) : IdTable(in_order(arc_ids.texts()));
    return arcs;
}

DistanceTable::DistanceTable(CostVector distances, std::size_t node_count, CostScale scale, IdTable node_ids)
    : node_count_(node_count),
      distances_(std::move(distances)),
      scale_(std::move(scale)),
      node_ids_(std::move(node_ids)) {
    const std::size_t values = std::visit([](const auto& all) { return all.size(); }, distances_);
    if (values != node_count * node_count || node_ids_.size() != node_count) {
        throw InvalidArgument(format("a table of {} nodes needs {} distances and {} ids, found {} and {}", node_count,
                                     node_count * node_count, node_count, values, node_ids_.size()));
    }
}

double DistanceTable::raw_distance(NodeIndex from, NodeIndex to) const {
    return std::visit(
        [&](const auto& all) {
            const auto value = all[from * node_count_ + to];
            return allways::is_reachable(value) ? static_cast<double>(value) : std::numeric_limits<double>::infinity();
        },
        distances_);
}

// Division by a power of ten rounds once; multiplication by its inverse would round twice.
double DistanceTable::distance(NodeIndex from, NodeIndex to) const {
    return raw_distance(from, to) / std::pow(10.0, scale_.digits);
}

bool DistanceTable::is_reachable(NodeIndex from, NodeIndex to) const {
    return std::isfinite(raw_distance(from, to));
}

Path DistanceTable::path(NodeIndex from, NodeIndex to) const {
    require_index(from, node_count_);
    require_index(to, node_count_);
    if (!next_hops_) {
        throw InvalidArgument("this table was solved without next hops; solve it again with them to ask for paths");
    }
    Path path{from, to, is_reachable(from, to), raw_distance(from, to), {}};
    if (!path.reachable) return path;

    const bool by_arc = next_hops_->kind() == NextHops::Kind::arc_ordinal;
    for (NodeIndex node = from; node != to;) {
        const std::uint32_t hop = next_hops_->at(node, to);
        PathLeg leg{node, hop, no_arc_position, 0};
        const std::size_t steps = by_arc ? arcs_.first_out[node + 1] - arcs_.first_out[node] : node_count_;
        // Only a damaged file gets here: hops of a solved table are trees.
        if (hop >= steps || path.legs.size() >= node_count_) {
            throw Error(format("the next hops from node {} to node {} do not lead there; the table is damaged",
                               node_ids_.text(from), node_ids_.text(to)));
        }
        if (by_arc) {
            leg.arc = arcs_.first_out[node] + hop;
            leg.to = arcs_.head[leg.arc];
            leg.cost = std::visit([&](const auto& cost) { return static_cast<double>(cost[leg.arc]); }, arcs_.cost);
        } else {
            leg.cost = raw_distance(node, hop);  // an arc on a shortest path is itself a shortest path
        }
        path.legs.push_back(leg);
        node = leg.to;
    }
    return path;
}

void DistanceTable::set_next_hops(NextHops hops, TableArcs arcs) {
    if (hops.node_count() != node_count_) {
        throw InvalidArgument(format("next hops of {} nodes do not fit a table of {}", hops.node_count(), node_count_));
    }
    if (hops.kind() == NextHops::Kind::arc_ordinal) {
        const std::size_t m = arcs.head.size();
        const std::size_t costs = std::visit([](const auto& cost) { return cost.size(); }, arcs.cost);
        if (arcs.first_out.size() != node_count_ + 1 || arcs.first_out.back() != m || costs != m ||
            arcs.arc_ids.size() != m || (!arcs.reversed.empty() && arcs.reversed.size() != m)) {
            throw InvalidArgument(format("the arcs behind next hops of {} nodes are incomplete", node_count_));
        }
    }
    next_hops_ = std::move(hops);
    arcs_ = std::move(arcs);
}

void DistanceTable::set_coordinates(std::vector<double> xy, std::string crs) {
    if (!xy.empty() && xy.size() != 2 * node_count_) {
        throw InvalidArgument(
            format("{} nodes need {} coordinates, found {}", node_count_, 2 * node_count_, xy.size()));
    }
    coordinates_ = std::move(xy);
    crs_ = std::move(crs);
}

}  // namespace allways
