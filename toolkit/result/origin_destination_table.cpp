// SPDX-License-Identifier: Apache-2.0
#include "allways/result/origin_destination_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

OriginDestinationTable::OriginDestinationTable(CellNumbers distances, CostScale scale, IdTable origin_ids,
                                               IdTable destination_ids)
    : distances_(std::move(distances)),
      scale_(std::move(scale)),
      origin_ids_(std::move(origin_ids)),
      destination_ids_(std::move(destination_ids)) {
    if (distances_.size() != origin_count() * destination_count()) {
        throw InvalidArgument(format("a table from {} origins to {} destinations needs {} distances, found {}",
                                     origin_count(), destination_count(), origin_count() * destination_count(),
                                     distances_.size()));
    }
}

OriginDestinationTable OriginDestinationTable::with_cells(CellNumbers distances, CostScale scale,
                                                          std::vector<Skim> skims) const {
    OriginDestinationTable made(std::move(distances), std::move(scale), origin_ids_, destination_ids_);
    for (Skim& skim : skims) made.add_skim(std::move(skim));
    made.set_places(origin_places_, destination_places_, crs_);
    made.set_snap_distances(snap_distances_);
    made.set_provenance(provenance_);
    return made;
}

double OriginDestinationTable::distance(std::size_t origin, std::size_t destination) const {
    const std::size_t cell = origin * destination_count() + destination;
    return natural_value(distances_.raw(cell), scale_);
}

double OriginDestinationTable::skim(std::string_view name, std::size_t origin, std::size_t destination) const {
    return find_skim(skims_, name).value(origin * destination_count() + destination);
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
        distances());
}

void OriginDestinationTable::add_skim(Skim skim) {
    append_skim(skims_, std::move(skim), scale_, std::uint64_t{origin_count()} * destination_count());
}

void OriginDestinationTable::set_ids(IdTable of_origins, IdTable of_destinations) {
    if (of_origins.size() != origin_count() || of_destinations.size() != destination_count()) {
        throw InvalidArgument(format("expected ids of {} origins and {} destinations, found {} and {}", origin_count(),
                                     destination_count(), of_origins.size(), of_destinations.size()));
    }
    origin_ids_ = std::move(of_origins);
    destination_ids_ = std::move(of_destinations);
}

void OriginDestinationTable::set_places(std::vector<Coordinate> of_origins, std::vector<Coordinate> of_destinations,
                                        std::string crs) {
    const bool none = of_origins.empty() && of_destinations.empty();
    if (!none && (of_origins.size() != origin_count() || of_destinations.size() != destination_count())) {
        throw InvalidArgument(format("expected places of {} origins and {} destinations, found {} and {}",
                                     origin_count(), destination_count(), of_origins.size(), of_destinations.size()));
    }
    origin_places_ = std::move(of_origins);
    destination_places_ = std::move(of_destinations);
    crs_ = std::move(crs);
}

void OriginDestinationTable::set_snap_distances(SnapDistances distances) {
    const bool fits =
        distances.origins.size() == origin_count() && distances.destinations.size() == destination_count();
    if (!distances.empty() && !fits) {
        throw InvalidArgument(format("expected distances from roads of {} origins and {} destinations, found {} and {}",
                                     origin_count(), destination_count(), distances.origins.size(),
                                     distances.destinations.size()));
    }
    snap_distances_ = std::move(distances);
}

namespace {

// Returns the cells of these rows and columns, from row-major cells of n columns.
CellNumbers picked(const CellNumbers& cells, std::size_t n, std::span<const NodeIndex> rows,
                   std::span<const NodeIndex> columns) {
    return with_cost_type(cells.type(), [&]<class T>() {
        std::vector<T> some;
        some.reserve(rows.size() * columns.size());
        for (const NodeIndex row : rows) {
            for (const NodeIndex column : columns) {
                some.push_back(cells.part<T>(std::size_t{row} * n + column, 1).front());
            }
        }
        return CellNumbers(std::move(some));
    });
}

template <class T>
std::vector<T> picked(const std::vector<T>& all, std::span<const NodeIndex> nodes) {
    std::vector<T> some;
    if (all.empty()) return some;
    some.reserve(nodes.size());
    for (const NodeIndex node : nodes) some.push_back(all[node]);
    return some;
}

void require_inside(std::span<const std::uint32_t> some, std::size_t count, const char* what) {
    const auto outside = std::ranges::find_if(some, [&](std::uint32_t index) { return index >= count; });
    if (outside != some.end())
        throw InvalidArgument(format("{} index {} is outside a table of {}", what, *outside, count));
}

// The rows or the columns of a table, and those to select.
struct ChosenAxis {
    const IdTable& ids;
    const std::vector<Coordinate>& places;
    std::span<const std::uint32_t> wanted;
};

// `table` covers all pairs or origins × destinations.
template <class Table>
OriginDestinationTable selection(const Table& table, const ChosenAxis& origins, const ChosenAxis& destinations) {
    const auto rows = origins.wanted;
    const auto columns = destinations.wanted;
    require_inside(rows, origins.ids.size(), "origin");
    require_inside(columns, destinations.ids.size(), "destination");
    const std::size_t width = destinations.ids.size();
    OriginDestinationTable selected(picked(table.cells(), width, rows, columns), table.scale(),
                                    origins.ids.selection(rows), destinations.ids.selection(columns));
    for (const Skim& skim : table.skims()) selected.add_skim({skim.scale, picked(skim.values, width, rows, columns)});
    selected.set_places(picked(origins.places, rows), picked(destinations.places, columns), table.crs());
    selected.set_provenance(table.provenance());
    return selected;
}

}  // namespace

OriginDestinationTable sub_table(const DistanceTable& table, std::span<const NodeIndex> origins,
                                 std::span<const NodeIndex> destinations) {
    return selection(table, {table.node_ids(), table.coordinates(), origins},
                     {table.node_ids(), table.coordinates(), destinations});
}

OriginDestinationTable sub_table(const OriginDestinationTable& table, std::span<const std::uint32_t> origins,
                                 std::span<const std::uint32_t> destinations) {
    OriginDestinationTable selected = selection(table, {table.origin_ids(), table.origin_places(), origins},
                                                {table.destination_ids(), table.destination_places(), destinations});
    const SnapDistances& snapped = table.snap_distances();
    selected.set_snap_distances(
        {picked(snapped.origins, origins), picked(snapped.destinations, destinations), snapped.in_metres});
    return selected;
}

}  // namespace allways
