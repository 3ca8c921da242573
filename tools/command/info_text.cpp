// SPDX-License-Identifier: Apache-2.0
#include "command/info_text.h"

#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "allways/base/decimal.h"
#include "allways/base/format.h"
#include "allways/result/natural_scale.h"
#include "allways/result/statistics.h"
#include "allways/result/table_cells.h"
#include "base/human.h"
#include "base/text_table.h"
#include "command/reports.h"

namespace allways::command {

void put_line(std::string_view label, const std::string& value) {
    std::cout << format("{:<21} {}\n", label, value);
}

void put_notes(const TableProvenance& notes) {
    for (const auto& [key, text] : notes) {
        const std::size_t end = text.find('\n');
        put_line(key, end == text.npos ? text : text.substr(0, end) + " …");
    }
}

nlohmann::ordered_json notes_json(const TableProvenance& notes) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& [key, text] : notes) json.push_back({{"name", key}, {"text", text}});
    return json;
}

TableProvenance notes_of(const TableProvenance& provenance) {
    TableProvenance notes = provenance;
    std::erase_if(notes, [](const auto& note) {
        return note.first == "generator" || note.first == "program" || note.first == "schedule" ||
               note.first == "device";
    });
    return notes;
}

std::string reference_system_text(const std::string& crs) {
    const std::size_t begin = crs.find("[\"");
    if (begin == std::string::npos) return crs;
    const std::size_t end = crs.find('"', begin + 2);
    return format("'{}', a system without a code; --json shows it in full", crs.substr(begin + 2, end - begin - 2));
}

std::string scale_text(CostType type, const CostScale& scale) {
    std::string text = format("{}, {}", scale.name, name(type));
    if (!scale.unit.empty()) text += ", in " + scale.unit;
    if (scale.digits != 0) text += format(", {} decimal digits", scale.digits);
    return text;
}

// ---- Solved tables and matrices

