// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_table.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/solve_between.h"
#include "allways/points/hour_options.h"
#include "allways/points/snapped_points.h"
#include "allways/query/departure_search.h"
#include "allways/result/natural_scale.h"
#include "allways/result/network_factor.h"
#include "allways/result/table_cells.h"
#include "base/counted.h"
#include "cost/fixed_cost.h"
#include "engine/plan/limits.h"
#include "network/named_column.h"
#include "points/zones.h"

namespace allways {

namespace {

// Adds the costs of access at both ends to the table, but not from a position to itself.
OriginDestinationTable with_access(const OriginDestinationTable& table, const TableSide& origins,
                                   const std::vector<double>& row_costs, const TableSide& destinations,
                                   const std::vector<double>& column_costs) {
    const auto are_one_position = [&](std::size_t row, std::size_t column) {
        return !std::isnan(origins.distances[row]) && !std::isnan(destinations.distances[column]) &&
               origins.places[row] == destinations.places[column];
    };
    CellNumbers cells = with_cost_type(table.type(), [&]<class T>() {
        const std::span<const T> known = table.values<T>();
        std::vector<T> sums(known.begin(), known.end());
        for (std::size_t cell = 0; cell < sums.size(); ++cell) {
            const std::size_t row = cell / column_costs.size();
            const std::size_t column = cell % column_costs.size();
            if (!is_reachable(sums[cell]) || are_one_position(row, column)) continue;
            const double sum = static_cast<double>(sums[cell]) + row_costs[row] + column_costs[column];
            if (sum >= static_cast<double>(unreachable_cost<T>))
                throw InvalidArgument("distances with access times do not fit `cost_type` int32; use float64");
            sums[cell] = static_cast<T>(sum);
        }
        return CellNumbers(std::move(sums));
    });
    return table.with_cells(std::move(cells), table.scale(), table.skims());
}

class Finder {
public:
    explicit Finder(const TableRequest& request) : request_(request) {}

    FoundTable operator()(const RoadNetwork& network) const {
        const CostOptions cost{request_.costs.empty() ? request_.solve.cost : request_.costs.front(),
                               request_.solve.cost_type};
        check_costs(network);
        if (request_.depart)
            check_unit({request_.hourly->name, "s", 0});
        else if (request_.hourly != nullptr)
            check_unit({request_.hourly->name, request_.hourly->columns.front().unit, 0});
        else
            check_unit(build_arc_costs(network, cost).scale);
        return of_network(network, cost);
    }

    // Solves the whole matrix: any two of its nodes may be connected.
    FoundTable operator()(const CostMatrix& matrix) const {
        refuse_positions(matrix.node_ids(), matrix.node_ids(), "a matrix has no coordinates");
        check_unit(matrix.scale());
        const TableSide origins = rows(matrix.node_ids());  // unknown ids are reported before the work
        const TableSide destinations = columns(matrix.node_ids());
        check(outline_of(matrix), {}, origins, destinations, false);
        SolveOptions options = request_.solve;
        options.next_hops = false;
        Solution solution = solve_with_report(matrix, options);
        return {part_of(solution.value, solution.value.node_ids(), solution.value.node_ids()),
                std::move(solution.report),
                {}};
    }

    FoundTable operator()(const DistanceTable& table) const {
        check_unit(table.scale());
        const bool cells_do = !have_positions(table.node_ids(), table.node_ids()) && request_.solve.skims.empty();
        if (cells_do) return {part_of(table, table.node_ids(), table.node_ids()), {}, {}};
        return of_network_in(table, table.scale());
    }

    FoundTable operator()(const OriginDestinationTable& table) const {
        refuse_positions(table.origin_ids(), table.destination_ids(),
                         "a table of origins and destinations has no roads to snap points to");
        if (!request_.solve.skims.empty()) {
            throw InvalidArgument(
                "`skims` sums a field of arcs, but a table of origins and destinations has no arcs; the skims that it "
                "has are kept");
        }
        check_unit(table.scale());
        return {part_of(table, table.origin_ids(), table.destination_ids()), {}, {}};
    }

