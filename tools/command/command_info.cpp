// SPDX-License-Identifier: Apache-2.0
// allways info: shows what a file contains.
#include <algorithm>
#include <iostream>
#include <optional>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/export.h"
#include "allways/export/features.h"
#include "allways/export/json.h"
#include "allways/importers/closed_roads.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "base/text_table.h"
#include "command/command.h"
#include "command/info_text.h"
#include "command/input.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/reports.h"

namespace allways::command {

namespace info_verb {
namespace {

using command::json_of;  // in addition to those below
using command::print;

struct Arguments {
    InputArguments input;
    std::size_t head = 0;
    bool json = false;
    std::string dangles;  // output file: places where lines may have failed to meet
    bool overwrite = false;
};

// Decimal text of about a dozen digits; longer numbers are rounded.
std::string short_number(const std::string& text) {
    constexpr std::size_t longest = 14;  // twelve digits, a sign and a point
    if (text.size() <= longest) return text;
    const auto number = Decimal::parse(text);
    return number ? format("{:.6g}", number->to_double()) : text;
}

void print_columns(const ImportReport& report) {
    if (report.columns.empty()) return;
    std::vector<std::vector<std::string>> rows{
        {"column", "unit", "smallest", "largest", "zero", "negative", "missing"}};
    for (const auto& column : report.columns) {
        rows.push_back({column.name, column.unit.empty() ? "-" : column.unit, short_number(column.smallest),
                        short_number(column.largest), count_text(column.zero), count_text(column.negative),
                        count_text(column.missing)});
    }
    std::cout << "\n" << text_table(rows, 2);
}

void print_texts(const ImportReport& report) {
    if (report.texts.empty()) return;
    std::vector<std::vector<std::string>> rows{{"text", "arcs", "different"}};
    for (const auto& text : report.texts) {
        rows.push_back({text.name, count_text(text.arcs), count_text(text.different)});
    }
    std::cout << "\n" << text_table(rows, 1);
}

void print_counts(const ImportReport& report) {
    if (report.counts.empty()) return;
    std::vector<std::vector<std::string>> rows{{"in the source", "count"}};
    for (const auto& count : report.counts) rows.push_back({count.name, count_text(count.count)});
    std::cout << "\n" << text_table(rows, 1);
}

void print_skipped(const ImportReport& report) {
    for (const auto& skipped : report.skipped) {
        const std::string first = skipped.first_line == 0 ? "" : format(", first at line {}", skipped.first_line);
        std::cout << format("skipped: {} × {}{}\n", count_text(skipped.count), skipped.reason, first);
    }
}

void print_found(const ImportReport& report) {
    print_columns(report);
    print_texts(report);
    print_counts(report);
    print_skipped(report);
}

// Returns nothing if PROJ does not know the reference system.
std::optional<BoundingBox> extent_if_known(const RoadNetwork& network) {
    try {
        return extent_of(network);
    } catch (const InvalidArgument&) {
        return std::nullopt;
    }
}

std::string turns_text(const ImportReport::Turns& turns) {
    std::vector<std::string> parts;
    if (turns.sequences > 0) parts.push_back(counted(turns.sequences, "forbidden or mandatory sequence"));
    if (turns.prices > 0) parts.push_back(counted(turns.prices, "price"));
    if (turns.destination_only > 0) parts.push_back(counted(turns.destination_only, "arc") + " for destinations only");
    if (turns.turning_round_is_limited) parts.push_back("turning round at some nodes only");
    return joined(parts);
}

void print(const RoadNetwork& network, const ImportReport& report) {
    put_line("network", report.source);
    put_line("format", report.format);
    put_line("nodes", format("{} ({} isolated, {} no-through)", count_text(report.nodes),
                             count_text(report.isolated_nodes), count_text(report.no_through_nodes)));
    put_line("arcs", format("{} ({} parallel, {} self-loops)", count_text(report.arcs),
                            count_text(report.parallel_arcs), count_text(report.self_loops)));
    put_line("components",
             format("{}; strong: {}, the largest of {}", count_text(report.components),
                    count_text(report.strong_components), counted(report.largest_strong_component, "node")));
    put_line("coordinates", network.coordinates.empty()      ? "none"
                            : network.provenance.crs.empty() ? "yes, reference system not stated"
                                                             : reference_system_text(network.provenance.crs));
    const auto extent = network.provenance.crs.empty() ? std::nullopt : extent_if_known(network);
    if (extent) put_line("extent", text_of(*extent) + " (west, south, east, north)");
    if (report.shaped_arcs > 0)
        put_line("shapes", format("{} one", counted(report.shaped_arcs, "arc has", "arcs have")));
    if (report.turns.any()) put_line("turn rules", turns_text(report.turns));
    if (report.has_order) put_line("order", "stored: solve, table and path need not compute one");
    put_notes(network.provenance.notes);
    print_found(report);
}

void print(const NetworkFactor& factor, const std::string& source) {
    put_line("factor", source);
    put_line("nodes",
             format("{} ({} no-through)", count_text(factor.node_count()), count_text(factor.no_through_count())));
    put_line("arcs", count_text(factor.arcs.size()));
    put_line("costs", scale_text(factor.type(), factor.scale));
    put_line("fill",
             format("{} arcs each way, {:.1f} a node", count_text(factor.fill()),
                    static_cast<double>(factor.fill()) / std::max(1.0, static_cast<double>(factor.node_count()))));
    put_line("height", count_text(factor.height()));
    put_line("order and cells", bytes_text(factor.factor_bytes()));
    if (const auto sums = factor.kept_sums(); !sums.empty()) {
        std::vector<std::string> names;
        for (const CostScale& field : sums) names.push_back(field.name);
        put_line("kept skims", format("{}; {}", joined(names), bytes_text(factor.sums_bytes())));
    }
    put_line("coordinates", factor.coordinates.empty() ? "none"
                            : factor.crs.empty()       ? "yes"
                                                       : reference_system_text(factor.crs));
    put_notes(notes_of(factor.provenance));
}

nlohmann::ordered_json json_of(const RoadNetwork& network, const ImportReport& report) {
    nlohmann::ordered_json json{{"holds", "network"}};
    json.update(json_of(report));
    json["crs"] = network.provenance.crs;
    json["has_coordinates"] = !network.coordinates.empty();
    json["extent"] = nullptr;
    if (const auto extent = extent_if_known(network)) {
        json["extent"] = {extent->low.x, extent->low.y, extent->high.x, extent->high.y};
    }
    json["notes"] = notes_json(network.provenance.notes);
    return json;
}

nlohmann::ordered_json json_of(const NetworkFactor& factor, const std::string& source) {
    auto skims = nlohmann::ordered_json::array();
    for (const CostScale& field : factor.kept_sums()) skims.push_back(cost_json(field, CostType::int32));
    return {{"holds", "factor"},
            {"source", source},
            {"nodes", factor.node_count()},
            {"no_through_nodes", factor.no_through_count()},
            {"arcs", factor.arcs.size()},
            {"cost", cost_json(factor.scale, factor.type())},
            {"fill", factor.fill()},
            {"height", factor.height()},
            {"first_arc_bits", factor.first_arc_bits()},
            {"bytes", factor.factor_bytes()},
            {"kept_skims", std::move(skims)},
            {"has_coordinates", !factor.coordinates.empty()},
            {"notes", notes_json(notes_of(factor.provenance))}};
}

void check_head(const Arguments& arguments, const Input& input) {
    if (arguments.head == 0) return;
    if (arguments.json) throw InvalidArgument("--head prints text and cannot be combined with --json");
    if (!std::holds_alternative<DistanceTable>(input) && !std::holds_alternative<OriginDestinationTable>(input)) {
        throw InvalidArgument("--head applies only to solved tables");
    }
}

void write_dangles(const Arguments& arguments, const Input& input, const ImportReport& report, Console& console) {
    const auto* network = std::get_if<RoadNetwork>(&input);
    if (network == nullptr || !report.loose_ends) {
        throw InputError(arguments.input.path, 0,
                         "--dangles: the file states where its lines meet, so no end is loose; expected a layer of "
                         "lines that meet where their ends do");
    }
    write_loose_ends(*report.loose_ends, network->provenance.crs,
                     {.path = arguments.dangles,
                      .overwrite = arguments.overwrite,
                      .progress = console.progress(),
                      .log = console.log()});
}

ExitCode run(const Arguments& arguments, Console& console) {
    if (!arguments.dangles.empty()) {
        feature_format(arguments.dangles, "");
        check_file_output(arguments.dangles, arguments.overwrite);
    }
    ImportReport report;
    const Input input = read(arguments.input, console, &report);
    check_head(arguments, input);
    if (!arguments.dangles.empty()) write_dangles(arguments, input, report, console);
    console.stop();
    const auto show = [&](const auto& held, const auto& described) {
        if (arguments.json)
            std::cout << json_text(json_of(held, described), 2) << "\n";
        else
            print(held, described);
    };
    std::visit(
        [&](const auto& held) {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, RoadNetwork> || std::is_same_v<Held, CostMatrix>) {
                show(held, report);
                if (std::is_same_v<Held, CostMatrix> && !arguments.json) print_found(report);
            } else {
                show(held, arguments.input.path);
            }
        },
        input);
    if (const auto* table = std::get_if<DistanceTable>(&input); table && arguments.head > 0) {
        print_corner(*table, arguments.head);
    }
    if (const auto* table = std::get_if<OriginDestinationTable>(&input); table && arguments.head > 0) {
        print_corner(*table, arguments.head);
    }
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix, a solved table or a factor");
    add_flag(app, arguments->head, {"--head", "COUNT", "Also print the first COUNT rows and columns of a table"});
    app.add_flag("--json", arguments->json, "Print JSON");
    auto* dangles = add_flag(app, arguments->dangles,
                             {"--dangles", "FILE",
                              "Line layers: also write points where lines may have failed to meet, as a layer: "
                              "crossings without a node, gaps (dead ends close to another line) and other dangles"});
    app.add_flag("-O,--overwrite", arguments->overwrite, "Overwrite an existing file of --dangles")->needs(dangles);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace info_verb

Command info_command() {
    return {"info", "Show what a network, matrix, table or factor contains",
            "  allways info data/sioux_falls\n"
            "  allways info table.omx --head 6\n"
            "  allways info table.omx --json",
            info_verb::declare};
}

}  // namespace allways::command
