#include "table_finder.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve_between.h"
#include "allways/result/network_of.h"
#include "engine/planner.h"
#include "export/natural_scale.h"
#include "points/placement.h"

namespace allways::tools {

namespace {

class Finder {
public:
    Finder(const TableRequest& request, Console& console) : request_(request), console_(console) {}

    FoundTable operator()(const RoadNetwork& network) const {
        const CostOptions cost{request_.solve.cost, request_.solve.options().cost_type};
        check_unit(build_arc_costs(network, cost).scale);
        return of_network(network, cost);
    }

    // Every two of its nodes may be joined, so that all are solved.
    FoundTable operator()(const CostMatrix& matrix) const {
        refuse_positions(matrix.node_ids(), matrix.node_ids(), "a matrix has no places");
        check_unit(matrix.scale());
        rows(matrix.node_ids());  // unknown ones are told before the work
        columns(matrix.node_ids());
        SolveOptions options = request_.solve.options();
        options.next_hops = false;
        options.progress = console_.progress();
        options.log = console_.log();
        Solution solution = solve_with_report(matrix, options);
        return {part_of(solution.table, solution.table.node_ids(), solution.table.node_ids()), std::move(solution.report), {}};
    }

    FoundTable operator()(const DistanceTable& table) const {
        check_unit(table.scale());
        const bool cells_do = !have_positions(table.node_ids(), table.node_ids()) && request_.solve.skims.empty();
        if (cells_do) return {part_of(table, table.node_ids(), table.node_ids()), {}, {}};
        return of_network_in(table, table.scale());
    }

    FoundTable operator()(const OriginDestinationTable& table) const {
        refuse_positions(table.origin_ids(), table.destination_ids(),
                         "a table of origins and destinations has no roads to put points on");
        if (!request_.solve.skims.empty()) {
            throw InvalidArgument("--skim sums a field of arcs, which a table of origins and destinations has not; those it "
                                  "has come along");
        }
        check_unit(table.scale());
        return {part_of(table, table.origin_ids(), table.destination_ids()), {}, {}};
    }

    FoundTable operator()(const NetworkFactor& factor) const {
        check_unit(factor.scale);
        return of_network_in(factor, factor.scale);
    }

private:
    void check_unit(const CostScale& scale) const { NaturalScale(scale, request_.unit); }

    bool have_positions(const IdTable& of_rows, const IdTable& of_columns) const {
        return request_.origins.has_positions(of_rows) || request_.destinations.has_positions(of_columns);
    }

    void refuse_positions(const IdTable& of_rows, const IdTable& of_columns, const char* why) const {
        if (!have_positions(of_rows, of_columns)) return refuse_snapping();
        throw InputError(request_.file, 0, format("{}; name its nodes by their ids", why));
    }

    void refuse_snapping() const {
        if (!request_.snap.any_given()) return;
        throw InvalidArgument("--snap, --snap-radius and --snap-component are for positions, and every node is named by its id");
    }

    Ends rows(const IdTable& ids) const { return ends_at_nodes(request_.origins.nodes, ids, request_.file); }
    Ends columns(const IdTable& ids) const { return ends_at_nodes(request_.destinations.nodes, ids, request_.file); }

    FoundTable of_network(const RoadNetwork& network, const CostOptions& cost) const {
        if (have_positions(network.node_ids, network.node_ids)) return between_points(network, cost);
        refuse_snapping();
        return between(network, rows(network.node_ids), columns(network.node_ids), cost);
    }

    template <class Solved>
    FoundTable of_network_in(const Solved& solved, const CostScale& scale) const {
        RoadNetwork network;
        try {
            network = network_of(solved);
        } catch (const InvalidArgument& error) {
            throw InputError(request_.file, 0, error.what());
        }
        return of_network(network, {scale.name, {}});
    }

    FoundTable between(const RoadNetwork& network, const Ends& origins, const Ends& destinations,
                       const CostOptions& cost) const {
        const BetweenOptions options{.cost = cost.field,
                                     .cost_type = cost.type,
                                     .skims = request_.solve.skims,
                                     .memory_limit_bytes = request_.solve.memory_bytes,
                                     .progress = console_.progress(),
                                     .log = console_.log()};
        BetweenSolution solution = solve_between(network, origins.nodes, destinations.nodes, options);
        solution.table.set_ids(origins.ids, destinations.ids);
        return {std::move(solution.table), std::move(solution.report), {}};
    }

    FoundTable between_points(const RoadNetwork& network, const CostOptions& cost) const {
        Placement placement(network, cost, request_.snap, request_.file, console_.log());
        const PlacedEnds placed_origins(request_.origins, placement, request_.file);
        const bool same = &request_.origins == &request_.destinations;
        const PlacedEnds placed_destinations =
            same ? placed_origins : PlacedEnds(request_.destinations, placement, request_.file);
        placement.report();
        const PointNetwork points = placement.attach(request_.solve.skims);
        const Ends origins = placed_origins.on(points, placement);
        const Ends destinations = placed_destinations.on(points, placement);
        FoundTable found = between(points.network, origins, destinations, cost);
        found.table.set_places(origins.places, destinations.places, placement.frame().crs());
        for (const std::size_t point : placement.unsnapped()) found.unsnapped.push_back(placement.points()[point].name);
        return found;
    }

    template <class Table>
    OriginDestinationTable part_of(const Table& table, const IdTable& of_rows, const IdTable& of_columns) const {
        const Ends origins = rows(of_rows);
        const Ends destinations = columns(of_columns);
        refuse_snapping();
        MemoryNeed memory;
        memory.host = std::uint64_t{origins.nodes.size()} * destinations.nodes.size() * size_of(table.type());
        memory.host_available = engine::host_limit(request_.solve.memory_bytes);
        engine::check_part_fits(memory, origins.nodes.size(), destinations.nodes.size());
        return sub_table(table, origins.nodes, destinations.nodes);
    }

    const TableRequest& request_;
    Console& console_;
};

}  // namespace

FoundTable find_table(const Input& input, const TableRequest& request, Console& console) {
    return std::visit(Finder(request, console), input);
}

}  // namespace allways::tools