    FoundTable operator()(const NetworkFactor& factor) const {
        check_unit(factor.scale);
        if (!have_positions(factor.node_ids, factor.node_ids)) return between_nodes(factor);
        return of_network_in(factor, factor.scale);
    }

private:
    void check(FieldOutline distances, std::vector<FieldOutline> skims, const TableSide& origins,
               const TableSide& destinations, bool places) const {
        const bool snapped = !origins.distances.empty();
        if (!request_.check) return;
        const bool one_list = are_one_list(origins.ids, destinations.ids, origins.places, destinations.places);
        const tools::Zones rows(request_.origins, origins.kept);
        const tools::Zones columns(request_.columns(), destinations.kept);
        if (!rows.are_points() || !columns.are_points()) {  // means are no integers
            distances.is_whole = [](const std::string&, bool) { return false; };
            for (FieldOutline& skim : skims) skim.is_whole = distances.is_whole;
        }
        const IdTable row_ids = rows.ids(origins.ids);
        const IdTable column_ids = columns.ids(destinations.ids);
        request_.check({std::move(distances), std::move(skims), row_ids, column_ids, one_list, places, snapped});
    }

    void check_unit(const CostScale& scale) const { NaturalScale(scale, request_.unit); }

    bool have_positions(const IdTable& of_rows, const IdTable& of_columns) const {
        return has_positions(request_.origins, of_rows) || has_positions(request_.columns(), of_columns);
    }

    void refuse_positions(const IdTable& of_rows, const IdTable& of_columns, const char* why) const {
        if (!have_positions(of_rows, of_columns)) return;
        throw InputError(request_.name, 0, format("{}; use node ids", why));
    }

    TableSide rows(const IdTable& ids) const { return side_at_nodes(request_.origins, ids, request_.name); }
    TableSide columns(const IdTable& ids) const { return side_at_nodes(request_.columns(), ids, request_.name); }

    FoundTable of_network(const RoadNetwork& network, const CostOptions& cost) const {
        if (have_positions(network.node_ids, network.node_ids)) return between_points(network, cost);
        const TableSide origins = rows(network.node_ids);
        const TableSide destinations = columns(network.node_ids);
        std::vector<ArcColumn> columns = columns_of_costs(network);
        if (columns.empty()) return between(network, origins, destinations, cost);
        for (const std::string& skim : request_.solve.skims)
            columns.push_back(network::named_column(network.columns, skim, "to sum along the paths"));
        const RoadNetwork own = network::with_columns(network, std::move(columns));
        return request_.depart ? by_departure(own, origins, destinations) : by_cost(own, origins, destinations);
    }

    void check_costs(const RoadNetwork& network) const {
        const std::vector<std::string>& costs = request_.costs;
        if (costs.empty()) return;
        for (auto cost = costs.begin(); cost != costs.end(); ++cost) {
            cost_column(network, *cost);
            if (std::find(costs.begin(), cost, *cost) != cost)
                throw InvalidArgument(format("`cost`: '{}' is given twice", *cost));
        }
        const auto refuse = [](bool given, const char* option) {
            if (given) throw InvalidArgument(format("`{}` is that of one `cost`, but there are several", option));
        };
        refuse(request_.hourly != nullptr, "hourly");
        refuse(!request_.unit.empty(), "unit");
        refuse(request_.snap.access_speed_kmh.has_value(), "access_speed_kmh");
    }

    // The costs by hour, or several; empty: there is one cost.
    std::vector<ArcColumn> columns_of_costs(const RoadNetwork& network) const {
        if (request_.hourly != nullptr) return request_.hourly->columns;
        std::vector<ArcColumn> columns;
        for (const std::string& cost : request_.costs) columns.push_back(cost_column(network, cost));
        return columns;
    }

    template <class Solved>
    FoundTable of_network_in(const Solved& solved, const CostScale& scale) const {
        RoadNetwork network;
        try {
            network = extract_network(solved);
        } catch (const InvalidArgument& error) {
            throw InputError(request_.name, 0, error.what());
        }
        return of_network(network, {scale.name, {}});
    }

    template <class Source>
    std::vector<FieldOutline> skims_of(const Source& source) const {
        std::vector<FieldOutline> skims;
        for (const std::string& name : request_.solve.skims) skims.push_back(outline_of_skim(source, name));
        return skims;
    }

    FoundTable between(const RoadNetwork& network, const TableSide& origins, const TableSide& destinations,
                       const CostOptions& cost) const {
        check(outline_of(network, cost), skims_of(network), origins, destinations, !network.coordinates.empty());
        BetweenSolution solution = solve_between(network, origins.nodes, destinations.nodes, options_for(cost));
        solution.value.set_ids(origins.ids, destinations.ids);
        return {std::move(solution.value), std::move(solution.report), {}};
    }

