// allways info: what a file holds.
#include <algorithm>
#include <iostream>
#include <optional>

#include <nlohmann/json.hpp>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/statistics.h"
#include "base/text_table.h"
#include "bounding_box.h"
#include "command.h"
#include "human.h"
#include "import_report_json.h"
#include "input.h"
#include "natural_text.h"
#include "number_options.h"

namespace allways::tools {

namespace {

struct Arguments {
    InputArguments input;
    std::size_t head = 0;
    bool json = false;
};

void line(std::string_view label, const std::string& value) {
    std::cout << format("{:<21} {}\n", label, value);
}

std::string number_text(double value) {
    return Decimal::from_double(value).to_string();
}

// Decimal text in about a dozen digits; what is longer loses the last ones.
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
        std::cout << format("passed over: {} × {}{}\n", count_text(skipped.count), skipped.reason, first);
    }
}

// One line each: of a note of several the first.
void print_notes(const std::vector<std::pair<std::string, std::string>>& notes) {
    for (const auto& [key, text] : notes) {
        const std::size_t end = text.find('\n');
        line(key, end == text.npos ? text : text.substr(0, end) + " …");
    }
}

nlohmann::ordered_json json_of(const std::vector<std::pair<std::string, std::string>>& notes) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& [key, text] : notes) json.push_back({{"name", key}, {"text", text}});
    return json;
}

// Nothing where the reference system is one that nobody knows.
std::optional<ReadOptions::Box> extent_if_known(const RoadNetwork& network) {
    try {
        return extent_of(network);
    } catch (const InvalidArgument&) {
        return std::nullopt;
    }
}

void print(const RoadNetwork& network, const ImportReport& report) {
    line("network", report.source);
    line("format", report.format);
    line("nodes", format("{} ({} isolated, {} no-through)", count_text(report.nodes), count_text(report.isolated_nodes),
                         count_text(report.no_through_nodes)));
    line("arcs", format("{} ({} parallel, {} self-loops)", count_text(report.arcs), count_text(report.parallel_arcs),
                        count_text(report.self_loops)));
    line("components", format("{}; strong: {}, the largest of {} nodes", count_text(report.components),
                              count_text(report.strong_components), count_text(report.largest_strong_component)));
    line("coordinates", network.coordinates.empty()      ? "none"
                        : network.provenance.crs.empty() ? "yes, reference system not stated"
                                                         : network.provenance.crs);
    const auto extent = network.provenance.crs.empty() ? std::nullopt : extent_if_known(network);
    if (extent) line("extent", text_of(*extent) + " (west, south, east, north)");
    if (report.shaped_arcs > 0) line("shapes", format("{} arcs have one", count_text(report.shaped_arcs)));
    if (report.has_order) line("order", "kept: solving, tables and paths need not find one");
    print_notes(network.provenance.notes);
    print_columns(report);
    print_texts(report);
    print_counts(report);
    print_skipped(report);
}

struct MatrixFacts {
    std::uint64_t arcs = 0;  // finite costs off the diagonal
    bool symmetric = true;
};

MatrixFacts facts_of(const CostMatrix& matrix) {
    return with_cost_type(matrix.type(), [&]<class T>() {
        MatrixFacts facts;
        const auto costs = matrix.eigen<T>();
        for (Eigen::Index i = 0; i < costs.rows(); ++i) {
            for (Eigen::Index j = 0; j < costs.cols(); ++j) {
                if (i != j && is_reachable(costs(i, j))) ++facts.arcs;
                if (j < i && costs(i, j) != costs(j, i)) facts.symmetric = false;
            }
        }
        return facts;
    });
}

std::string scale_text(CostType type, const CostScale& scale) {
    std::string text = format("{}, {}", scale.name, name(type));
    if (!scale.unit.empty()) text += ", in " + scale.unit;
    if (scale.digits != 0) text += format(", {} decimal digits", scale.digits);
    return text;
}

