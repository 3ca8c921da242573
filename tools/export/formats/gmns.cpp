// SPDX-License-Identifier: Apache-2.0
// RoadNetwork → GMNS folder: node.csv, link.csv, config.csv, and movement.csv if turns have rules or prices. Two
// consecutive arcs that form one edge become one link with directed = 0; no-through nodes are centroids; shapes are WKT
// along the link.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "attributes/turn_rows.h"
#include "cost/fixed_cost.h"
#include "export/features/movement_type.h"
#include "export/files/atomic_file.h"
#include "export/files/output_file.h"
#include "export/files/text_buffer.h"
#include "export/formats/formats.h"
#include "export/formats/losses.h"

namespace allways::tools {

using namespace importers;

namespace fs = std::filesystem;

namespace {

// ---- movements

struct GmnsMovement {
    ArcIndex from = no_arc;
    ArcIndex to = no_arc;
    Decimal penalty;  // seconds; may be missing
};

// The turns from one arc that the rules forbid or price.
struct TurnsFrom {
    std::set<ArcIndex> forbidden;
    std::set<ArcIndex> mandatory;
    std::map<ArcIndex, Decimal> prices;

    std::uint64_t size() const { return forbidden.size() + mandatory.size() + prices.size(); }
    bool forbids(ArcIndex to) const {
        return forbidden.contains(to) || std::ranges::any_of(mandatory, [&](ArcIndex only) { return only != to; });
    }
};

// Returns true if no other arc has the same id and the same end.
bool is_alone(ArcIndex arc, const RoadNetwork& network, const ArcsById& arcs, const std::vector<NodeIndex>& ends) {
    const auto same = arcs.find(network.arc_ids.text(arc));
    return std::ranges::count_if(same, [&](ArcIndex other) { return ends[other] == ends[arc]; }) == 1;
}

// The movements of all arcs that have rules or prices of turns: every turn from such an arc that is not forbidden.
// Readers forbid the other turns. Also the number of rules and prices that the list cannot express: those of three or
// more arcs, of an arc from which every turn is forbidden, and of arcs that share their id with other arcs at the same
// node.
std::pair<std::vector<GmnsMovement>, std::uint64_t> gmns_movements(const RoadNetwork& network) {
    std::pair<std::vector<GmnsMovement>, std::uint64_t> found;
    auto& [movements, lost] = found;
    std::map<ArcIndex, TurnsFrom> turns;
    for (std::size_t i = 0; i < network.turns.size(); ++i) {
        const std::span<const ArcIndex> sequence = network.turns.sequence(i);
        if (sequence.size() != 2) {
            ++lost;
            continue;
        }
        TurnsFrom& from = turns[sequence[0]];
        (network.turns.kinds[i] == TurnRules::Kind::mandatory ? from.mandatory : from.forbidden).insert(sequence[1]);
    }
    for (const TurnRules::Cost& cost : network.turns.costs) {
        // GMNS cannot express time that a turn saves.
        if (!cost.seconds.is_missing() && cost.seconds.digits() >= 0) {
            turns[cost.from].prices.emplace(cost.to, cost.seconds);
        } else {
            ++lost;
        }
    }
    if (turns.empty()) return found;
    const AdjacencyArray out = build_adjacency(network.node_count(), network.tail);
    const ArcsById arcs(network.arc_ids);
    for (const auto& [from, rules] : turns) {
        const std::span<const ArcIndex> next = out.out_arcs(network.head[from]);
        std::vector<GmnsMovement> listed;
        for (const ArcIndex to : next) {
            if (rules.forbids(to)) continue;
            const auto price = rules.prices.find(to);
            listed.push_back({from, to, price == rules.prices.end() ? Decimal::missing() : price->second});
        }
        const bool alone = is_alone(from, network, arcs, network.head) && std::ranges::all_of(next, [&](ArcIndex to) {
                               return is_alone(to, network, arcs, network.tail);
                           });
        if (listed.empty() || !alone) {
            lost += rules.size();
        } else {
            std::ranges::move(listed, std::back_inserter(movements));
        }
    }
    return found;
}

// Writes movement.csv with its header.
void put_gmns_movements(const RoadNetwork& network, const std::vector<GmnsMovement>& movements, TextBuffer& file) {
    file.put("mvmt_id,node_id,ib_link_id,ob_link_id,type,penalty\n");
    for (std::size_t i = 0; i < movements.size(); ++i) {
        const GmnsMovement& movement = movements[i];
        const std::string_view type = movement_type(network, movement.from, movement.to);
        file.put_row(i + 1, network.node_ids.text(network.head[movement.from]), network.arc_ids.text(movement.from),
                     network.arc_ids.text(movement.to), type.empty() ? "thru" : type,  // the specification requires one
                     movement.penalty.to_string());                                    // empty if missing
    }
}

// The last file is the one without which no reader accepts the folder.
const std::vector<std::string> file_names{"node.csv", "config.csv", "movement.csv", "link.csv"};

// Returns true for fields of link.csv that are written from the network itself. Number columns named …_id are reserved
// too: readers take them for identifiers.
bool is_gmns_field(std::string_view name, bool text) {
    constexpr std::array<std::string_view, 7> own{"link_id",  "from_node_id", "to_node_id", "directed",
                                                  "geometry", "geometry_id",  "dir_flag"};
    return std::ranges::find(own, name) != own.end() || (!text && name.ends_with("_id"));
}

// Returns true if arc + 1 follows the shape of arc in the opposite direction.
bool runs_back(const ArcShapes& shapes, std::size_t arc) {
    if (!shapes.has_shape(arc)) return !shapes.has_shape(arc + 1);
    return shapes.shape(arc) == shapes.shape(arc + 1) && shapes.is_backward(arc) != shapes.is_backward(arc + 1);
}

// Returns true if arc + 1 is the opposite direction of arc.
bool is_edge(const RoadNetwork& network, std::size_t arc) {
    if (arc + 1 >= network.arc_count() || network.reversed.empty()) return false;
    const auto first = static_cast<ArcIndex>(arc);
    return !network.reversed[arc] && network.reversed[arc + 1] && network.tail[arc] == network.head[arc + 1] &&
           network.head[arc] == network.tail[arc + 1] &&
           network.arc_ids.text(first) == network.arc_ids.text(first + 1) && runs_back(network.shapes, arc) &&
           std::ranges::all_of(network.columns,
                               [&](const ArcColumn& column) { return column.values[arc] == column.values[arc + 1]; }) &&
           std::ranges::all_of(network.texts,
                               [&](const TextColumn& text) { return text.text(arc) == text.text(arc + 1); });
}

void put_nodes(const RoadNetwork& network, OutputFile& file) {
    file.put("node_id,x_coord,y_coord,node_type\n");
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        const Coordinate point = network.coordinates.empty() ? Coordinate{NAN, NAN} : network.coordinates[node];
        file.put_row(network.node_ids.text(node), point.x, point.y, node_type(network, node));
    }
}

// Points in the direction of the arc, as dir_flag says; empty if it has no shape.
void put_shape(const std::vector<Coordinate>& points, OutputFile& file) {
    if (points.empty()) return file.put(',');
    file.put("\"LINESTRING (");
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0) file.put(", ");
        file.put_plain_number(points[i].x);
        file.put(' ');
        file.put_plain_number(points[i].y);
    }
    file.put(")\",1");
}