namespace {

using Json = nlohmann::ordered_json;

std::string distance_text(double distance, const CostScale& scale) {
    return Decimal::from_double(distance).to_string() + unit_suffix(scale);
}

std::string mean_text(double mean, const CostScale& scale) {
    return format("{:.6g}{}", mean, unit_suffix(scale));
}

// Used for matrices too: their distances are direct costs.
void put_extremes(const TableStatistics& found, const IdTable& ids, const CostScale& scale) {
    if (found.diameter) {
        put_line("diameter", format("{}, from {} to {}", distance_text(found.diameter->distance, scale),
                                    ids.text(found.diameter->from), ids.text(found.diameter->to)));
    }
    put_line("radius", found.radius ? format("{}, from {}", distance_text(found.radius->distance, scale),
                                             ids.text(found.radius->center))
                                    : "none: no node reaches every other");
}

void add_statistics(Json& json, const TableStatistics& found, const IdTable& ids) {
    json.update(json_of(found));
    if (const auto& diameter = found.diameter) {
        json["diameter"] = json_of(*diameter);
        json["diameter"]["from"] = id_json(ids, diameter->from);
        json["diameter"]["to"] = id_json(ids, diameter->to);
    }
    if (const auto& radius = found.radius) {
        json["radius"] = json_of(*radius);
        json["radius"]["center"] = id_json(ids, radius->center);
    }
}

void put_pairs(const auto& found) {
    put_line("pairs", format("{}: {} reachable, {} unreachable, {} at distance 0", count_text(found.pairs),
                             count_text(found.reachable), count_text(found.unreachable), count_text(found.zero)));
}

// Demand is no distance: nothing is reached, and its extremes are no diameter.
bool is_demand(const CostScale& scale) {
    return scale.name == "trips" && scale.unit.empty();
}

void put_demand(const auto& found, CostType type, const CostScale& scale) {
    put_line("numbers", scale_text(type, scale));
    put_line("pairs", format("{}: {} with trips, {} without", count_text(found.pairs),
                             count_text(found.reachable - found.zero), count_text(found.unreachable + found.zero)));
    put_line("total", format("{:.12g}", found.mean * static_cast<double>(found.reachable)));
    put_line("mean", mean_text(found.mean, scale));
}

void put_skims(const TableCells& cells) {
    if (cells.skims.empty()) return;
    std::vector<std::vector<std::string>> rows{{"skim", "unit", "type", "smallest", "largest", "mean"}};
    for (const Skim& skim : cells.skims) {
        const SkimStatistics found = statistics(skim, cells.columns.size(), cells.same_nodes());
        const CostScale unitless{skim.scale.name, "", skim.scale.digits};
        rows.push_back({skim.scale.name, skim.scale.unit.empty() ? "-" : skim.scale.unit,
                        std::string(name(skim.values.type())), distance_text(found.smallest, unitless),
                        distance_text(found.largest, unitless), mean_text(found.mean, unitless)});
    }
    std::cout << "\n" << text_table(rows, 3);
}

Json skims_json(const TableCells& cells) {
    Json json = Json::array();
    for (const Skim& skim : cells.skims) {
        const SkimStatistics found = statistics(skim, cells.columns.size(), cells.same_nodes());
        Json one = cost_json(skim.scale, skim.values.type());
        one.update({{"smallest", number_json(found.smallest)},
                    {"largest", number_json(found.largest)},
                    {"mean", number_json(found.mean)}});
        json.push_back(one);
    }
    return json;
}

std::string places_text(const std::vector<Coordinate>& places, const std::string& crs) {
    return places.empty() ? "none" : crs.empty() ? "yes" : crs;
}

void print_corner_of(const TableCells& cells, std::size_t count) {
    const auto last_row = static_cast<std::uint32_t>(std::min(count, cells.rows.size()));
    const auto last_column = static_cast<std::uint32_t>(std::min(count, cells.columns.size()));
    std::vector<std::vector<std::string>> rows{{"from \\ to"}};
    for (std::uint32_t to = 0; to < last_column; ++to) rows.front().push_back(cells.columns.text(to));
    with_cost_type(cells.type(), [&]<class T>() {
        for (std::uint32_t from = 0; from < last_row; ++from) {
            rows.push_back({cells.rows.text(from)});
            for (const T value : cells.row<T>(from).first(last_column)) {
                rows.back().push_back(is_reachable(value) ? natural_text(value, cells.type(), cells.scale) : "inf");
            }
        }
    });
    std::cout << "\n" << text_table(rows, 0);
}

TableStatistics statistics_of(const CostMatrix& matrix) {
    return with_cost_type(matrix.type(), [&]<class T>() {
        return statistics(matrix.values<T>(), matrix.node_count(), matrix.scale().digits);
    });
}

bool is_symmetric(const CostMatrix& matrix) {
    return with_cost_type(matrix.type(), [&]<class T>() {
        const std::span<const T> costs = matrix.values<T>();
        const std::size_t n = matrix.node_count();
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const T there = costs[i * n + j];
                const T back = costs[j * n + i];
                if (there == back || (!is_reachable(there) && !is_reachable(back))) continue;
                return false;
            }
        }
        return true;
    });
}

}  // namespace

void print(const DistanceTable& table, const std::string& source) {
    const TableStatistics found = statistics(table);
    if (is_demand(table.scale())) {
        put_line("table", source);
        put_line("zones", count_text(found.nodes));
        put_demand(found, table.type(), table.scale());
        if (const auto& most = found.diameter) {
            put_line("largest", format("{}, from {} to {}", distance_text(most->distance, table.scale()),
                                       table.node_ids().text(most->from), table.node_ids().text(most->to)));
        }
    } else {
        put_line("solved table", source);
        put_line("nodes", count_text(found.nodes));
        put_line("distances", scale_text(table.type(), table.scale()));
        put_pairs(found);
        put_line("mean distance", mean_text(found.mean, table.scale()));
        put_extremes(found, table.node_ids(), table.scale());
        put_line("next hops",
                 table.has_next_hops() ? format("yes, {} byte a pair", table.next_hops().bytes_per_hop()) : "no");
    }
    put_line("coordinates", places_text(table.coordinates(), table.crs()));
    put_notes(notes_of(table.provenance()));
    put_skims(cells_of(table));
}