    SolveOptions options_for(const CostOptions& cost) const {
        SolveOptions options = request_.solve;
        options.cost = cost.field;
        options.cost_type = cost.type;
        return options;
    }

    // The network's columns are the costs, by hour or several, and the skims.
    FoundTable by_cost(const RoadNetwork& network, const TableSide& origins, const TableSide& destinations) const {
        const std::optional<CostType> type = request_.solve.cost_type;
        std::vector<std::string> costs = request_.costs;
        if (request_.hourly != nullptr) {
            for (const ArcColumn& column : request_.hourly->columns) costs.push_back(column.name);
            for (const std::string& skim : request_.solve.skims) {
                if (std::ranges::find(costs, skim) == costs.end()) continue;
                throw InvalidArgument(
                    format("`skims`: '{}' is the cost of an hour, whose sums are the distances", skim));
            }
        }
        FieldOutline distances = outline_of(network, {costs.front(), type});
        distances.is_whole = [&](const std::string& unit, bool raw) {
            return std::ranges::all_of(costs, [&](const std::string& cost) {
                return outline_of(network, {cost, type}).is_whole(unit, raw);
            });
        };
        check(std::move(distances), skims_of(network), origins, destinations, !network.coordinates.empty());
        CostTables solved =
            solve_between(network, origins.nodes, destinations.nodes, costs, options_for({costs.front(), type}));
        for (OriginDestinationTable& table : solved.tables) table.set_ids(origins.ids, destinations.ids);
        if (request_.hourly == nullptr) return {one_table(solved.tables), std::move(solved.report)};
        FoundTable found{solved.tables.front(), std::move(solved.report)};
        found.hours = {request_.hourly->name, request_.hourly->hours, std::move(solved.tables)};
        return found;
    }

    // The raw time after the departure at which journeys leave each origin, in a scale.
    using Delays = std::function<std::vector<std::int64_t>(const CostScale&)>;

    // The network's columns are the costs of all hours and the skims.
    FoundTable by_departure(const RoadNetwork& network, const TableSide& origins, const TableSide& destinations,
                            const Delays& delays = {}) const {
        HourlyDeparture departure{request_.hourly->name, {}, *request_.depart};
        for (const ArcColumn& column : request_.hourly->columns) departure.columns.push_back(column.name);
        const Stopwatch preparing;
        const DepartureSearch search(network, departure, request_.solve.log);
        FoundTable found{{}, report_of(search, network, departure.columns.front())};
        found.report->seconds["prepare"] = preparing.seconds();
        const CostScale& scale = search.scale();
        const auto is_whole = [&scale](const std::string& unit, bool raw) {
            const NaturalScale natural(scale, unit);
            return raw || natural.multiplier() % natural.divisor() == 0;
        };
        const bool has_places = !network.coordinates.empty();
        check({scale.name, scale.unit, is_whole}, skims_of(network), origins, destinations, has_places);
        const std::vector<std::string>& skims = request_.solve.skims;
        found.report->memory =
            memory_for(size_of(CostType::int32) + skims.size() * size_of(CostType::float64), origins, destinations);
        const auto elapsed = delays ? delays(scale) : std::vector<std::int64_t>();
        const Stopwatch searching;
        found.table = search.table(origins.nodes, destinations.nodes, elapsed, skims, request_.solve.progress);
        found.report->seconds["solve"] = searching.seconds();
        found.table.set_provenance(network.provenance.notes);
        const auto places = [&](const TableSide& side) {
            std::vector<Coordinate> of_nodes;
            for (const NodeIndex node : side.nodes) of_nodes.push_back(network.coordinates[node]);
            return of_nodes;
        };
        if (has_places) found.table.set_places(places(origins), places(destinations), network.provenance.crs);
        found.table.set_ids(origins.ids, destinations.ids);
        return found;
    }

    // `first_hour`: a column.
    static SolveReport report_of(const DepartureSearch& search, const RoadNetwork& network,
                                 const std::string& first_hour) {
        SolveReport report;
        report.schedule = "departure";
        report.schedule_reason = "costs change on the way, so each origin is searched from";
        report.device = "host";
        report.scale = search.scale();
        report.nodes = network.node_count();
        report.arcs = count_costs(cost_column(network, first_hour).values);
        report.no_through_nodes = count_no_through(network);
        report.turn_states = search.turn_states();
        report.cell_bytes = size_of(CostType::int32);
        return report;
    }
    static std::uint64_t count_costs(std::span<const Decimal> values) {
        return static_cast<std::uint64_t>(
            std::ranges::count_if(values, [](const Decimal& value) { return !value.is_missing(); }));
    }

