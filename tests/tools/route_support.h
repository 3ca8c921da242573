// Routes asked as `allways path` asks them, of a network or of the table solved from it.
#pragma once

#include "allways/engine/solve.h"
#include "export/export.h"
#include "routes/node_argument.h"
#include "routes/route_formats.h"
#include "routes/stops.h"
#include "scratch_folder.h"
#include "small_town.h"

namespace allways::test {

inline std::unique_ptr<tools::RouteSource> source_of(Input input) {
    static tools::Console console;
    return tools::make_route_source(std::move(input), "town", {}, console);
}

// Solved, written and read again.
inline std::unique_ptr<tools::RouteSource> source_of_table(const RoadNetwork& network) {
    const ScratchFolder folder;
    SolveOptions options;
    options.device = "reference";
    tools::write_table(solve(network, options), folder.file("town.omx"));
    return source_of(read_table(folder.file("town.omx")));
}

// Between nodes by their ids.
inline tools::Route route_of(const tools::RouteSource& source, const std::vector<std::string>& stops) {
    std::vector<tools::Stop> found;
    for (const std::string& stop : stops) found.push_back({tools::find_node(source.node_ids(), stop, "town"), {}});
    return source.route(std::move(found));
}

// Between nodes and positions.
struct Asked {
    std::unique_ptr<tools::RouteSource> source;
    std::vector<tools::Route> routes;
    std::size_t unsnapped = 0;
};
inline Asked asked(Input input, const std::vector<std::vector<std::string>>& names, const tools::SnapArguments& snap = {}) {
    static tools::Console console;
    std::vector<std::vector<tools::StopName>> stops;
    for (const auto& route : names) {
        stops.emplace_back();
        for (const std::string& name : route) stops.back().push_back({name, "", 0});
    }
    auto found = tools::find_stops(std::move(input), "town", stops, {}, snap, console);
    Asked result{std::move(found.source), {}, found.unsnapped};
    for (auto& route : found.stops) result.routes.push_back(result.source->route(std::move(route)));
    return result;
}

// What a format writes.
inline std::string written(const tools::RouteSource& source, const std::vector<tools::Route>& routes,
                           const std::string& format, const std::string& steps = {}) {
    const ScratchFolder folder;
    tools::RouteOutput output;
    output.path = folder.file("paths");
    output.format = format;
    output.steps = steps;
    tools::find_route_format(output).write(source, routes, output);
    EXPECT_EQ(folder.names().size(), 1u);  // and nothing beside it
    return folder.text("paths");
}

}  // namespace allways::test
