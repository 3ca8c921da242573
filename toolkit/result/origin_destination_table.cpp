#include "allways/result/origin_destination_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

OriginDestinationTable::OriginDestinationTable(CostVector distances, CostScale scale, IdTable origin_ids,
                                               IdTable destination_ids)
    : distances_(std::move(distances)),
      scale_(std::move(scale)),
      origin_ids_(std::move(origin_ids)),
      destination_ids_(std::move(destination_ids)) {
    const std::size_t values = std::visit([](const auto& all) { return all.size(); }, distances_);
    if (values != origin_count() * destination_count()) {
        throw InvalidArgument(format("a table from {} origins to {} destinations needs {} distances, found {}",
                                     origin_count(), destination_count(), origin_count() * destination_count(),
                                     values));
    }
}

double OriginDestinationTable::distance(std::size_t origin, std::size_t destination) const {
    return std::visit(
        [&](const auto& all) {  // divided, which rounds once
            const auto value = all[origin * destination_count() + destination];
            return allways::is_reachable(value) ? static_cast<double>(value) / std::pow(10.0, scale_.digits)
                                                : std::numeric_limits<double>::infinity();
        },
        distances_);
}

bool OriginDestinationTable::is_reachable(std::size_t origin, std::size_t destination) const {
    return std::isfinite(distance(origin, destination));
}

std::uint64_t OriginDestinationTable::unreachable_pairs() const {
    return std::visit(
        [](const auto& all) {
            return static_cast<std::uint64_t>(
                std::ranges::count_if(all, [](auto value) { return !allways::is_reachable(value); }));
        },
        distances_);
}

OriginDestinationTable sub_table(const DistanceTable& table, std::span<const NodeIndex> origins,
                                 std::span<const NodeIndex> destinations) {
    const std::size_t n = table.node_count();
    for (const auto& nodes : {origins, destinations}) {
        const auto outside = std::ranges::find_if(nodes, [&](NodeIndex node) { return node >= n; });
        if (outside != nodes.end()) {
            throw InvalidArgument(format("node index {} is outside a table of {} nodes", *outside, n));
        }
    }
    return with_cost_type(table.type(), [&]<class T>() {
        const std::span<const T> values = table.values<T>();
        std::vector<T> cells;
        cells.reserve(origins.size() * destinations.size());
        for (const NodeIndex from : origins) {
            for (const NodeIndex to : destinations) cells.push_back(values[std::size_t{from} * n + to]);
        }
        OriginDestinationTable selected(std::move(cells), table.scale(), table.node_ids().selection(origins),
                                        table.node_ids().selection(destinations));
        selected.set_provenance(table.provenance());
        return selected;
    });
}

}  // namespace allways