    // Throws CapacityError if the table does not fit.
    MemoryNeed memory_for(std::uint64_t bytes_a_pair, const TableSide& origins, const TableSide& destinations) const {
        MemoryNeed memory;
        memory.host = bytes_a_pair * origins.nodes.size() * destinations.nodes.size();
        memory.host_available = engine::host_limit(request_.solve.memory_limit_bytes);
        engine::require_part_fit(memory, origins.nodes.size(), destinations.nodes.size());
        return memory;
    }

    FoundTable between_nodes(const NetworkFactor& factor) const {
        const TableSide origins = rows(factor.node_ids);
        const TableSide destinations = columns(factor.node_ids);
        check(outline_of(factor), skims_of(factor), origins, destinations, !factor.coordinates.empty());
        BetweenSolution solution = [&] {
            try {
                return solve_between(factor, origins.nodes, destinations.nodes, request_.solve);
            } catch (const DamagedContent& error) {
                throw InputError(request_.name, 0, error.what());
            }
        }();
        solution.value.set_ids(origins.ids, destinations.ids);
        return {std::move(solution.value), std::move(solution.report), {}};
    }

    FoundTable between_points(const RoadNetwork& network, const CostOptions& cost) const {
        SnappedPoints snapped_points(network, cost, request_.snap, request_.name, request_.solve.log);
        const bool same = !request_.destinations;
        const std::vector<std::size_t> rows = snapped_points.add(request_.origins);
        const std::vector<std::size_t> columns = same ? rows : snapped_points.add(*request_.destinations);
        snapped_points.require_any(rows, same ? "points" : "origins");
        snapped_points.require_any(columns, "destinations");
        snapped_points.report(request_.drop_unsnapped);
        refuse_unsnapped(snapped_points);
        const std::vector<ArcColumn> costs = columns_of_costs(network);
        const PointNetwork points = costs.empty() ? snapped_points.attach(request_.solve.skims)
                                                  : snapped_points.attach(costs, request_.solve.skims);
        TableSide origins = snapped_points.side(rows, points, request_.drop_unsnapped);
        TableSide destinations = snapped_points.side(columns, points, request_.drop_unsnapped);
        const auto delays = [&](const CostScale& scale) {
            const auto access = snapped_points.access_costs(rows, origins, scale, CostType::int32);
            return std::vector<std::int64_t>(access.begin(), access.end());
        };
        FoundTable found = costs.empty()     ? between(points.network, origins, destinations, cost)
                           : request_.depart ? by_departure(points.network, origins, destinations, delays)
                                             : by_cost(points.network, origins, destinations);
        take_out_points(*found.report, network, points.network, {costs.empty() ? cost.field : costs.front().name, {}});
        const auto complete = [&](OriginDestinationTable& table) {
            if (snapped_points.has_access_cost()) {
                table = with_access(
                    table, origins, snapped_points.access_costs(rows, origins, table.scale(), table.type()),
                    destinations, snapped_points.access_costs(columns, destinations, table.scale(), table.type()));
            }
            table.set_places(origins.places, destinations.places, snapped_points.frame().crs());
            table.set_snap_distances(snap_distances(origins, destinations));
        };
        complete(found.table);
        for (OriginDestinationTable& table : found.hours.tables) complete(table);
        found.kept_origins = std::move(origins.kept);
        found.kept_destinations = std::move(destinations.kept);
        found.unsnapped = snapped_points.unsnapped();
        found.positions = std::move(snapped_points).positions();
        return found;
    }

    // Throws before the solve if unsnapped points would make unreachable pairs that the table's format cannot express.
    void refuse_unsnapped(const SnappedPoints& snapped_points) const {
        const std::size_t count = snapped_points.unsnapped().size();
        if (count == 0 || request_.drop_unsnapped || request_.no_unreachable.empty()) return;
        throw InvalidArgument(
            format("{} could not be snapped, and {} cannot express unreachable; `drop_unsnapped` leaves {} out, "
                   "`unreachable` NUMBER fills the missing distances",
                   counted(count, "point"), request_.no_unreachable, by_count(count, "it", "them")));
    }

