// SPDX-License-Identifier: Apache-2.0
// allways path: shortest paths between nodes or positions, from a network, a matrix, a factor or a solved table.
#include <algorithm>
#include <utility>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/points/hour_options.h"
#include "allways/routes/instruction.h"
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "command/asked_stops.h"
#include "command/command.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace path_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    StopArguments stops;
    SnapChoice snap;
    HourChoice hours;
    RouteOutput output;
    std::size_t alternatives = 0;
    bool json = false;
};

void check(const Arguments& arguments) {
    const StopArguments& stops = arguments.stops;
    if (stops.pairs.empty() && (stops.from.empty() || stops.to.empty())) {
        throw InvalidArgument("give --from and --to, or --pairs FILE");
    }
    check_stop_options(stops);
    if (arguments.alternatives > 0 && !stops.via.empty()) {
        throw InvalidArgument("--alternatives cannot be combined with --via");
    }
    if (!arguments.hours.hourly.empty() && arguments.hours.depart.empty())
        throw InvalidArgument("--hourly has the costs of all hours; --depart states when the paths begin");
    if (arguments.alternatives > 0 && !arguments.hours.depart.empty())
        throw InvalidArgument("--alternatives cannot be combined with --depart");
}

using Seconds = std::vector<std::pair<const char*, double>>;

// Paths that some alternative follows.
std::size_t count_with_alternatives(const std::vector<Route>& routes) {
    return static_cast<std::size_t>(
        std::ranges::count_if(routes, [](const Route& route) { return route.alternative == 1; }));
}

void log_alternatives(const std::vector<Route>& routes, std::size_t asked, Console& console) {
    const std::size_t with = count_with_alternatives(routes);
    const std::size_t found = routes.size() - asked;
    if (asked == 1) {
        console.info(found == 0 ? "no alternative is within the limits" : counted(found, "alternative"));
    } else {
        console.info(format("{}; {} of {} have none within the limits", counted(found, "alternative"),
                            count_text(asked - with), counted(asked, "path")));
    }
}

void print_json(const Arguments& arguments, const AskedRoutes& found, std::size_t asked,
                const std::vector<Route>& routes, std::int64_t unreachable, const Seconds& seconds) {
    nlohmann::ordered_json json{{"paths", asked}};
    if (arguments.alternatives > 0) {
        json["alternatives"] = routes.size() - asked;
        json["with_alternatives"] = count_with_alternatives(routes);
    }
    json["unreachable"] = unreachable;
    json["method"] = found.source.method();
    if (found.source.departure() != nullptr) json["departure"] = clock_text(*found.source.departure());
    if (!found.positions.empty()) json["positions"] = to_json(found.positions);
    for (const auto& [stage, value] : seconds) json["seconds"][stage] = value;
    print_report(std::move(json), arguments.input.path, arguments.output.path);
}

