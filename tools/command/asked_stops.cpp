#include "command/asked_stops.h"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

#include "command/number_options.h"

namespace allways::command {

void add_stop_options(CLI::App& app, StopArguments& arguments) {
    app.add_option("--from", arguments.from, "Start: a node id, or a position such as @7.4166,43.7311")
        ->type_name("NODE");
    app.add_option("--to", arguments.to, "End, in the same form")->type_name("NODE");
    app.add_option("--via", arguments.via, "Stop on the way, in the same form; repeatable, in order")
        ->type_name("NODE")
        ->expected(1)
        ->take_all();
    app.add_option("--pairs", arguments.pairs,
                   "Find many paths: a file with 'from,to' on each line, or with columns from_lon, from_lat, "
                   "to_lon, to_lat; - reads standard input")
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

PairColumns columns_of_routes(const PairColumns& of_pairs, const std::vector<Route>& routes) {
    PairColumns columns{of_pairs.names, {}};
    if (columns.names.empty()) return columns;
    std::size_t next = 0;
    for (const Route& route : routes) {
        columns.values.push_back(route.alternative == 0 ? of_pairs.values[next++] : columns.values.back());
    }
    return columns;
}

void add_alternatives_option(CLI::App& app, std::size_t& alternatives) {
    app.add_option("--alternatives", alternatives,
                   "Also find up to N other good ways: at most 25 % longer, at most 75 % shared with any other, and "
                   "without detours; 3 if no number is given")
        ->expected(0, 1)
        ->default_str("3")
        ->check(count_from(1))
        ->type_name("N");
}

}  // namespace allways::command