void print(const CostMatrix& matrix, const ImportReport& report) {
    const MatrixFacts facts = facts_of(matrix);
    const std::uint64_t pairs = report.nodes * (report.nodes == 0 ? 0 : report.nodes - 1);
    line("matrix", report.source);
    line("format", report.format);
    line("nodes", count_text(report.nodes));
    line("arcs", format("{} of {} pairs", count_text(facts.arcs), count_text(pairs)));
    line("costs", scale_text(matrix.type(), matrix.scale()));
    line("symmetric", facts.symmetric ? "yes" : "no");
    print_columns(report);
    print_skipped(report);
}

std::string distance_text(double distance, const CostScale& scale) {
    return number_text(distance) + unit_suffix(scale);
}

// What a table or factor was made from. How it was made varies by machine and is in the file.
TableProvenance notes_of(const TableProvenance& provenance) {
    TableProvenance notes = provenance;
    std::erase_if(notes, [](const auto& note) {
        return note.first == "generator" || note.first == "program" || note.first == "schedule" ||
               note.first == "device";
    });
    return notes;
}

void print(const DistanceTable& table, const std::string& source) {
    const TableStatistics found = statistics(table);
    const IdTable& ids = table.node_ids();
    line("solved table", source);
    line("nodes", count_text(found.nodes));
    line("distances", scale_text(table.type(), table.scale()));
    line("pairs", format("{}: {} reachable, {} unreachable, {} at distance 0", count_text(found.pairs),
                         count_text(found.reachable), count_text(found.unreachable), count_text(found.zero)));
    line("mean distance", format("{:.6g}{}", found.mean, unit_suffix(table.scale())));
    if (found.diameter) {
        line("diameter", format("{}, from {} to {}", distance_text(found.diameter->distance, table.scale()),
                                ids.text(found.diameter->from), ids.text(found.diameter->to)));
    }
    line("radius", found.radius ? format("{}, from {}", distance_text(found.radius->distance, table.scale()),
                                         ids.text(found.radius->center))
                                : "none: no node reaches every other");
    line("next hops", table.has_next_hops() ? format("yes, {} byte a pair", table.next_hops().bytes_per_hop()) : "no");
    line("coordinates", table.coordinates().empty() ? "none" : table.crs().empty() ? "yes" : table.crs());
    print_notes(notes_of(table.provenance()));
}

void print(const NetworkFactor& factor, const std::string& source) {
    line("factor", source);
    line("nodes", format("{} ({} no-through)", count_text(factor.node_count()),
                         count_text(factor.node_count() - factor.order.size())));
    line("arcs", count_text(factor.arcs.size()));
    line("costs", scale_text(factor.type(), factor.scale));
    line("fill", format("{} arcs each way, {:.1f} a node", count_text(factor.fill()),
                        static_cast<double>(factor.fill()) / std::max(1.0, static_cast<double>(factor.node_count()))));
    line("height", count_text(factor.height));
    line("order and cells", bytes_text(factor.factor_bytes()));
    line("coordinates", factor.coordinates.empty() ? "none" : factor.crs.empty() ? "yes" : factor.crs);
    print_notes(notes_of(factor.provenance));
}

// The first `count` rows and columns.
void print_corner(const DistanceTable& table, std::size_t count) {
    const auto last = static_cast<NodeIndex>(std::min(count, table.node_count()));
    std::vector<std::vector<std::string>> rows{{"from \\ to"}};
    for (NodeIndex to = 0; to < last; ++to) rows.front().push_back(table.node_ids().text(to));
    for (NodeIndex from = 0; from < last; ++from) {
        rows.push_back({table.node_ids().text(from)});
        for (NodeIndex to = 0; to < last; ++to) {
            rows.back().push_back(natural_text(table.raw_distance(from, to), table.type(), table.scale()));
        }
    }
    std::cout << "\n" << text_table(rows, 0);
}

nlohmann::ordered_json scale_json(CostType type, const CostScale& scale) {
    return {{"name", scale.name}, {"unit", scale.unit}, {"type", name(type)}, {"digits", scale.digits}};
}