// Adds the costs of all hours to the network, which the input then is.
std::optional<HourlyDeparture> read_departure(Arguments& arguments, Input& input) {
    if (arguments.hours.depart.empty()) return {};
    RoadNetwork& network = hourly_network(input, arguments.input.path, arguments.solve.cost);
    std::optional<HourlyCosts> costs =
        hourly_costs(network, arguments.solve.cost, arguments.hours, arguments.input.read);
    arguments.solve.cost = cost_beside(*costs, network, arguments.solve.cost);
    return add_departure(network, std::move(*costs), arguments.hours);
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch total;
    double lap_end = 0;
    const auto lap = [&] {  // one begins where the last one ended, so they add up
        const double begun = std::exchange(lap_end, total.seconds());
        return lap_end - begun;
    };
    check(arguments);
    arguments.input.read.log = console.log();
    const RouteFormat& format_of_output = find_route_format(arguments.output);
    check_file_output(arguments.output.path, arguments.output.overwrite);
    Input input = read(for_solving(arguments.input, arguments.solve), console);
    const double read_seconds = lap();
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    const std::optional<HourlyDeparture> departure = read_departure(arguments, input);
    require_costs(arguments.solve.cost, arguments.input.read, input, console.log());
    auto [asked_routes, columns] =
        find_asked_stops(std::move(input), arguments.input.path, arguments.stops, arguments.solve.options(console),
                         arguments.snap, departure ? &*departure : nullptr);
    auto& [source, all_stops, unsnapped, positions] = asked_routes;
    if (format_of_output.needs_coordinates) require_coordinates(source);
    prepare_routes(source, all_stops, arguments.alternatives);
    const double prepare_seconds = lap();
    const std::size_t asked = all_stops.size();
    const std::vector<Route> routes =
        find_routes(source, std::move(all_stops), arguments.alternatives, console.progress());
    const double path_seconds = lap();
    console.stop();
    if (arguments.alternatives > 0) log_alternatives(routes, asked, console);
    RouteOutput output = arguments.output;
    attach(output, console);
    output.alternatives = arguments.alternatives > 0;
    output.pairs = columns_of_routes(columns, routes);
    format_of_output.write(source, routes, output);
    console.stop();
    const double write_seconds = lap();

    const auto unreachable = std::ranges::count_if(routes, [](const Route& route) { return !route.reachable; });
    if (arguments.json) {
        print_json(arguments, asked_routes, asked, routes, unreachable,
                   {{"read", read_seconds},
                    {"prepare", prepare_seconds},
                    {"path", path_seconds},
                    {"write", write_seconds},
                    {"total", lap_end}});
    }
    return console.end(unreachable == 0 && unsnapped == 0,
                       format("{} of {} unreachable, {} not snapped", unreachable, counted(asked, "path"),
                              counted(unsnapped, "position")));
}

std::vector<std::string> names_of_formats() {
    std::vector<std::string> names;
    for (const RouteFormat& known : route_formats()) names.push_back(known.name);
    return names;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix, a table solved with next hops, or a factor");
    add_stop_options(app, arguments->stops);
    add_alternatives_option(app, arguments->alternatives);
    add_flag(app, arguments->output.format, {"-f,--format", "", "Format of the output (default: by suffix, else text)"})
        ->check(CLI::IsMember(names_of_formats()));
    add_flag(app, arguments->output.steps,
             {"--steps", "arcs|roads", "Steps of the text format (default: roads if they have names)"});
    add_flag(app, arguments->output.language,
             {"--language", "CODE", "Language of directions: " + joined(instruction_languages()) + " (default: en)"});
    add_flag(app, arguments->output.unit,
             {"--unit", "UNIT", "Unit of costs, such as min or km (default: the cost's own)"});
    add_flag(app, arguments->output.path, {"-o,--output", "", "File to write; - writes to standard output"});
    app.add_flag("-O,--overwrite", arguments->output.overwrite, "Overwrite an existing output");
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON; the paths go to -o");
    add_snap_options(app, arguments->snap);
    add_access_option(app, arguments->snap);
    add_cost_options(app, arguments->solve);
    add_options(app, hour_options(), arguments->hours, "Costs by hour", named({"hourly", "depart"}));
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace path_verb

Command path_command() {
    return {"path", "Find shortest paths between nodes or positions",
            "  allways path data/sioux_falls --from 1 --to 20\n"
            "  allways path table.omx --from 1 --via 10 --to 20 -f json\n"
            "  allways path monaco.osm.pbf --from @7.4166,43.7311 --to @7.4275,43.7402 -o path.geojson\n"
            "  allways path city.factor --pairs trips.csv -o paths.csv --json\n"
            "  allways path city.gpkg --from 17 --to 2041 --hourly speeds.csv --depart 'Mon 07:45'\n"
            "  allways path table.omx --pairs trips.csv -f csv -o paths.csv --strict",
            path_verb::declare};
}

}  // namespace allways::command
