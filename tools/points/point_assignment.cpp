// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_assignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/points/standard_input.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "base/text.h"

namespace allways {

// ---- trips

namespace {

constexpr std::array<std::string_view, 4> usual_trip_columns{"trips", "volume", "demand", "flow"};

std::vector<double> trips_of(const CostMatrix& matrix) {
    const CostView cells = with_cost_type(matrix.type(), [&]<class T>() -> CostView { return matrix.values<T>(); });
    std::vector<double> trips = natural_numbers(cells, NaturalScale(matrix.scale(), ""));
    const std::size_t n = matrix.node_count();
    for (std::size_t i = 0; i < n; ++i) trips[i * n + i] = 0;  // a matrix leaves its diagonal open
    return trips;
}

// The ids of both sides as a list of pairs that names each of them.
PairList all_ids(const IdTable& rows, const IdTable& columns) {
    PairList list;
    const std::size_t count = rows.size() == 0 || columns.size() == 0 ? 0 : std::max(rows.size(), columns.size());
    for (std::size_t i = 0; i < count; ++i) {
        list.pairs.push_back({rows.text(static_cast<std::uint32_t>(std::min(i, rows.size() - 1))),
                              columns.text(static_cast<std::uint32_t>(std::min(i, columns.size() - 1))), 0});
    }
    return list;
}

// `numbers`: of each cell; +inf or NaN: none.
PairLists trips_between(const IdTable& rows, const IdTable& columns, std::span<const double> numbers,
                        const std::string& file, const PointSides* points) {
    PairLists found = pair_lists(all_ids(rows, columns), file, points);
    const auto named = std::exchange(found.pairs, {});
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        for (std::uint32_t column = 0; column < columns.size(); ++column) {
            const double trips = numbers[std::size_t{row} * columns.size() + column];
            if (trips < 0) {
                throw InputError(file, 0,
                                 format("expected trips from 0, found {} from {} to {}", trips, rows.text(row),
                                        columns.text(column)));
            }
            if (!(trips > 0) || !std::isfinite(trips)) continue;
            found.pairs.emplace_back(named[row].first, named[column].second);
            found.trips.push_back(trips);
        }
    }
    return found;
}

}  // namespace

std::optional<std::size_t> trip_column(const std::vector<std::string>& names, const std::string& field,
                                       const LogCallback& log) {
    if (!field.empty()) {
        const auto found = std::ranges::find(names, field);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
        throw InvalidArgument(format("`trips`: the pairs have no column '{}'; they have: {}", field,
                                     names.empty() ? "none but their ends" : joined(names)));
    }
    for (const std::string_view usual : usual_trip_columns) {
        const auto found = std::ranges::find_if(names, [&](const auto& name) { return lower_case(name) == usual; });
        if (found == names.end()) continue;
        allways::log(log, LogLevel::info, format("the numbers of trips are those of the column '{}'", *found));
        return static_cast<std::size_t>(found - names.begin());
    }
    allways::log(log, LogLevel::info, "every pair is one trip; `trips` names a column with their numbers");
    return std::nullopt;
}

PairLists read_trip_pairs(const std::string& path, const std::string& field, const PointOptions& options,
                          const PointSides* points, const LogCallback& log) {
    PairList list = read_pairs(path, options);
    const std::string file = tools::source_name(path);
    std::vector<double> trips;
    const std::optional<std::size_t> column = trip_column(list.columns.names, field, log);
    for (std::size_t pair = 0; pair < list.pairs.size(); ++pair) {
        if (!column) {
            trips.push_back(1);
            continue;
        }
        const std::string& text = list.columns.values[pair][*column];
        const std::optional<double> number = parse_real(trimmed(text));
        if (!number || *number < 0) {
            throw InputError(file, list.pairs[pair].line,
                             format("expected trips, a number from 0, in column '{}', found '{}'{}",
                                    list.columns.names[*column], shortened(text), comma_hint(text)));
        }
        trips.push_back(*number);
    }
    PairLists found = pair_lists(std::move(list), file, points);
    found.trips = std::move(trips);
    return found;
}

PairLists trips_in(const Input& matrix, const std::string& file, const PointSides* points) {
    return std::visit(
        [&]<class Content>(const Content& content) -> PairLists {
            if constexpr (std::is_same_v<Content, RoadNetwork> || std::is_same_v<Content, NetworkFactor>) {
                throw InputError(file, 0, "expected a matrix of trips, found a network; give a list of trips as pairs");
            } else if constexpr (std::is_same_v<Content, CostMatrix>) {
                return trips_between(content.node_ids(), content.node_ids(), trips_of(content), file, points);
            } else {
                const TableCells cells = cells_of(content);
                const auto trips = natural_numbers(cells.distances, NaturalScale(cells.scale, ""));
                return trips_between(cells.rows, cells.columns, trips, file, points);
            }
        },
        matrix);
}

// ---- loads

using namespace tools;

namespace {

// All arcs with one of these ids.
std::vector<ArcIndex> arcs_named(const std::vector<std::string>& names, const RoadNetwork& network,
                                 const std::string& file) {
    const IdTable& ids = network.arc_ids;
    std::vector<ArcIndex> arcs;
    for (const std::string& name : names) {
        const auto first = ids.find(name);
        if (!first) throw InputError(file, 0, format("no arc has the id '{}'", name));
        for (ArcIndex arc = *first; arc < ids.size(); ++arc) {
            const bool same = ids.is_numeric() ? ids.numbers()[arc] == ids.numbers()[*first]
                                               : ids.texts()[arc] == ids.texts()[*first];
            if (same) arcs.push_back(arc);
        }
    }
    return arcs;
}

}  // namespace

PointAssignment assign_point_trips(const RoadNetwork& network, const PointAssignmentRequest& request) {
    PointAssignment found;
    const PairLists& lists = request.pairs;
    PlacedSides placed =
        place_sides(network, &lists.origins, lists.destinations, request.solve, request.snap, request.name);
    std::vector<NodeTrips> trips;
    for (std::size_t pair = 0; pair < lists.pairs.size(); ++pair) {
        const auto [from, to] = lists.pairs[pair];
        trips.push_back({placed.origins.nodes[from], placed.destinations.nodes[to], lists.trips[pair]});
    }
    const std::vector<ArcIndex> select = arcs_named(request.select, placed.on(network), request.name);
    found.loads = assign_trips(placed.on(network), {trips, select}, request.solve);
    found.points = std::move(placed.points);
    found.unsnapped = std::move(placed.unsnapped);
    return found;
}

void write_loads(const RoadNetwork& network, const PointAssignment& found, const FeatureOutput& output,
                 FeatureLayers layers) {
    const Assignment& loads = found.loads;
    NetworkColumns columns{"load", {{"load", loads.node_loads}}, {{"load", loads.arc_loads}}, network.node_count()};
    write_network_columns(found.on(network), columns, output, layers);
}

}  // namespace allways
