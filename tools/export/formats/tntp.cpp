// SPDX-License-Identifier: Apache-2.0
// RoadNetwork → TNTP X_net.tntp, and X_node.tntp beside it if there are coordinates; table of trips → X_trips.tntp.
// Nodes are 1 … N, of which the first ones are zone centroids. Source: github.com/bstabler/TransportationNetworks.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "allways/cost/arc_costs.h"
#include "allways/result/natural_scale.h"
#include "base/counted.h"
#include "base/text.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"

namespace allways::tools {

namespace {

// The fields of links by the names under which they are read back, then other columns that fill them.
constexpr std::array<std::array<const char*, 4>, 8> tntp_fields{{{"capacity", "cap", "link_capacity"},
                                                                 {"length"},
                                                                 {"time"},
                                                                 {"b", "alpha", "vdf_alpha", "vdf_alpha1"},
                                                                 {"power", "beta", "vdf_beta", "vdf_beta1"},
                                                                 {"speed", "free_speed"},
                                                                 {"toll"},
                                                                 {"link_type"}}};
constexpr std::size_t time_field = 2;

// The column of each field, or null. Without a time, the cost is the time.
std::array<const ArcColumn*, tntp_fields.size()> link_columns(const RoadNetwork& network) {
    std::array<const ArcColumn*, tntp_fields.size()> found{};
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const char* name : tntp_fields[i])
            if (found[i] == nullptr && name != nullptr) found[i] = network.column(name);
    }
    const ArcColumn* const cost = usual_cost_column(network);
    if (found[time_field] == nullptr && std::ranges::find(found, cost) == found.end()) found[time_field] = cost;
    return found;
}

std::string name_read_back(const RoadNetwork& network, const ArcColumn& column) {
    const auto columns = link_columns(network);
    const auto at = std::ranges::find(columns, &column);
    return at == columns.end() ? "" : tntp_fields[static_cast<std::size_t>(at - columns.begin())][0];
}

// Ids 1 … N stay; otherwise zone centroids come first.
std::vector<NodeIndex> nodes_as_numbered(const RoadNetwork& network) {
    std::vector<NodeIndex> order(network.node_count());
    std::iota(order.begin(), order.end(), NodeIndex{0});
    std::vector<NodeIndex> sorted = order;
    if (network.node_ids.is_numeric())
        std::ranges::sort(sorted, {}, [&](NodeIndex node) { return network.node_ids.numbers()[node]; });
    if (are_counted_from_1(network.node_ids, sorted)) return sorted;
    std::ranges::stable_partition(order, [&](NodeIndex node) { return is_centroid(network, node); });
    return order;
}

std::string node_path(const std::string& path) {
    constexpr std::string_view suffix = "_net.tntp";
    return path.ends_with(suffix) ? path.substr(0, path.size() - suffix.size()) + "_node.tntp" : "";
}

// Writes the rows of links without those that are closed, as they have no time. Missing numbers are 0.
void put_links(const RoadNetwork& network, std::span<const std::size_t> numbers, OutputFile& file,
               const ExportOptions& options) {
    const auto columns = link_columns(network);
    const ArcColumn* const lanes = network.provenance.format == "gmns" ? network.column("lanes") : nullptr;
    std::array<std::size_t, tntp_fields.size()> missing{};
    std::string original = "~\tinit_node\tterm_node\t";
    std::string heading = original;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i] == nullptr) continue;
        const std::string name = i == time_field ? "free_flow_time" : tntp_fields[i][0];
        heading += name + "\t";
        original += name + (columns[i]->unit.empty() ? "\t" : " (" + columns[i]->unit + ")\t");
        missing[i] = static_cast<std::size_t>(std::ranges::count_if(columns[i]->values, &Decimal::is_missing));
        if (missing[i] == 0) continue;
        log(options.log, LogLevel::loss,
            format("tntp cannot store {} without {}: {}", counted(missing[i], "arc"), columns[i]->name,
                   i == time_field ? "left out" : "it is written as 0"));
    }
    file.put(format("<NUMBER OF LINKS> {}\n<ORIGINAL HEADER>{};\n<END OF METADATA>\n\n{};\n",
                    network.arc_count() - missing[time_field], original, heading));
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (arc % 65536 == 0) report(options.progress, "write", arc, network.arc_count());
        if (missing[time_field] > 0 && columns[time_field]->values[arc].is_missing()) continue;
        file.put(format("\t{}\t{}", numbers[network.tail[arc]], numbers[network.head[arc]]));
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] == nullptr) continue;
            const Decimal value = columns[i]->values[arc];
            const bool of_lane = i == 0 && lanes != nullptr && !lanes->values[arc].is_missing();  // GMNS
            file.put('\t');
            file.put(value.is_missing() ? "0" : (of_lane ? value * lanes->values[arc] : value).to_string());
        }
        file.put("\t;\n");
    }
}

