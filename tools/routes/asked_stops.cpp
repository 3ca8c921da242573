#include "routes/asked_stops.h"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

namespace allways::tools {

void add_stop_options(CLI::App& app, StopArguments& arguments) {
    app.add_option("--from", arguments.from,
                   "Where it begins: the id of a node, or a position as @7.4166,43.7311, which lies on the nearest road")
        ->type_name("NODE");
    app.add_option("--to", arguments.to, "Where it ends")->type_name("NODE");
    app.add_option("--via", arguments.via, "A stop on the way; may be given again, in order")
        ->type_name("NODE")
        ->expected(1)
        ->take_all();
    app.add_option("--pairs", arguments.pairs,
                   "Many paths: a file with one 'from,to' a line, or columns from_lon, from_lat, to_lon, to_lat; - is "
                   "standard input")
        ->type_name("FILE");
}

NamedStops stop_names(const StopArguments& arguments) {
    NamedStops named;
    auto& names = named.names;
    if (!arguments.pairs.empty()) {
        const std::string file = arguments.pairs == "-" ? "standard input" : arguments.pairs;
        PairList list = read_pairs(arguments.pairs);
        named.columns = std::move(list.columns);
        for (NodePair& pair : list.pairs) {
            names.push_back({{std::move(pair.from), file, pair.line}, {std::move(pair.to), file, pair.line}});
        }
        return named;
    }
    names.push_back({{arguments.from, "", 0}});
    for (const auto& via : arguments.via) names[0].push_back({via, "", 0});
    if (!arguments.to.empty()) names[0].push_back({arguments.to, "", 0});
    return named;
}

}  // namespace allways::tools