nlohmann::ordered_json json_of(const RoadNetwork& network, const ImportReport& report) {
    nlohmann::ordered_json json{{"holds", "network"}};
    json.update(to_json(report));
    json["crs"] = network.provenance.crs;
    json["has_coordinates"] = !network.coordinates.empty();
    json["extent"] = nullptr;
    if (const auto extent = extent_if_known(network)) {
        json["extent"] = {extent->west, extent->south, extent->east, extent->north};
    }
    json["notes"] = json_of(network.provenance.notes);
    return json;
}

nlohmann::ordered_json json_of(const CostMatrix& matrix, const ImportReport& report) {
    const MatrixFacts facts = facts_of(matrix);
    nlohmann::ordered_json json{{"holds", "matrix"}};
    json.update(to_json(report));
    json["arcs"] = facts.arcs;
    json["symmetric"] = facts.symmetric;
    json["cost"] = scale_json(matrix.type(), matrix.scale());
    return json;
}

nlohmann::ordered_json json_of(const DistanceTable& table, const std::string& source) {
    const TableStatistics found = statistics(table);
    nlohmann::ordered_json json{{"holds", "table"},
                                {"source", source},
                                {"nodes", found.nodes},
                                {"cost", scale_json(table.type(), table.scale())},
                                {"pairs", found.pairs},
                                {"reachable", found.reachable},
                                {"unreachable", found.unreachable},
                                {"zero", found.zero},
                                {"mean", found.mean},
                                {"diameter", nullptr},
                                {"radius", nullptr},
                                {"next_hops", table.has_next_hops()},
                                {"notes", json_of(notes_of(table.provenance()))}};
    const IdTable& ids = table.node_ids();
    if (const auto& diameter = found.diameter) {
        json["diameter"] = {{"distance", number_json(diameter->distance)},
                            {"from", id_json(ids, diameter->from)},
                            {"to", id_json(ids, diameter->to)}};
    }
    if (const auto& radius = found.radius) {
        json["radius"] = {{"distance", number_json(radius->distance)}, {"center", id_json(ids, radius->center)}};
    }
    return json;
}

nlohmann::ordered_json json_of(const NetworkFactor& factor, const std::string& source) {
    return {{"holds", "factor"},
            {"source", source},
            {"nodes", factor.node_count()},
            {"no_through_nodes", factor.node_count() - factor.order.size()},
            {"arcs", factor.arcs.size()},
            {"cost", scale_json(factor.type(), factor.scale)},
            {"fill", factor.fill()},
            {"height", factor.height},
            {"label_bits", factor.label_bits},
            {"bytes", factor.factor_bytes()},
            {"has_coordinates", !factor.coordinates.empty()},
            {"notes", json_of(notes_of(factor.provenance))}};
}

void check_head(const Arguments& arguments, const Input& input) {
    if (arguments.head == 0) return;
    if (arguments.json) throw InvalidArgument("--head shows text, and --json wants none");
    if (!std::holds_alternative<DistanceTable>(input)) throw InvalidArgument("--head is for solved tables");
}

ExitCode run(const Arguments& arguments, Console& console) {
    ImportReport report;
    const Input input = read(arguments.input, console, &report);
    check_head(arguments, input);
    console.stop();
    const auto show = [&](const auto& held, const auto& described) {
        if (arguments.json)
            std::cout << json_of(held, described).dump(2) << "\n";
        else
            print(held, described);
    };
    std::visit(
        [&](const auto& held) {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, RoadNetwork> || std::is_same_v<Held, CostMatrix>) {
                show(held, report);
            } else {
                show(held, arguments.input.path);
            }
        },
        input);
    if (arguments.head > 0) print_corner(std::get<DistanceTable>(input), arguments.head);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix, a solved table or a factor");
    app.add_option("--head", arguments->head, "Tables: also the first rows and columns, so many of each")
        ->check(count_from(1))
        ->type_name("COUNT");
    app.add_flag("--json", arguments->json, "As JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command info_command() {
    return {"info", "Tells what a network, matrix, table or factor holds",
            "  allways info data/sioux_falls\n"
            "  allways info table.omx --head 6\n"
            "  allways info table.omx --json",
            declare};
}

}  // namespace allways::tools
