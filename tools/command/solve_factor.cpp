// SPDX-License-Identifier: Apache-2.0
#include "command/solve_factor.h"

#include <iostream>
#include <optional>
#include <span>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/export/json.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "command/reports.h"

namespace allways::command::solve_verb {

namespace {

RoadNetwork& network_in(Input& input, const std::string& path) {
    if (auto* network = std::get_if<RoadNetwork>(&input)) return *network;
    if (std::holds_alternative<CostMatrix>(input)) {
        throw InputError(path, 0,
                         "a factor needs a network, but a matrix may join every node to every other; solve it without "
                         "--factor-only");
    }
    throw InputError(path, 0, "expected a network, but this is solved already; use it with 'allways path'");
}

// Throws if the factor belongs to other nodes.
std::vector<NodeIndex> order_of(const std::string& path, const RoadNetwork& network, Console& console) {
    ReadOptions options;
    options.log = console.log();
    const NetworkFactor factor = read_factor(path, options);
    const auto fail = [&](const std::string& what) {
        throw InputError(path, 0, format("{}, so its order belongs to another network; leave out --order-from", what));
    };
    if (factor.node_count() != network.node_count()) {
        fail(format("the factor has {} nodes and the network {}", factor.node_count(), network.node_count()));
    }
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (factor.node_ids.text(node) == network.node_ids.text(node)) continue;
        fail(format("node {} is {} in the factor and {} in the network", node + 1, factor.node_ids.text(node),
                    network.node_ids.text(node)));
    }
    std::vector<NodeIndex> order = factor.elimination_order();
    if (const std::string misfit = why_order_misfits(network, order); !misfit.empty()) fail(misfit);
    return order;
}

// Describes factors of several costs by the first.
FactorReport report_of(std::span<const NetworkFactor> factors) {
    const NetworkFactor& first = factors.front();
    FactorReport report;
    report.order = "one for all costs";
    report.cost_type = first.type();
    report.scale = first.scale;
    report.nodes = first.node_count();
    report.arcs = first.arcs.size();
    report.core_nodes = first.rank_count();
    report.no_through_nodes = first.no_through_count();
    report.fill = first.fill();
    report.height = first.height();
    report.first_arc_bits = static_cast<std::uint64_t>(first.first_arc_bits());
    for (const NetworkFactor& factor : factors) report.bytes += factor.factor_bytes();
    return report;
}

std::pair<std::vector<NetworkFactor>, FactorReport> make_factors(const RoadNetwork& network,
                                                                 const std::optional<HourlyCosts>& hourly,
                                                                 const Arguments& arguments, Console& console) {
    const SolveOptions options = arguments.solve.options(console);
    std::vector<NetworkFactor> factors;
    FactorReport report;
    const Stopwatch watch;
    if (hourly) {
        factors = factorize(network, hourly->columns, options);
        report = report_of(factors);
        report.seconds["factor"] = watch.seconds();
    } else {
        Factored one = factorize_with_report(network, options);
        std::erase_if(one.value.provenance, [](const auto& note) { return note.first == "costs"; });  // of its source
        factors.push_back(std::move(one.value));
        report = std::move(one.report);
    }
    if (!arguments.order_from.empty()) report.order = format("taken from {}", arguments.order_from);
    return {std::move(factors), std::move(report)};
}

}  // namespace

ExitCode solve_factor(Arguments arguments, Console& console) {
    const Stopwatch total;
    ImportReport found;
    arguments.input.read.log = console.log();
    double read_seconds = 0;
    Input input = read(for_solving(arguments.input, arguments.solve), console, &found, &read_seconds);
    RoadNetwork& network = network_in(input, arguments.input.path);
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    const std::optional<HourlyCosts> hourly =
        hourly_costs(network, arguments.solve.cost, arguments.hours, arguments.input.read);
    if (hourly) arguments.solve.cost = cost_beside(*hourly, network, arguments.solve.cost);
    require_costs(arguments.solve.cost, arguments.input.read, input, console.log());
    if (!arguments.report.empty()) write_import_report(found, arguments.report, arguments.output.write.overwrite);

    if (!arguments.order_from.empty()) network.elimination_order = order_of(arguments.order_from, network, console);
    auto [factors, report] = make_factors(network, hourly, arguments, console);
    std::vector<std::string> costs;
    for (const NetworkFactor& factor : factors) costs.push_back(factor.scale.name);
    const Stopwatch writing;
    ExportOptions options = arguments.output.options(console);
    TableProvenance notes{{"source", arguments.input.path}, {"order", report.order}};
    if (hourly) {
        notes.emplace_back("hours", json_text(nlohmann::ordered_json(hourly->hours)));
        notes.emplace_back("costs", joined(costs));
    }
    options.provenance = made_by(std::move(notes), factors.front().provenance);
    write_factors(factors, arguments.output.path, options);
    auto& seconds = report.seconds;
    seconds["read"] = read_seconds;
    seconds["write"] = writing.seconds();
    seconds["total"] = total.seconds();
    console.stop();

    console.log()(LogLevel::debug, format("order ({}): {} arcs in the filled graph, {} high", report.order,
                                          count_text(report.fill), count_text(report.height)));
    if (factors.size() > 1) console.info(format("{} over one order", counted(factors.size(), "cost")));
    console.info(format("{}, {}; read {}, order {}, factor {}, write {}; {}", counted(report.nodes, "node"),
                        counted(report.arcs, "arc"), seconds_text(read_seconds), seconds_text(seconds["order"]),
                        seconds_text(seconds["factor"]), seconds_text(seconds["write"]), arguments.output.path));
    if (arguments.json) {
        auto json = json_of(report);
        if (factors.size() > 1) json["costs"] = costs;
        json["input"] = {{"file", arguments.input.path}, {"format", found.format}};
        json["outputs"] = {arguments.output.path};
        if (!arguments.report.empty()) json["outputs"].push_back(arguments.report);
        std::cout << json_text(json, 2) << "\n";
    }
    return ExitCode::ok;
}

}  // namespace allways::command::solve_verb