void put_links(const RoadNetwork& network, OutputFile& file, const ProgressCallback& progress) {
    file.put("link_id,from_node_id,to_node_id,directed");
    file.add_fields(field_names(network, is_gmns_field));
    file.put(network.shapes.empty() ? "\n" : ",geometry,dir_flag\n");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (arc % 65536 == 0) report(progress, "write", arc, network.arc_count());
        const bool edge = is_edge(network, arc);
        file.put_fields(network.arc_ids.text(static_cast<ArcIndex>(arc)), network.node_ids.text(network.tail[arc]),
                        network.node_ids.text(network.head[arc]), edge ? 0 : 1);
        for (const ArcColumn& column : network.columns) {
            file.put(',');
            file.put(column.values[arc].to_string());  // empty if missing
        }
        for (const TextColumn& text : network.texts) file.add_fields(std::array{text.text(arc)});
        if (!network.shapes.empty()) {
            file.put(',');
            put_shape(network.shapes.points(arc), file);
        }
        file.put('\n');
        if (edge) ++arc;
    }
}

std::string unit_of(const RoadNetwork& network, const char* column_name) {
    const ArcColumn* column = network.column(column_name);
    return column == nullptr ? "" : column->unit;
}

// The unit of times as config.csv spells it; empty if unknown.
std::string_view time_unit(const RoadNetwork& network) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> spelt{
        {{"s", "second"}, {"min", "minute"}, {"h", "hour"}}};
    const auto* found = std::ranges::find(spelt, unit_of(network, "time"), &decltype(spelt)::value_type::first);
    return found == spelt.end() ? "" : found->second;
}

