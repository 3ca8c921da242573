// SPDX-License-Identifier: Apache-2.0
// GMNS folder → RoadNetwork. link.csv (from_node_id, to_node_id, directed, length, free_speed …) with node.csv
// (x_coord, y_coord, node_type) and config.csv (units, CRS; as an extension, the unit of a link field `time`). Ids are
// texts. A link with an empty `directed` is directed, as specified. Shapes are WKT in link.csv or geometry.csv;
// dir_flag states the direction in which they run and never reverses a link. movement.csv becomes turn rules. Source:
// zephyr-data-specs/GMNS.
#include "networks/gmns.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/guess.h"
#include "allways/cost/cost_choice.h"
#include "allways/network/no_through.h"
#include "attributes/no_through_nodes.h"
#include "attributes/node_coordinates.h"
#include "attributes/stated_units.h"
#include "attributes/system_choice.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "networks/gmns_geometry.h"
#include "networks/gmns_links.h"
#include "networks/gmns_movements.h"
#include "networks/gmns_table.h"
#include "networks/gmns_units.h"
#include "networks/gmns_uses.h"

namespace allways::importers {

namespace {

GmnsNodes read_nodes(const std::string& path, const ReadOptions& options) {
    GmnsTable table(path, options);
    const std::size_t id = table.require("node_id");
    const auto x = table.find("x_coord");
    const auto y = table.find("y_coord");
    const auto type = table.find("node_type");
    const auto zone = table.find("zone_id");
    GmnsNodes nodes;
    while (table.next()) {
        if (table[id].empty()) table.fail("a node without node_id");
        const auto [entry, is_new] =
            nodes.index.try_emplace(std::string(table[id]), static_cast<NodeIndex>(nodes.ids.size()));
        if (!is_new) table.fail(format("duplicate node_id {}", table[id]));
        nodes.ids.push_back(entry->first);
        nodes.no_through.push_back(no_through_of(type ? lower_case(table[*type]) : ""));
        nodes.with_zone += zone && !table[*zone].empty() ? 1 : 0;
        nodes.with_type += type && !table[*type].empty() ? 1 : 0;
        nodes.points.emplace_back();
        if (!x || !y || is_missing_word(table[*x]) || is_missing_word(table[*y])) continue;
        const auto easting = parse_real(table[*x]);
        const auto northing = parse_real(table[*y]);
        if (!easting || !northing) {
            table.fail(format("x_coord and y_coord need numbers, found '{}' and '{}'", table[*x], table[*y]));
        }
        nodes.points.back() = Coordinate{*easting, *northing};
    }
    return nodes;
}

void add_nodes(RoadNetwork& network, const GmnsNodes& nodes, const std::string& path, const LogCallback& log_to) {
    network.node_ids = IdTable::from_texts(nodes.ids);
    NodeCoordinates coordinates(nodes.ids.size());
    for (std::size_t node = 0; node < nodes.ids.size(); ++node) {
        if (nodes.points[node]) coordinates.set(static_cast<NodeIndex>(node), *nodes.points[node]);
    }
    network.coordinates = std::move(coordinates).take(path, false, log_to);
    network.no_through = nodes.no_through;
    const std::size_t count = count_no_through(network);
    if (nodes.with_zone > 0 && nodes.with_type == 0) {
        log(log_to, LogLevel::info,
            "nodes have a zone_id but no node_type, so centroids are unknown and paths pass through all nodes; list "
            "centroids with `no_through`");
    }
    if (count == 0) return network.no_through.clear();
    log(log_to, LogLevel::info,
        format("{} of type centroid or barrier {} no-through", counted(count, "node"), by_count(count, "is", "are")));
}

ArcColumn* find_link_column(RoadNetwork& network, std::string_view name) {
    const auto found = std::ranges::find(network.columns, name, &ArcColumn::name);
    return found == network.columns.end() ? nullptr : &*found;
}

// Caps the speed of a mode at its own: times are those of the slower of mode and link.
void slow_down(ArcColumn& time, const ArcColumn& length, std::int64_t kilometres_an_hour) {
    const ArcColumn own{"", "km/h", std::vector<Decimal>(length.values.size(), Decimal(kilometres_an_hour, 0)),
                        std::nullopt};
    const auto slow = travel_time(length, own);
    if (!slow) return;
    if (time.values.empty()) time = *slow;
    for (std::size_t arc = 0; arc < time.values.size(); ++arc) {
        const bool slower =
            time.values[arc].is_missing() ||
            (slow->values[arc] + Decimal(-time.values[arc].digits(), time.values[arc].scale())).digits() > 0;
        if (slower) time.values[arc] = slow->values[arc];
    }
}

// Logs which column is the cost of links without times, since nobody chose it.
void tell_cost_without_times(const RoadNetwork& network, std::string_view why, bool is_guess,
                             const ReadOptions& options) {
    if (!options.cost_field.empty() || !options.cost.empty()) return;
    const ArcColumn* cost = usual_cost_column(network);
    if (cost == nullptr) return;
    const std::string said = format("{}, so the links have no times: the cost is '{}' by default", why, cost->name);
    if (is_guess)
        guess(options.log, Guess::cost, said);
    else
        log(options.log, LogLevel::info, said);
}

// Sets units from the options, otherwise from config.csv, and adds the column "time" in seconds from length and free
// speed unless the file has one.
void add_units_and_time(RoadNetwork& network, const GmnsConfig& config, const GmnsUses& uses,
                        const ReadOptions& options) {
    ArcColumn* length = find_link_column(network, "length");
    ArcColumn* speed = find_link_column(network, lower_case(options.speed_field.value_or("free_speed")));
    if (speed == nullptr && !options.speed_field.value_or("").empty()) {
        throw InvalidArgument(format("`speed_field`: link.csv has no numeric field '{}'", *options.speed_field));
    }
    if (length == nullptr && !options.length_unit.empty())
        throw InvalidArgument("`length_unit`: link.csv has no field 'length'");
    if (length != nullptr) {
        if (options.length_unit.empty()) {
            length->unit = decide_length_unit(config, network, length->values, options.log);
        } else {
            length->unit = stated_unit("length_unit", options.length_unit, {Unit::Kind::length});
            check_stated_length_unit(length->unit, config, network, length->values, options.log);
        }
    }
    if (speed == nullptr && !options.speed_unit.empty())
        throw InvalidArgument("`speed_unit`: link.csv has no field 'free_speed'; `speed_field` names another");
    if (speed != nullptr) {
        if (!options.speed_unit.empty())
            speed->unit = stated_unit("speed_unit", options.speed_unit, {Unit::Kind::speed});
        else if (speed->unit.empty())
            speed->unit = config.speed;
    }
    if (ArcColumn* time = find_link_column(network, "time")) {
        time->unit = config.time;
        return;
    }
    const auto own_speed = uses.own_speed();
    if (length == nullptr || (speed == nullptr && !own_speed)) {
        const char* why = speed == nullptr ? "link.csv has no numeric field 'free_speed'" : "link.csv has no lengths";
        return tell_cost_without_times(network, why, false, options);
    }
    ArcColumn time{"time", "s", {}, 3};
    if (auto stated = speed == nullptr ? std::nullopt : travel_time(*length, *speed)) time = std::move(*stated);
    if (own_speed) slow_down(time, *length, *own_speed);
    if (time.values.empty()) {
        const auto unit_text = [](const ArcColumn& column) {
            return column.unit.empty() ? std::string("unknown units") : format("'{}'", column.unit);
        };
        const std::string speeds = speed == nullptr ? "" : format(", speeds in {}", unit_text(*speed));
        return tell_cost_without_times(
            network, format("lengths are in {}{} (set `length_unit` and `speed_unit`)", unit_text(*length), speeds),
            true, options);
    }
    const std::string capped = own_speed ? format(", at most {} km/h,", *own_speed) : "";
    add_time(network, std::move(time), format("length / {}{}", speed == nullptr ? "speed" : speed->name, capped),
             options.log);
}

std::filesystem::path folder_of(const std::string& path) {
    std::error_code error;
    const std::filesystem::path location(path);
    return std::filesystem::is_directory(location, error) ? location : location.parent_path();
}

RoadNetwork read_gmns(const std::string& path, const ReadOptions& options, ImportReport& report) {
    const auto folder = folder_of(path);
    const std::string node_file = options.node_file.empty() ? (folder / "node.csv").string() : options.node_file;
    GmnsConfig config = read_gmns_config((folder / "config.csv").string());
    const GmnsNodes nodes = read_nodes(node_file, options);

    RoadNetwork network;
    network.provenance.crs = config.crs;
    add_nodes(network, nodes, node_file, options.log);
    GmnsUses uses(folder, options);
    GmnsGeometries geometries((folder / "geometry.csv").string());
    read_gmns_links((folder / "link.csv").string(), nodes, std::move(geometries), uses, options, network);
    settle_system(network, path, options, true);
    config.crs = network.provenance.crs;
    add_units_and_time(network, config, uses, options);
    read_gmns_movements(folder, nodes, uses, options, network, report);
    return network;
}

bool recognise_gmns(const FileSample& sample) {
    if (sample.folder) {
        std::error_code error;
        return std::filesystem::is_regular_file(std::filesystem::path(sample.path) / "link.csv", error);
    }
    const auto first = sample.lines(1);
    if (first.empty()) return false;
    const std::string header = lower_case(first[0]);
    return (sample.name == "link.csv" && header.find("from_node_") != std::string::npos) ||
           (sample.name == "node.csv" && header.find("node_id") != std::string::npos);
}

}  // namespace

Format gmns_format() {
    Format format;
    format.info = {"gmns",
                   "GMNS network: a folder with link.csv and node.csv, or one of these files",
                   {"link.csv", "node.csv"},
                   FormatInfo::Holds::network};
    format.recognises = recognise_gmns;
    format.read_network = read_gmns;
    return format;
}

}  // namespace allways::importers
