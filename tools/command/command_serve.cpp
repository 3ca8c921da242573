// SPDX-License-Identifier: Apache-2.0
// allways serve: answers HTTP requests, OSRM's above all, from a network in memory.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <future>
#include <iostream>
#include <thread>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/points/snap_options.h"
#include "allways/result/provenance.h"
#include "allways/service/http_server.h"
#include "allways/service/routing_service.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/input.h"
#include "command/interrupt.h"
#include "command/option_flags.h"
#include "command/option_rows.h"
#include "command/solve_options.h"

namespace allways::command {

namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    ServiceOptions service;
    HttpServerOptions server;
    std::vector<std::string> costs;  // columns; empty: one cost
    bool access_log = false;
};

NetworkFactor factor_of(Input& input, const Arguments& arguments, Console& console) {
    if (auto* factor = std::get_if<NetworkFactor>(&input)) return std::move(*factor);
    if (const auto* network = std::get_if<RoadNetwork>(&input)) {
        return factorize(*network, arguments.solve.options(console));
    }
    throw InputError(arguments.input.path, 0,
                     "expected a network or a factor; a table and a matrix have no roads to answer from");
}

// Whatever a client sends, it cannot end the line or the quotation.
std::string harmless(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c < 0x20 || c > 0x7e || c == '"'; }, '?');
    return text;
}

// A line for each request, as web servers write it.
void write_access(const AccessRecord& record) {
    char time[32];
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    const std::string line = format("{} {} \"{} {}\" {} {} {:.1f} ms\n", time, record.client, record.method,
                                    harmless(record.target), record.status, record.bytes, record.seconds * 1000);
    std::fputs(line.c_str(), stdout);
    std::fflush(stdout);
}

void serve(HttpServer& server, const RoutingService& service, const Arguments& arguments, Console& console,
           double seconds) {
    const std::string& address = arguments.server.address;
    server.listen(service);
    console.stop();
    console.info(format("listening on http://{}:{} after {}; Ctrl-C stops",
                        address.find(':') == std::string::npos ? address : format("[{}]", address), server.port(),
                        seconds_text(seconds)));
    auto running = std::async(std::launch::async, [&] { server.run(); });
    while (!is_interrupted() && running.wait_for(std::chrono::milliseconds(100)) == std::future_status::timeout) {
    }
    console.info("stopping: requests in flight are finished");
    server.stop();
    running.get();
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch watch;
    if (arguments.access_log) arguments.server.access_log = write_access;
    HttpServer server(arguments.server);
    Input input = read(for_solving(arguments.input, arguments.solve), console);
    if (!arguments.costs.empty() && std::holds_alternative<RoadNetwork>(input)) {
        arguments.solve.cost = arguments.costs.front();
    }
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    require_costs(arguments.solve.cost, arguments.input.read, input);
    NetworkFactor first = factor_of(input, arguments, console);
    share_attributes(first);
    std::vector<ServiceProfile> profiles =
        service_profiles(std::make_shared<const NetworkFactor>(std::move(first)), arguments.costs, console.log());
    const auto factor = profiles.front().factor;
    input = Input();
    arguments.service.log = console.log();
    const RoutingService service(std::move(profiles), arguments.service);
    console.info(format("{}, {}; limits: {} coordinates a route, {} sources and destinations of a table, {} pairs",
                        counted(factor->node_count(), "node"), counted(factor->arcs.size(), "arc"),
                        arguments.service.limits.route_coordinates, arguments.service.limits.table_coordinates,
                        arguments.service.limits.table_cells));
    serve(server, service, arguments, console, watch.seconds());
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network or a factor");
    const auto of_limits = taken_by("limits");
    add_options(app, http_server_options(), arguments->server, "Options", std::not_fn(of_limits));
    app.add_flag("--access-log", arguments->access_log, "Write a line for each request to standard output");
    add_options(app, service_options(), arguments->service, "Options");
    app.add_option("--costs", arguments->costs,
                   "Comma-separated columns of times to serve at once; the profile in a URL names one, any other name "
                   "means the first")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("FIELDS");
    add_options(app, service_limits(), arguments->service.limits, "Limits");
    add_options(app, http_server_options(), arguments->server, "Limits", of_limits);
    add_cost_options(app, arguments->solve);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

void add_service_rows(Flags& flags) {
    add_rows(flags, http_server_options());
    add_rows(flags, service_options());
    add_rows(flags, service_limits());
}

Command serve_command() {
    return {"serve", "Answer HTTP requests for routes and tables, as OSRM does",
            "  allways serve city.osm.pbf\n"
            "  allways serve city.factor --port 8080 --access-log\n"
            "  allways serve city.factor --allow-updates &\n"
            "  curl -H 'Content-Type: text/csv' --data-binary @traffic.csv http://127.0.0.1:5000/costs\n"
            "  allways serve city.osm.pbf --address 0.0.0.0 --cors '*' --max-table 1000\n"
            "  curl 'http://127.0.0.1:5000/route/v1/driving/7.4166,43.7311;7.4275,43.7402?steps=true'",
            declare};
}

}  // namespace allways::command