void write_tntp(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    const std::vector<NodeIndex> order = nodes_as_numbered(network);
    std::vector<std::size_t> numbers(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) numbers[order[i]] = i + 1;
    const auto passable = std::ranges::find_if(order, [&](NodeIndex node) { return !is_centroid(network, node); });
    std::int64_t zones = passable - order.begin();
    if (!are_counted_from_1(network.node_ids, order)) {
        log(options.log, LogLevel::warning,
            format("tntp numbers nodes from 1 to {}: they are renumbered, {} first", order.size(),
                   counted(static_cast<std::uint64_t>(zones), "zone centroid")));
    } else if (zones == 0) {  // paths may pass those that are noted, "1-24"
        for (const auto& [name, text] : network.provenance.notes)
            if (name == "zones") zones = std::min(parse_whole(text.substr(2)).value_or(0), std::ssize(order));
    }
    std::optional<OutputFile> nodes;
    if (!network.coordinates.empty() && !node_path(path).empty() &&
        std::ranges::all_of(network.coordinates, is_finite)) {
        nodes.emplace(node_path(path), options.overwrite);
        nodes->put("node\tX\tY\t;\n");
        for (const NodeIndex node : order)
            nodes->put(
                format("{}\t{}\t{}\t;\n", numbers[node], network.coordinates[node].x, network.coordinates[node].y));
        nodes->flush();
    }
    OutputFile file(path, options.overwrite);
    file.put(format("<NUMBER OF ZONES> {}\n<NUMBER OF NODES> {}\n<FIRST THRU NODE> {}\n", zones, order.size(),
                    passable - order.begin() + 1));
    put_links(network, numbers, file, options);
    if (nodes) {
        file.retire_old();
        nodes->commit();
    }
    file.commit();
}

// ---- trips

// Pairs without trips are left out, except those within a zone, which name every zone.
void write_tntp_trips(const TableCells& table, const std::string& path, const ExportOptions& options) {
    if (!are_counted_from_1(table.rows) || table.rows != table.columns)
        throw InvalidArgument("tntp-trips needs the zones 1 … N, in order, as origins and as destinations");
    const std::size_t n = table.rows.size();
    std::vector<double> trips = natural_numbers(table.distances, NaturalScale(table.scale, ""));
    long double total = 0;
    for (double& number : trips) total += number = std::isfinite(number) ? number : 0;
    OutputFile file(path, options.overwrite);
    file.put(format("<NUMBER OF ZONES> {}\n<TOTAL OD FLOW> {}\n<END OF METADATA>\n", n,
                    Decimal::from_double(static_cast<double>(total)).to_string()));
    for (std::size_t i = 0; i < n; ++i) {
        report(options.progress, "write", i, n);
        file.put(format("\nOrigin {}", i + 1));
        std::size_t pairs = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const double number = trips[i * n + j];
            if (number < 0)
                throw InvalidArgument(
                    format("tntp-trips needs trips from 0, found {} from {} to {}", number, i + 1, j + 1));
            if (number == 0 && i != j) continue;
            file.put(format("{}{} : {};", pairs % 5 == 0 ? "\n" : " ", j + 1, number));
            ++pairs;
        }
        file.put('\n');
    }
    file.commit();
}

}  // namespace

FormatWriter tntp_output() {
    using enum FormatTrait;
    FormatWriter format{{"tntp",
                         "network with TNTP's columns, with X_node.tntp beside X_net.tntp",
                         {"_net.tntp"},
                         {standard_output, isolated_nodes, parallel_arcs, coordinates_beside}}};
    format.write_network = write_tntp;
    format.node_order = nodes_as_numbered;
    format.column_name = name_read_back;
    format.keeps_unit = [](const ArcColumn& column) { return unit_symbol(column.unit) == column.unit; };
    format.default_cost = [](const RoadNetwork& network) {
        const ArcColumn* const time = link_columns(network)[time_field];
        return (time != nullptr ? time : usual_cost_column(network))->name;
    };
    format.files = [](const std::string& path) {
        return node_path(path).empty() ? std::vector{path} : std::vector{path, node_path(path)};
    };
    return format;
}

FormatWriter tntp_trips_output() {
    using enum FormatTrait;
    FormatWriter format{{"tntp-trips",
                         "table of trips between the zones 1 … N, for TNTP networks",
                         {"_trips.tntp"},
                         {matrices, standard_output, one_matrix}}};
    format.write_table = write_tntp_trips;
    return format;
}

}  // namespace allways::tools
