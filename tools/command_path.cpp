// allways path: shortest paths between nodes, from a network or from a solved table.
#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "command.h"
#include "input.h"
#include "node_argument.h"
#include "output.h"
#include "pairs_file.h"
#include "route.h"
#include "solve_options.h"

namespace allways::tools {

namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string from;
    std::string to;
    std::vector<std::string> via;
    std::string pairs;
    std::string format = "text";
    std::string output = standard_output;
    bool overwrite = false;
    bool strict = false;
};

std::vector<std::vector<NodeIndex>> stops_of(const Arguments& arguments, const IdTable& ids) {
    const std::string& source = arguments.input.path;
    if (!arguments.pairs.empty()) {
        std::vector<std::vector<NodeIndex>> stops;
        for (const NodePair& pair : read_pairs(arguments.pairs)) {
            try {
                stops.push_back({find_node(ids, pair.from, source), find_node(ids, pair.to, source)});
            } catch (const InputError& error) {
                throw InputError(arguments.pairs == "-" ? "standard input" : arguments.pairs, pair.line, error.what());
            }
        }
        return stops;
    }
    std::vector<NodeIndex> stops{find_node(ids, arguments.from, source)};
    for (const auto& via : arguments.via) stops.push_back(find_node(ids, via, source));
    stops.push_back(find_node(ids, arguments.to, source));
    return {stops};
}

void check(const Arguments& arguments) {
    const bool ends = !arguments.from.empty() || !arguments.to.empty();
    if (arguments.pairs.empty() && (arguments.from.empty() || arguments.to.empty())) {
        throw InvalidArgument("give --from and --to, or --pairs FILE");
    }
    if (!arguments.pairs.empty() && (ends || !arguments.via.empty())) {
        throw InvalidArgument("--pairs and --from, --to, --via exclude each other");
    }
}

ExitCode run(const Arguments& arguments, Console& console) {
    check(arguments);
    check_file_output(arguments.output, arguments.overwrite);
    Input input = read(for_solving(arguments.input, arguments.solve), console);
    check_cost_options(arguments.solve, input);
    const auto source = make_route_source(std::move(input), arguments.input.path, arguments.solve, console);
    std::vector<Route> routes;
    const auto all_stops = stops_of(arguments, source->node_ids());
    for (const auto& stops : all_stops) {
        report(console.progress(), "path", routes.size(), all_stops.size());
        routes.push_back(source->route(stops));
    }
    console.stop();
    const auto write = arguments.format == "csv"    ? write_routes_csv
                       : arguments.format == "json" ? write_routes_json
                                                    : write_routes_text;
    OutputFile out(arguments.output, arguments.overwrite);
    write(out, *source, routes);
    out.commit();

    const auto unreachable = std::ranges::count_if(routes, [](const Route& route) { return !route.reachable; });
    if (unreachable == 0 || !arguments.strict) return ExitCode::ok;
    console.error(format("{} of {} paths unreachable", unreachable, routes.size()));
    return ExitCode::mismatch;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix, or a table solved with next hops");
    app.add_option("--from", arguments->from, "Id of the first node")->type_name("NODE");
    app.add_option("--to", arguments->to, "Id of the last node")->type_name("NODE");
    app.add_option("--via", arguments->via, "Ids of nodes to pass on the way, in order")
        ->type_name("NODE")
        ->expected(1)
        ->take_all();
    app.add_option("--pairs", arguments->pairs, "File with one 'from,to' a line; - is standard input")
        ->type_name("FILE");
    app.add_option("-f,--format", arguments->format, "text, csv or json")
        ->check(CLI::IsMember({"text", "csv", "json"}))
        ->capture_default_str();
    app.add_option("-o,--output", arguments->output, "Where to; - is standard output")->capture_default_str();
    app.add_flag("-O,--overwrite", arguments->overwrite, "Replace an existing output");
    app.add_flag("--strict", arguments->strict, "Exit 6 where a path does not exist");
    add_cost_options(app, arguments->solve);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command path_command() {
    return {"path", "Shortest paths between nodes",
            "  allways path data/sioux_falls --from 1 --to 20\n"
            "  allways path table.omx --from 1 --via 10 --to 20 -f json\n"
            "  allways path table.omx --pairs trips.csv -f csv -o paths.csv --strict",
            declare};
}

}  // namespace allways::tools
