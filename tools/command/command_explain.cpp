// SPDX-License-Identifier: Apache-2.0
// allways explain: where the ends of a path lie on the network, and why there is no path or why it is this one.
#include <iostream>

#include <CLI/App.hpp>

#include "allways/routes/explanation.h"
#include "allways/routes/route.h"
#include "command/command.h"
#include "command/input.h"
#include "command/point_options.h"
#include "command/solve_options.h"

namespace allways::command {

namespace explain_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string from;
    std::string to;
    SnapChoice snap;
    bool json = false;
};

ExitCode run(Arguments arguments, Console& console) {
    Input input = read(for_solving(arguments.input, arguments.solve), console);
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    const std::vector<std::vector<std::string>> names{{arguments.from, arguments.to}};
    const auto asked =
        find_stops(std::move(input), arguments.input.path, names, arguments.solve.options(console), arguments.snap);
    const Explanation explanation = explain(asked.source, asked.stops.front().front(), asked.stops.front().back());
    console.stop();
    std::cout << (arguments.json ? explanation_json(explanation) + "\n" : explanation_text(explanation));
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, or a table or factor solved from one");
    add_flag(app, arguments->from, {"--from", "NODE", "Start: a node id, or a position such as @7.4166,43.7311"})
        ->required();
    add_flag(app, arguments->to, {"--to", "NODE", "End, in the same form"})->required();
    app.add_flag("--json", arguments->json, "Print JSON");
    add_snap_options(app, arguments->snap);
    add_cost_options(app, arguments->solve);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace explain_verb

Command explain_command() {
    return {"explain", "Explain why there is no path between two places, or why this is the shortest",
            "  allways explain city.osm.pbf --from @7.4166,43.7311 --to @7.4275,43.7402\n"
            "  allways explain roads_net.tntp --from 1 --to 20 --cost length --json",
            explain_verb::declare};
}

}  // namespace allways::command
