// SPDX-License-Identifier: Apache-2.0
// allways serve: answers HTTP requests, OSRM's above all, from a network in memory.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <future>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/points/snapped_points.h"
#include "allways/result/distance_table.h"
#include "allways/service/http_server.h"
#include "allways/service/routing_service.h"
#include "base/human.h"
#include "command/command.h"
#include "command/console.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/solve_options.h"

namespace allways::command {

namespace serve_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    ServiceOptions service;
    HttpServerOptions server;
    std::vector<std::string> costs;  // columns; empty: one cost
    bool writes_access_log = false;
    std::string log_format;  // "text", "common" or "json"; empty: text
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

std::string time_text(const char* pattern) {
    char text[40];
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    std::strftime(text, sizeof text, pattern, gmtime_r(&now, &utc));
    return text;
}

std::string text_line(const AccessRecord& one) {
    const std::string forwarded = one.forwarded_for.empty() ? "" : format(" for {}", harmless(one.forwarded_for));
    return format("{} {}{} \"{} {}\" {} {} {:.1f} ms\n", time_text("%Y-%m-%dT%H:%M:%SZ"), one.client, forwarded,
                  one.method, harmless(one.target), one.status, one.bytes, one.seconds * 1000);
}

// The common log format. The client is the last one that X-Forwarded-For names: the one that the proxy saw.
std::string common_line(const AccessRecord& one) {
    const std::string list = harmless(one.forwarded_for);
    const std::size_t last = list.find_last_of(", ");
    const std::string client = list.empty() ? one.client : list.substr(last == std::string::npos ? 0 : last + 1);
    return format("{} - - [{}] \"{} {} HTTP/1.1\" {} {}\n", client, time_text("%d/%b/%Y:%H:%M:%S +0000"), one.method,
                  harmless(one.target), one.status, one.bytes);
}

std::string json_line(const AccessRecord& one) {
    nlohmann::ordered_json line;
    line["time"] = time_text("%Y-%m-%dT%H:%M:%SZ");
    line["client"] = one.client;
    if (!one.forwarded_for.empty()) line["forwarded_for"] = harmless(one.forwarded_for);
    line["method"] = one.method;
    line["target"] = harmless(one.target);
    line["status"] = one.status;
    line["bytes"] = one.bytes;
    line["seconds"] = one.seconds;
    return line.dump() + "\n";
}

// Writes a line for each request.
std::function<void(const AccessRecord&)> access_log(const std::string& log_format) {
    return [=](const AccessRecord& one) {
        const std::string line = log_format == "json"     ? json_line(one)
                                 : log_format == "common" ? common_line(one)
                                                          : text_line(one);
        std::fputs(line.c_str(), stdout);
        std::fflush(stdout);
    };
}

void reload(const RoutingService& service, Console& console) {
    const Stopwatch watch;
    try {
        service.reload();
        console.info(format("the map was replaced after {}", seconds_text(watch.seconds())));
    } catch (const Error& error) {
        console.warn(format("the map stays as it was: {}", error.what()));
    }
}

// "http://127.0.0.1:5000", "unix:/run/allways.sock".
std::string place_text(const std::string& address, std::uint16_t port) {
    if (address.starts_with("unix:")) return address;
    const bool is_v6 = address.find(':') != std::string::npos;
    return format("http://{}:{}", is_v6 ? format("[{}]", address) : address, port);
}

void serve(HttpServer& server, const RoutingService& service, const Arguments& arguments, Console& console,
           double seconds) {
    server.listen(service);
    console.stop();
    console.info(format("listening on {} after {}; Ctrl-C stops", place_text(arguments.server.address, server.port()),
                        seconds_text(seconds)));
    auto running = std::async(std::launch::async, [&] { server.run(); });
    watch_for_hangups();
    while (!is_interrupted() && running.wait_for(std::chrono::milliseconds(100)) == std::future_status::timeout) {
        if (hung_up()) reload(service, console);
    }
    console.info("stopping: requests in flight are finished");
    server.stop();
    running.get();
}

// OpenStreetMap and Overture files count the profile's prices of turns unless `--turns` says otherwise, so that
// durations are those of a driver.
InputArguments with_turn_prices(InputArguments input) {
    const bool is_named = !input.read.format.empty() || input.path == "-";
    const std::string name = is_named ? input.read.format : input_format(input.path).name;
    if ((name == "osm" || name == "overture") && input.read.turns.empty()) input.read.turns = "full";
    return input;
}

void tell_missing_prices(const NetworkFactor& factor, Console& console) {
    const auto has = [&](const char* name) {
        return std::ranges::find(factor.provenance, name, &TableProvenance::value_type::first) !=
               factor.provenance.end();
    };
    if (!has("profile") || has("turn_prices")) return;
    console.info("turns have no prices, so that times are shorter than a driver's: import the map with --turns full");
}

std::vector<ServiceProfile> read_profiles(Arguments arguments, Console& console) {
    arguments.input.read.copies_factor = true;  // for as long as the server runs, somebody may overwrite the file
    Input input = read(for_solving(with_turn_prices(arguments.input), arguments.solve), console);
    if (!arguments.costs.empty() && std::holds_alternative<RoadNetwork>(input)) {
        arguments.solve.cost = arguments.costs.front();
    }
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    require_costs(arguments.solve.cost, arguments.input.read, input, console.log());
    NetworkFactor first = factor_of(input, arguments, console);
    share_attributes(first);
    if (arguments.input.read.turns.empty()) tell_missing_prices(first, console);
    return service_profiles(std::make_shared<const NetworkFactor>(std::move(first)), arguments.costs, console.log());
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch watch;
    if (arguments.writes_access_log || !arguments.log_format.empty()) {
        arguments.server.access_log = access_log(arguments.log_format);
    }
    HttpServer server(arguments.server);
    std::vector<ServiceProfile> profiles = read_profiles(arguments, console);
    auto factor = profiles.front().factor;
    arguments.service.log = console.log();
    arguments.service.load = [arguments, &console] { return read_profiles(arguments, console); };
    const RoutingService service(std::move(profiles), arguments.service);
    console.info(format("{}, {}; limits: {} coordinates a route, {} sources and destinations of a table, {} pairs",
                        counted(factor->node_count(), "node"), counted(factor->arcs.size(), "arc"),
                        arguments.service.limits.route_coordinates, arguments.service.limits.table_coordinates,
                        arguments.service.limits.table_cells));
    factor.reset();  // else the first map would stay in memory after another one has replaced it
    serve(server, service, arguments, console, watch.seconds());
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network or a factor");
    const auto of_limits = taken_by("limits");
    add_options(app, http_server_options(), arguments->server, "Options", std::not_fn(of_limits));
    app.add_flag("--access-log", arguments->writes_access_log, "Write a line for each request to standard output");
    add_flag(app, arguments->log_format,
             {"--log-format", "text|common|json",
              "Write a line for each request, as --access-log does: text, common (the common log format) or json"});
    add_options(app, service_options(), arguments->service, "Options");
    add_flag(app, arguments->costs,
             {"--costs", "FIELDS",
              "Comma-separated columns of times to serve at once; the profile in a URL names one, any other name "
              "means the first"});
    add_options(app, service_limits(), arguments->service.limits, "Limits");
    add_options(app, http_server_options(), arguments->server, "Limits", of_limits);
    add_cost_options(app, arguments->solve);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace serve_verb

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
            serve_verb::declare};
}

}  // namespace allways::command
