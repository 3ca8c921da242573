#include "route.h"

#include <limits>

#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/query/path_query.h"

namespace allways::tools {

namespace {

class TableRoutes : public RouteSource {
public:
    explicit TableRoutes(DistanceTable table) : table_(std::move(table)) {}
    const IdTable& node_ids() const override { return table_.node_ids(); }
    CostType type() const override { return table_.type(); }
    const CostScale& scale() const override { return table_.scale(); }
    const TableArcs& arcs() const override { return table_.arcs(); }
    Path path(NodeIndex from, NodeIndex to) const override { return table_.path(from, to); }

private:
    DistanceTable table_;
};

class NetworkRoutes : public RouteSource {
public:
    NetworkRoutes(const RoadNetwork& network, const ArcCosts& costs)
        : node_ids_(network.node_ids), type_(costs.type()), scale_(costs.scale), finder_(network, costs) {}
    const IdTable& node_ids() const override { return node_ids_; }
    CostType type() const override { return type_; }
    const CostScale& scale() const override { return scale_; }
    const TableArcs& arcs() const override { return finder_.arcs(); }
    Path path(NodeIndex from, NodeIndex to) const override { return finder_.shortest_path(from, to); }

private:
    IdTable node_ids_;
    CostType type_;
    CostScale scale_;
    PathFinder finder_;
};

}  // namespace

Route RouteSource::route(std::vector<NodeIndex> stops) const {
    Route route;
    route.stops = std::move(stops);
    for (std::size_t at = 1; at < route.stops.size(); ++at) {
        const Path part = path(route.stops[at - 1], route.stops[at]);
        route.reachable = route.reachable && part.reachable;
        route.distance += part.distance;
        route.legs.insert(route.legs.end(), part.legs.begin(), part.legs.end());
    }
    if (!route.reachable) {
        route.distance = std::numeric_limits<double>::infinity();
        route.legs.clear();
    }
    return route;
}

std::unique_ptr<RouteSource> make_route_source(Input input, const std::string& source, const SolveArguments& arguments,
                                               Console& console) {
    if (auto* table = std::get_if<DistanceTable>(&input)) {
        if (!table->has_next_hops()) {
            throw InputError(source, 0, "the table has distances but no next hops, so it knows no paths; solve again "
                                        "without --no-next-hops, or ask the network itself");
        }
        return std::make_unique<TableRoutes>(std::move(*table));
    }
    if (const auto* network = std::get_if<RoadNetwork>(&input)) {
        const CostOptions cost{arguments.cost, arguments.options().cost_type};
        return std::make_unique<NetworkRoutes>(*network, build_arc_costs(*network, cost, console.log()));
    }
    SolveOptions options = arguments.options();
    options.progress = console.progress();
    options.log = console.log();
    return std::make_unique<TableRoutes>(solve(std::get<CostMatrix>(input), options));
}

}  // namespace allways::tools
