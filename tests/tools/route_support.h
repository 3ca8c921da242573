// SPDX-License-Identifier: Apache-2.0
// Routes asked as `allways path` asks them, of a network or of the table solved from it.
#pragma once

#include "allways/engine/solve.h"
#include "allways/export/export.h"
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "points/node_argument.h"
#include "scratch_folder.h"
#include "small_town.h"

namespace allways::test {

inline PathSource source_of(Input input) {
    return make_path_source(std::move(input), "town", {});
}

// Solved, written and read again.
inline PathSource source_of_table(const RoadNetwork& network) {
    const ScratchFolder folder;
    SolveOptions options;
    options.device = "reference";
    write_table(solve(network, options), folder.file("town.omx"));
    return source_of(read_table(folder.file("town.omx")));
}

// Between nodes by their ids.
inline Route route_of(const PathSource& source, const std::vector<std::string>& stops) {
    std::vector<Stop> found;
    for (const std::string& stop : stops) found.push_back({tools::find_node(source.node_ids(), stop, "town"), {}});
    return find_route(source, std::move(found));
}

// Between nodes and positions.
struct Asked {
    PathSource source;
    std::vector<Route> routes;
    std::size_t unsnapped = 0;
};
inline Asked asked(Input input, const std::vector<std::vector<std::string>>& names, const SnapChoice& snap = {}) {
    auto found = find_stops(std::move(input), "town", names, {}, snap);
    Asked result{std::move(found.source), {}, found.unsnapped};
    for (auto& route : found.stops) result.routes.push_back(find_route(result.source, std::move(route)));
    return result;
}

// Returns the output of a format.
inline std::string written(const PathSource& source, const std::vector<Route>& routes, const std::string& format,
                           const std::string& steps = {}) {
    const ScratchFolder folder;
    RouteOutput output;
    output.path = folder.file("paths");
    output.format = format;
    output.steps = steps;
    find_route_format(output).write(source, routes, output);
    EXPECT_EQ(folder.names().size(), 1u);  // and nothing beside it
    return folder.text("paths");
}

}  // namespace allways::test
