#include "allways/query/isochrone.h"

#include <algorithm>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "query/nearest.h"

namespace allways {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check(const RoadNetwork& network, const ArcCosts& costs, std::span<const NodeIndex> starts, double limit) {
    const std::size_t count = std::visit([](const auto& values) { return values.size(); }, costs.values);
    if (count != network.arc_count()) {
        throw InvalidArgument(format("expected {} costs, one per arc, found {}", network.arc_count(), count));
    }
    if (!(limit >= 0)) throw InvalidArgument(format("expected a limit of 0 or more, found {}", limit));
    for (const NodeIndex start : starts) {
        if (start < network.node_count()) continue;
        throw InvalidArgument(format("node index {} is outside a network of {} nodes", start, network.node_count()));
    }
    std::visit(
        [&](const auto& values) {
            const auto negative = std::ranges::find_if(values, [](auto cost) { return cost < 0; });
            if (negative == values.end()) return;
            throw InvalidArgument(format("arc {} has a negative {}; isochrones need costs of 0 or more",
                                         network.arc_ids.text(static_cast<ArcIndex>(negative - values.begin())),
                                         costs.scale.name));
        },
        costs.values);
}

}  // namespace

Isochrone::Isochrone(const RoadNetwork& network, const ArcCosts& costs, std::span<const NodeIndex> starts, double limit,
                     IsochroneDirection direction, const ProgressCallback& progress)
    : network_(network), costs_(costs), limit_(limit), direction_(direction) {
    check(network, costs, starts, limit);
    is_start_.assign(network.node_count(), 0);
    for (const NodeIndex start : starts) is_start_[start] = 1;
    const bool forward = direction == IsochroneDirection::from_starts;
    const AdjacencyArray grouped = build_adjacency(network.node_count(), forward ? network.tail : network.head);
    distance_ = query::distances_from_nearest(
        {grouped, forward ? network.head : network.tail, costs.values, network.no_through}, starts, limit, progress);
}

// The share of an arc reached within `limit`, given the distance of its near end.
double Isochrone::share(double near_distance, double cost, double limit) const {
    if (limit < near_distance) return 0;
    return cost <= limit - near_distance ? 1 : (limit - near_distance) / cost;
}

std::vector<ReachedPart> Isochrone::parts(double above, double limit) const {
    const bool forward = direction_ == IsochroneDirection::from_starts;
    std::vector<ReachedPart> found;
    for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
        const NodeIndex near = forward ? network_.tail[arc] : network_.head[arc];
        const bool has_extent = network_.tail[arc] != network_.head[arc] || network_.shapes.has_shape(arc);
        if (distance_[near] > limit || !has_extent) continue;
        if (network_.is_no_through(near) && !is_start_[near]) continue;
        const double cost = std::visit(
            [&](const auto& values) { return is_reachable(values[arc]) ? static_cast<double>(values[arc]) : infinity; },
            costs_.values);
        if (cost == infinity) continue;
        const double from = share(distance_[near], cost, above);
        const double to = share(distance_[near], cost, limit);
        if (from >= to) continue;
        found.push_back(forward ? ReachedPart{arc, from, to} : ReachedPart{arc, 1 - to, 1 - from});
    }
    return found;
}

}  // namespace allways
