// SPDX-License-Identifier: Apache-2.0
#include "command/solve_factor.h"

#include <iostream>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/export/json.h"
#include "allways/network/elimination_order.h"
#include "allways/result/provenance.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/import_report_json.h"
#include "command/solve_report.h"

namespace allways::command {

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

}  // namespace

ExitCode solve_factor(FactorArguments arguments, Console& console) {
    const Stopwatch total;
    ImportReport found;
    double read_seconds = 0;
    Input input = read(for_solving(arguments.input, arguments.solve), console, &found, &read_seconds);
    RoadNetwork& network = network_in(input, arguments.input.path);
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    require_costs(arguments.solve.cost, arguments.input.read, input);
    if (!arguments.report.empty()) write_import_report(found, arguments.report, arguments.output.write.overwrite);

    if (!arguments.order_from.empty()) network.elimination_order = order_of(arguments.order_from, network, console);
    Factored made = factorize_with_report(network, arguments.solve.options(console));
    if (!arguments.order_from.empty()) made.report.order_method = format("taken from {}", arguments.order_from);
    const Stopwatch writing;
    ExportOptions options = arguments.output.options(console);
    options.provenance =
        made_by({{"source", arguments.input.path}, {"order", made.report.order_method}}, made.value.provenance);
    write_factor(made.value, arguments.output.path, options);
    auto& seconds = made.report.seconds;
    seconds["read"] = read_seconds;
    seconds["write"] = writing.seconds();
    seconds["total"] = total.seconds();
    console.stop();

    console.log()(LogLevel::debug, format("order ({}): {} arcs in the filled graph, {} high", made.report.order_method,
                                          count_text(made.report.fill), count_text(made.report.height)));
    console.info(format("{}, {}; read {}, order {}, factor {}, write {}; {}", counted(made.report.nodes, "node"),
                        counted(made.report.arcs, "arc"), seconds_text(read_seconds), seconds_text(seconds["order"]),
                        seconds_text(seconds["factor"]), seconds_text(seconds["write"]), arguments.output.path));
    if (arguments.json) {
        auto json = to_json(made.report);
        json["input"] = {{"file", arguments.input.path}, {"format", found.format}};
        json["outputs"] = {arguments.output.path};
        if (!arguments.report.empty()) json["outputs"].push_back(arguments.report);
        std::cout << json_text(json, 2) << "\n";
    }
    return ExitCode::ok;
}

}  // namespace allways::command