void print(const OriginDestinationTable& table, const std::string& source) {
    const PartStatistics found = statistics(table);
    put_line("table", source);
    put_line("origins", format("{} ({} reach no destination)", count_text(table.origin_count()),
                               count_text(found.origins_without_destination)));
    put_line("destinations", format("{} ({} reached from no origin)", count_text(table.destination_count()),
                                    count_text(found.destinations_without_origin)));
    const bool demand = is_demand(table.scale());
    if (demand) {
        put_demand(found, table.type(), table.scale());
    } else {
        put_line("distances", scale_text(table.type(), table.scale()));
        put_pairs(found);
        put_line("mean distance", mean_text(found.mean, table.scale()));
    }
    if (found.largest) {
        put_line(demand ? "largest" : "largest distance",
                 format("{}, from {} to {}", distance_text(found.largest->distance, table.scale()),
                        table.origin_ids().text(found.largest->origin),
                        table.destination_ids().text(found.largest->destination)));
    }
    put_line("coordinates", places_text(table.origin_places(), table.crs()));
    put_notes(notes_of(table.provenance()));
    put_skims(cells_of(table));
}

void print(const CostMatrix& matrix, const ImportReport& report) {
    const TableStatistics found = statistics_of(matrix);
    put_line("matrix", report.source);
    put_line("format", report.format);
    put_line("nodes", count_text(report.nodes));
    put_line("arcs", format("{} of {} pairs, {} without", count_text(found.reachable), count_text(found.pairs),
                            count_text(found.unreachable)));
    put_line("costs", scale_text(matrix.type(), matrix.scale()));
    put_line("mean cost", mean_text(found.mean, matrix.scale()));
    put_extremes(found, matrix.node_ids(), matrix.scale());
    put_line("symmetric", is_symmetric(matrix) ? "yes" : "no");
}

Json json_of(const DistanceTable& table, const std::string& source) {
    Json json{{"holds", "table"},
              {"source", source},
              {"nodes", table.node_count()},
              {"cost", cost_json(table.scale(), table.type())}};
    TableStatistics found = statistics(table);
    if (is_demand(table.scale())) {
        found.diameter.reset();
        found.radius.reset();
    }
    add_statistics(json, found, table.node_ids());
    json["skims"] = skims_json(cells_of(table));
    json["next_hops"] = table.has_next_hops();
    json["crs"] = table.crs();
    json["has_coordinates"] = !table.coordinates().empty();
    json["notes"] = notes_json(notes_of(table.provenance()));
    return json;
}

Json json_of(const OriginDestinationTable& table, const std::string& source) {
    const PartStatistics found = statistics(table);
    Json json{{"holds", "origin-destination table"},
              {"source", source},
              {"origins", table.origin_count()},
              {"destinations", table.destination_count()},
              {"cost", cost_json(table.scale(), table.type())}};
    json.update(json_of(found));
    if (const auto& largest = found.largest) {
        json["largest"] = json_of(*largest);
        json["largest"]["from"] = id_json(table.origin_ids(), largest->origin);
        json["largest"]["to"] = id_json(table.destination_ids(), largest->destination);
    }
    json["skims"] = skims_json(cells_of(table));
    json["crs"] = table.crs();
    json["has_coordinates"] = !table.origin_places().empty();
    json["notes"] = notes_json(notes_of(table.provenance()));
    return json;
}

Json json_of(const CostMatrix& matrix, const ImportReport& report) {
    const TableStatistics found = statistics_of(matrix);
    Json json{{"holds", "matrix"}};
    json.update(json_of(report));
    json["arcs"] = found.reachable;
    json["symmetric"] = is_symmetric(matrix);
    json["cost"] = cost_json(matrix.scale(), matrix.type());
    add_statistics(json, found, matrix.node_ids());
    return json;
}

void print_corner(const DistanceTable& table, std::size_t count) {
    print_corner_of(cells_of(table), count);
}

void print_corner(const OriginDestinationTable& table, std::size_t count) {
    print_corner_of(cells_of(table), count);
}

}  // namespace allways::command
