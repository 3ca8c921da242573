// SPDX-License-Identifier: Apache-2.0
// allways components: the connected components of a network.
#include <algorithm>
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/export.h"
#include "allways/export/features.h"
#include "allways/export/json.h"
#include "allways/network/components.h"
#include "allways/result/natural_scale.h"
#include "base/human.h"
#include "base/text_table.h"
#include "command/command.h"
#include "command/input.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"

namespace allways::command {

namespace components_verb {
namespace {

struct Arguments {
    InputArguments input;
    bool weak = false;
    std::size_t limit = 10;
    bool json = false;
    FeatureOutput nodes;  // nodes and arcs with their components
    FeatureLayers layers = FeatureLayers::all;
    OutputArguments extract;  // the network of one component
    std::size_t component = 1;

    Connection connection() const { return weak ? Connection::weak : Connection::strong; }
};

std::string number_text(double value) {
    return Decimal::from_double(value).to_string();
}

std::string length_text(const ComponentList::Entry& entry) {
    return entry.length ? entry.length->to_string() : "-";
}

std::string extent_text(const ComponentList::Entry& entry) {
    if (entry.extent.is_empty()) return "-";
    const auto& [low, high] = entry.extent;
    return format("{},{},{},{}", number_text(low.x), number_text(low.y), number_text(high.x), number_text(high.y));
}

std::string counted(std::size_t count, Connection connection) {
    return format("{} {} component{}", count_text(count), connection == Connection::strong ? "strong" : "weak",
                  count == 1 ? "" : "s");
}

void print(const Arguments& arguments, const RoadNetwork& network, const ComponentList& list, std::size_t other_count) {
    const Connection other = arguments.weak ? Connection::strong : Connection::weak;
    std::cout << format("{} ({}) of {} nodes\n", counted(list.components.size(), arguments.connection()),
                        counted(other_count, other), count_text(network.node_count()));
    if (list.components.empty()) return;
    const ArcColumn* length = network.column("length");
    const std::string unit = length == nullptr || length->unit.empty() ? "" : " " + length->unit;
    std::vector<std::vector<std::string>> rows{
        {"component", "nodes", "arcs", "length" + unit, "example", "west,south,east,north"}};
    const std::size_t shown = std::min(arguments.limit, list.components.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const ComponentList::Entry& entry = list.components[i];
        rows.push_back({count_text(i + 1), count_text(entry.nodes), count_text(entry.arcs), length_text(entry),
                        network.node_ids.text(entry.example), extent_text(entry)});
    }
    std::cout << text_table(rows, 0);
    if (shown < list.components.size()) {
        std::cout << format("… and {} more; --limit shows them\n", count_text(list.components.size() - shown));
    }
}

nlohmann::ordered_json json_of(const Arguments& arguments, const RoadNetwork& network, const ComponentList& list,
                               std::size_t other_count) {
    nlohmann::ordered_json json{{"connection", arguments.weak ? "weak" : "strong"},
                                {"nodes", network.node_count()},
                                {"strong_components", arguments.weak ? other_count : list.components.size()},
                                {"weak_components", arguments.weak ? list.components.size() : other_count}};
    const ArcColumn* length = network.column("length");
    json["length_unit"] = length == nullptr ? "" : length->unit;
    json["crs"] = network.provenance.crs;
    json["components"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < list.components.size(); ++i) {
        const ComponentList::Entry& entry = list.components[i];
        nlohmann::ordered_json row{{"component", i + 1},
                                   {"nodes", entry.nodes},
                                   {"arcs", entry.arcs},
                                   {"length", nullptr},
                                   {"example", id_json(network.node_ids, entry.example)},
                                   {"extent", nullptr}};
        if (entry.length) row["length"] = entry.length->to_double();
        if (!entry.extent.is_empty()) {
            row["extent"] = {entry.extent.low.x, entry.extent.low.y, entry.extent.high.x, entry.extent.high.y};
        }
        json["components"].push_back(std::move(row));
    }
    return json;
}

void extract(const Arguments& arguments, const RoadNetwork& network, const ComponentList& list, Console& console) {
    if (arguments.component > list.components.size()) {
        throw InvalidArgument(format("--component {}: there are {}", arguments.component,
                                     counted(list.components.size(), arguments.connection())));
    }
    std::vector<std::uint8_t> keep(network.node_count(), 0);
    for (std::size_t node = 0; node < keep.size(); ++node) keep[node] = list.of[node] == arguments.component - 1;
    write_network(induced_subnetwork(network, keep), arguments.extract.path, arguments.extract.options(console));
}

void check(const Arguments& arguments, Console& console) {
    const std::string& extracted = arguments.extract.path;
    if (!arguments.nodes.path.empty()) {
        check_feature_output(arguments.nodes);
    } else if (!arguments.nodes.format.empty()) {
        throw InvalidArgument("-f requires -o");
    } else if (arguments.layers != FeatureLayers::all) {
        throw InvalidArgument("--what requires -o");
    }
    if (!extracted.empty()) {
        check_network_output(extracted, arguments.extract.options(console));
        const bool taken = !arguments.nodes.path.empty() && is_same_file(extracted, arguments.nodes.path);
        if (taken || extracted == standard_output) throw InvalidArgument("--extract needs a file of its own");
    }
}

ExitCode run(Arguments arguments, Console& console) {
    arguments.nodes.overwrite = arguments.extract.write.overwrite;
    check(arguments, console);
    const RoadNetwork network = read_network_input(arguments.input, console);
    const ComponentList list = list_components(network, arguments.connection());
    if (!arguments.extract.path.empty()) extract(arguments, network, list, console);
    attach(arguments.nodes, console);
    if (!arguments.nodes.path.empty()) write_components(network, list, arguments.nodes, arguments.layers);
    console.stop();
    if (arguments.nodes.path == standard_output) return ExitCode::ok;
    const std::size_t other_count =
        list_components(network, arguments.weak ? Connection::strong : Connection::weak).components.size();
    if (arguments.json) {
        report_stream(arguments.nodes.path) << json_text(json_of(arguments, network, list, other_count), 2) << "\n";
    } else {
        print(arguments, network, list, other_count);
    }
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    app.add_flag("--weak", arguments->weak,
                 "Find weak components, ignoring directions (default: strong components, whose nodes all reach "
                 "each other)");
    auto* limit =
        add_flag(app, arguments->limit, {"--limit", "COUNT", "Number of components to print"})->capture_default_str();
    limit->excludes(app.add_flag("--json", arguments->json, "Print all components as JSON"));
    add_flag(
        app, arguments->nodes.path,
        {"-o,--output", "FILE",
         "Also write all nodes, and all arcs as lines, with the number and size of their component: .gpkg, .geojson, "
         ".shp, .fgb or .csv; - writes them to standard output instead of the list"});
    add_feature_format(app, arguments->nodes.format, "-o");
    add_layers_option(app, arguments->layers, "Layers of -o; .geojson and .csv hold one, nodes unless this says arcs");
    add_flag(app, arguments->extract.path,
             {"--extract", "NETWORK",
              "Also write one component as a network, in the format of the suffix (see 'allways formats')"});
    app.add_option("--component", arguments->component, "Number of the component to extract; 1 is the largest")
        ->check(count_from(1))
        ->capture_default_str()
        ->needs("--extract")
        ->type_name("NUMBER");
    add_options(app, export_options(), arguments->extract.write, "Options", named({"overwrite", "lossy"}));
    app.get_option("--lossy")->needs("--extract");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace components_verb

Command components_command() {
    return {"components", "List the components of a network, and extract one",
            "  allways components city.osm.pbf\n"
            "  allways components city.gpkg --weak -o islands.gpkg\n"
            "  allways components city.gpkg --extract connected.gpkg",
            components_verb::declare};
}

}  // namespace allways::command