    // Subtracts the added points, so that the report describes the network as in its file.
    static void take_out_points(SolveReport& report, const RoadNetwork& network, const RoadNetwork& with_points,
                                const CostOptions& cost) {
        const std::uint64_t points = with_points.node_count() - network.node_count();
        const std::span<const Decimal> costs = cost_column(with_points, cost.field).values;
        report.nodes -= points;
        report.no_through_nodes -= points;
        report.arcs -= count_costs(costs.subspan(network.arc_count()));
    }

    template <class Table>
    OriginDestinationTable part_of(const Table& table, const IdTable& of_rows, const IdTable& of_columns) const {
        const TableSide origins = rows(of_rows);
        const TableSide destinations = columns(of_columns);
        std::uint64_t bytes_a_pair = size_of(table.type());
        for (const Skim& skim : table.skims()) bytes_a_pair += size_of(skim.values.type());
        memory_for(bytes_a_pair, origins, destinations);
        OriginDestinationTable part = sub_table(table, origins.nodes, destinations.nodes);
        part.set_ids(origins.ids, destinations.ids);
        return part;
    }

    const TableRequest& request_;
};

// Logs nodes that a list names more than once, as ranges and "centroids" may: the table repeats their rows or columns.
void tell_repeated(const PointSet& list, std::string_view what, const LogCallback& log_to) {
    if (!list.shares.empty()) return;
    std::unordered_set<std::string_view> known;
    std::string first;
    std::uint64_t count = 0;
    for (const std::string& name : list.names) {
        if (known.insert(name).second) continue;
        if (count++ == 0) first = name;
    }
    if (count == 0) return;
    log(log_to, LogLevel::info,
        format("{} of {} {} repeat an earlier one, such as '{}'; the table has a row or column for each",
               count_text(count), count_text(list.names.size()), what, first));
}

TableRequest expanded(TableRequest request, const NodeNames& rows, const NodeNames& columns) {
    expand(request.origins, rows, request.name);
    tell_repeated(request.origins, request.destinations ? "origins" : "points", request.solve.log);
    if (request.destinations) {
        expand(*request.destinations, columns, request.name);
        tell_repeated(*request.destinations, "destinations", request.solve.log);
    }
    if (!has_positions(request.origins, rows.ids) && !has_positions(request.columns(), columns.ids))
        warn_of_unused_access(request.snap, request.solve.log);
    return request;
}

// What was found between nodes of zones, as between zones.
FoundTable between_zones(FoundTable found, const TableRequest& request) {
    const tools::Zones origins(request.origins, found.kept_origins);
    const tools::Zones destinations(request.columns(), found.kept_destinations);
    if (origins.are_points() && destinations.are_points()) return found;
    found.table = tools::between_zones(found.table, origins, destinations, request.solve.log);
    for (OriginDestinationTable& table : found.hours.tables)
        table = tools::between_zones(table, origins, destinations, {});
    found.kept_origins = origins.kept();
    found.kept_destinations = destinations.kept();
    return found;
}

}  // namespace

FoundTable find_table(const RoadNetwork& network, const TableRequest& request) {
    if (request.depart) check_departure_type(request.solve.cost_type);
    const NodeNames nodes = node_names(network);
    const TableRequest own = expanded(request, nodes, nodes);
    return between_zones(Finder(own)(network), own);
}

OriginDestinationTable one_table(const std::vector<OriginDestinationTable>& tables) {
    const OriginDestinationTable& first = tables.front();
    std::vector<Skim> skims;
    for (const OriginDestinationTable& table : tables) {
        if (&table != &first) skims.push_back({table.scale(), table.cells()});
    }
    for (const OriginDestinationTable& table : tables) {
        for (Skim skim : table.skims()) {
            skim.scale.name += "_by_" + table.scale().name;
            skims.push_back(std::move(skim));
        }
    }
    return first.with_cells(first.cells(), first.scale(), std::move(skims));
}

FoundTable find_table(const Input& input, const TableRequest& request) {
    if (request.depart) check_departure_type(request.solve.cost_type);
    if (request.hourly != nullptr && !std::holds_alternative<RoadNetwork>(input))
        throw InvalidArgument("`hourly` costs are those of a network's arcs, but this input is no network");
    const TableRequest own = expanded(request, row_names(input), column_names(input));
    return between_zones(std::visit(Finder(own), input), own);
}

}  // namespace allways