bool keeps_unit(const ArcColumn& column) {
    constexpr std::array<std::string_view, 3> times{"s", "min", "h"};
    if (column.name == "time") return std::ranges::find(times, column.unit) != times.end();
    return column.name == "length" || column.name == "free_speed";
}

// The column that our reader takes as cost, or would compute from lengths and speeds.
std::string gmns_default_cost(const RoadNetwork& network) {
    const ArcColumn* length = network.column("length");
    const ArcColumn* speed = network.column("free_speed");
    const bool makes_times =
        network.column("time") == nullptr && length != nullptr && speed != nullptr && travel_time(*length, *speed);
    std::vector<std::string> names;
    for (const ArcColumn& column : network.columns) names.push_back(column.name);
    if (makes_times) names.push_back("time");
    return names.at(choose_cost(names).column.value());
}

void put_config(const RoadNetwork& network, OutputFile& file) {
    const std::string_view time = time_unit(network);
    std::string crs = network.provenance.crs;
    if (crs.starts_with("EPSG:")) crs.erase(0, 5);
    file.put("dataset_name,short_length,long_length,speed,crs,geometry_field_format,id_type");
    file.put(time.empty() ? "\n" : ",time\n");
    file.put_fields(fs::path(network.provenance.source).stem().string(), "", unit_of(network, "length"),
                    unit_of(network, "free_speed"), crs, "wkt", network.node_ids.is_numeric() ? "integer" : "string");
    if (!time.empty()) file.put(',');
    file.put(time);
    file.put('\n');
}

void write_gmns(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    AtomicFolder folder(path, file_names, options.overwrite);
    const auto put = [&](const std::string& name, const auto& content) {
        OutputFile file(folder.file(name), false, (fs::path(path) / name).string());
        content(file);
        file.commit();
    };
    put("node.csv", [&](OutputFile& file) { put_nodes(network, file); });
    put("link.csv", [&](OutputFile& file) { put_links(network, file, options.progress); });
    put("config.csv", [&](OutputFile& file) { put_config(network, file); });
    const std::vector<GmnsMovement> movements = gmns_movements(network).first;
    if (!movements.empty()) {
        put("movement.csv", [&](OutputFile& file) { put_gmns_movements(network, movements, file); });
    }
    folder.commit();
}

}  // namespace

FormatWriter gmns_output() {
    using enum FormatTrait;
    FormatWriter format{
        {"gmns",
         "network, a folder with node.csv, link.csv and config.csv",
         {".gmns", "/"},
         {node_ids, arc_ids, isolated_nodes, no_through, coordinates, parallel_arcs, edges, shapes, texts}}};
    format.write_network = write_gmns;
    format.folder = true;
    format.lost_turns = [](const RoadNetwork& network) { return gmns_movements(network).second; };
    format.keeps_unit = keeps_unit;
    format.is_reserved = is_gmns_field;
    format.default_cost = gmns_default_cost;
    format.files = [](const std::string& path) {
        std::vector<std::string> files;
        for (const std::string& name : file_names) files.push_back((fs::path(path) / name).string());
        return files;
    };
    return format;
}

}  // namespace allways::tools
