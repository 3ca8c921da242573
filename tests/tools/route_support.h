// Routes asked as `allways path` asks them, of a network or of the table solved from it.
#pragma once

#include "allways/engine/solve.h"
#include "export/export.h"
#include "routes/node_argument.h"
#include "routes/route_formats.h"
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

inline tools::Route route_of(const tools::RouteSource& source, const std::vector<std::string>& stops) {
    tools::NodeFinder finder(source, tools::NodeFinder::Component::largest, {});
    std::vector<tools::Stop> found;
    for (const std::string& stop : stops) found.push_back(finder.find(stop));
    return source.route(std::move(found));
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
