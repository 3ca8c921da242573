#include "routes/asked_stops.h"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "human.h"
#include "routes/node_argument.h"
#include "routes/pairs_file.h"

namespace allways::tools {

namespace {

std::vector<std::vector<Stop>> stops_of_pairs(const std::string& file, NodeFinder& finder, Console& console) {
    std::vector<std::vector<Stop>> stops;
    for (const NodePair& pair : read_pairs(file)) {
        try {
            stops.push_back({finder.find(pair.from, LogLevel::debug), finder.find(pair.to, LogLevel::debug)});
        } catch (const Error& error) {
            throw InputError(file == "-" ? "standard input" : file, pair.line, error.what());
        }
    }
    if (finder.positions() > 0) {
        console.log()(finder.level_of(finder.farthest()),
                      format("{} positions lead to nodes, at most {}", count_text(finder.positions()),
                             finder.away_text(finder.farthest())));
    }
    return stops;
}

}  // namespace

void add_stop_options(CLI::App& app, StopArguments& arguments) {
    app.add_option("--from", arguments.from, "The first node: its id, or a position near it as @7.4166,43.7311")
        ->type_name("NODE");
    app.add_option("--to", arguments.to, "The last node")->type_name("NODE");
    app.add_option("--via", arguments.via, "A node to pass on the way; may be given again, in order")
        ->type_name("NODE")
        ->expected(1)
        ->take_all();
    app.add_option("--pairs", arguments.pairs,
                   "Many paths: a file with one 'from,to' a line, or columns from_lon, from_lat, to_lon, to_lat; - is "
                   "standard input")
        ->type_name("FILE");
    app.add_option("--snap-component", arguments.component,
                   "Positions lead to nodes of the largest strong component (default), or to any")
        ->check(CLI::IsMember({"largest", "any"}));
}

std::vector<std::vector<Stop>> find_stops(const StopArguments& arguments, const RouteSource& source, Console& console) {
    const auto component = arguments.component == "any" ? NodeFinder::Component::any : NodeFinder::Component::largest;
    NodeFinder finder(source, component, console.log());
    std::vector<std::vector<Stop>> stops;
    if (!arguments.pairs.empty()) {
        stops = stops_of_pairs(arguments.pairs, finder, console);
    } else {
        stops.push_back({finder.find(arguments.from)});
        for (const auto& via : arguments.via) stops[0].push_back(finder.find(via));
        if (!arguments.to.empty()) stops[0].push_back(finder.find(arguments.to));
    }
    if (!arguments.component.empty() && finder.positions() == 0) {
        throw InvalidArgument("--snap-component is for positions (@lon,lat), and every node is named by its id");
    }
    return stops;
}

}  // namespace allways::tools
