#include "allways/routes/route.h"

#include <limits>

#include "allways/base/error.h"
#include "allways/engine/solve.h"

namespace allways {

Route find_route(const PathSource& source, std::vector<Stop> stops) {
    Route route;
    route.stops = std::move(stops);
    for (std::size_t at = 1; at < route.stops.size(); ++at) {
        const Path part = source.path(route.stops[at - 1].node, route.stops[at].node);
        route.parts.push_back({part.from, part.to, part.distance, route.legs.size(), part.legs.size()});
        route.reachable = route.reachable && part.reachable;
        route.distance += part.distance;
        route.legs.insert(route.legs.end(), part.legs.begin(), part.legs.end());
    }
    if (!route.reachable) {
        route.distance = std::numeric_limits<double>::infinity();
        route.legs.clear();
        route.parts.clear();
    }
    return route;
}

InputError no_paths_between_origins(const std::string& file) {
    return {file, 0,
            "it holds distances from origins to destinations but no paths; use the network itself, or a table of all "
            "its pairs"};
}

PathSource make_path_source(Input input, const std::string& file, const SolveOptions& solve,
                            std::vector<std::string> point_names) {
    const PathSourceOptions options{file, std::move(point_names), solve.progress, solve.log};
    if (auto* table = std::get_if<DistanceTable>(&input)) return PathSource(std::move(*table), options);
    if (auto* factor = std::get_if<NetworkFactor>(&input)) return PathSource(std::move(*factor), options);
    if (auto* network = std::get_if<RoadNetwork>(&input)) {
        return PathSource(std::move(*network), {solve.cost, solve.cost_type}, options);
    }
    if (std::holds_alternative<OriginDestinationTable>(input)) throw no_paths_between_origins(file);
    return PathSource(allways::solve(std::get<CostMatrix>(input), solve), options);
}

}  // namespace allways
