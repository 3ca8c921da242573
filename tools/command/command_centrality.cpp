// SPDX-License-Identifier: Apache-2.0
// allways centrality: closeness, eccentricity, betweenness, … of the nodes and arcs of a network.
#include <algorithm>
#include <cmath>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/export/features.h"
#include "allways/query/centrality.h"
#include "allways/result/natural_scale.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "command/command.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace centrality_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::vector<std::string> measures;
    CentralityRequest request;
    std::string unit;
    FeatureOutput output;
    FeatureLayers layers = FeatureLayers::all;
    bool json = false;
};

// The measures of the words, each once.
std::vector<CentralityMeasure> measures_of(const std::vector<std::string>& words) {
    const std::vector<std::string> known = words_of(CentralityMeasure{});
    for (const std::string& word : words) {
        if (std::ranges::find(known, word) != known.end()) continue;
        throw InvalidArgument(format("--measures: '{}' is not among {}", word, joined(known)));
    }
    std::vector<CentralityMeasure> measures;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (std::ranges::find(words, known[i]) != words.end()) measures.push_back(static_cast<CentralityMeasure>(i));
    }
    return measures;
}

// Puts distances into the unit that is written, and inverse distances into its inverse.
void convert(Centrality& found, const NaturalScale& scale) {
    const double units = scale.value(std::pow(10, found.scale.digits));  // that one unit of the cost makes
    for (double& number : found.closeness) number /= units;
    for (double& number : found.harmonic) number /= units;
    for (double& number : found.eccentricity) number = scale.value(number);
}

NetworkColumns columns_of(const Centrality& found, const NaturalScale& scale, std::size_t nodes) {
    NetworkColumns columns{"centrality", {}, {}, nodes};
    const auto add = [](const std::string& name, const std::vector<double>& values,
                        std::vector<NetworkColumns::Column>& to) {
        if (!values.empty()) to.push_back({name, values});
    };
    add("closeness", found.closeness, columns.of_nodes);
    add("harmonic", found.harmonic, columns.of_nodes);
    add(scale.unit().empty() ? "eccentricity" : "eccentricity_" + scale.unit(), found.eccentricity, columns.of_nodes);
    add("reach", found.reach, columns.of_nodes);
    add("betweenness", found.betweenness, columns.of_nodes);
    add("betweenness", found.arc_betweenness, columns.of_arcs);
    return columns;
}

bool has_distances(const Centrality& found) {
    return !found.closeness.empty() || !found.harmonic.empty() || !found.eccentricity.empty() || !found.reach.empty();
}

nlohmann::ordered_json json_of(const Arguments& arguments, const Centrality& found, const NaturalScale& scale) {
    auto json = to_json(found.report);
    json["measures"] = arguments.measures;
    json["unit"] = scale.unit();
    if (has_distances(found)) {
        const auto number = [&](double raw) {
            return std::isnan(raw) ? nlohmann::ordered_json() : nlohmann::ordered_json(scale.value(raw));
        };
        json["radius"] = number(found.raw_radius);
        json["diameter"] = number(found.raw_diameter);
        json["mean"] = number(found.raw_mean);
        json["reached_pairs"] = found.reached_pairs;
        json["zero_pairs"] = found.zero_pairs;
    }
    return json;
}

void tell(const Centrality& found, const NaturalScale& scale, std::uint64_t nodes, Console& console) {
    if (!has_distances(found) || found.reached_pairs == 0) return;
    const std::string unit = scale.unit().empty() ? "" : " " + scale.unit();
    console.info(format("radius {:.10g}{}, diameter {:.10g}{}, mean distance {:.6g}{}", scale.value(found.raw_radius),
                        unit, scale.value(found.raw_diameter), unit, scale.value(found.raw_mean), unit));
    const std::uint64_t without = nodes * (nodes - 1) - found.reached_pairs;
    if (without > 0) console.info(format("{} without a path, which do not count", counted(without, "ordered pair")));
    if (found.zero_pairs > 0 && !found.harmonic.empty()) {
        console.info(format("{} at distance 0, which harmonic leaves out", counted(found.zero_pairs, "ordered pair")));
    }
}

ExitCode run(Arguments arguments, Console& console) {
    check_feature_output(arguments.output);
    arguments.request.measures = measures_of(arguments.measures);
    const Stopwatch total;
    const Input input = read_to_solve(arguments.input, arguments.solve, console);
    const SolveOptions solve = arguments.solve.options(console);
    const auto& network = std::get<RoadNetwork>(input);
    NaturalScale(build_arc_costs(network, {solve.cost, solve.cost_type}).scale, arguments.unit);  // before the work
    Centrality found = find_centrality(network, arguments.request, solve);
    const NaturalScale scale(found.scale, arguments.unit);
    convert(found, scale);
    attach(arguments.output, console);
    write_network_columns(network, columns_of(found, scale, network.node_count()), arguments.output, arguments.layers);
    console.stop();

    tell(found, scale, network.node_count(), console);
    console.info(format("{}, {}; {}; {}", counted(network.node_count(), "node"), counted(network.arc_count(), "arc"),
                        seconds_text(total.seconds()), arguments.output.path));
    if (arguments.json) print_report(json_of(arguments, found, scale), arguments.input.path, arguments.output.path);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    add_flag(app, arguments->measures,
             {"--measures", "WORDS",
              "Comma-separated: closeness, harmonic, eccentricity, reach, betweenness (of nodes), arc-betweenness"})
        ->required();
    app.add_flag("--towards", arguments->request.towards,
                 "Measure distances from all others to the node (default: from the node to all others)");
    app.add_flag("--normalized", arguments->request.normalized, "Divide betweenness by the number of pairs");
    add_flag(app, arguments->unit,
             {"--unit", "UNIT",
              "Unit of eccentricity, such as min or km; closeness and harmonic are per unit (default: the cost's)"});
    add_feature_options(app, arguments->output,
                        "File to write, with a point for each node and a line for each arc: .gpkg, .geojson, .shp, "
                        ".fgb or .csv; - writes to standard output",
                        &arguments->layers, "Layers to write; .geojson and .csv hold one, arcs if they have a measure");
    add_solve_options(app, arguments->solve, named({"cost", "cost_type", "memory_limit_bytes"}));
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace centrality_verb

Command centrality_command() {
    return {"centrality", "Compute closeness, eccentricity, betweenness and other centralities of nodes and arcs",
            "  allways centrality city.gpkg --measures closeness,reach -o closeness.gpkg\n"
            "  allways centrality city.osm.pbf --turns none --measures betweenness,arc-betweenness -o between.gpkg\n"
            "  allways centrality city.gpkg --cost length --measures eccentricity --unit km --json -o far.csv",
            centrality_verb::declare};
}

}  // namespace allways::command
