// SPDX-License-Identifier: Apache-2.0
#include "command/import_report_json.h"

#include <nlohmann/json.hpp>

#include "allways/export/files.h"
#include "allways/export/json.h"

namespace allways::command {

nlohmann::ordered_json to_json(const ImportReport& report) {
    nlohmann::ordered_json json{{"source", report.source},
                                {"format", report.format},
                                {"nodes", report.nodes},
                                {"arcs", report.arcs},
                                {"isolated_nodes", report.isolated_nodes},
                                {"self_loops", report.self_loops},
                                {"parallel_arcs", report.parallel_arcs},
                                {"no_through_nodes", report.no_through_nodes},
                                {"turn_rules",
                                 {{"sequences", report.turns.sequences},
                                  {"prices", report.turns.prices},
                                  {"destination_only_arcs", report.turns.destination_only},
                                  {"turning_round_is_limited", report.turns.turning_round_is_limited}}},
                                {"components", report.components},
                                {"strong_components", report.strong_components},
                                {"largest_strong_component", report.largest_strong_component}};
    if (report.records > 0) json["records"] = report.records;  // only readers that may skip records count them
    json["columns"] = nlohmann::ordered_json::array();
    for (const auto& column : report.columns) {
        json["columns"].push_back({{"name", column.name},
                                   {"unit", column.unit},
                                   {"zero", column.zero},
                                   {"negative", column.negative},
                                   {"missing", column.missing},
                                   {"smallest", column.smallest},
                                   {"largest", column.largest}});
    }
    json["texts"] = nlohmann::ordered_json::array();
    for (const auto& text : report.texts) {
        json["texts"].push_back({{"name", text.name}, {"arcs", text.arcs}, {"different", text.different}});
    }
    json["has_order"] = report.has_order;
    json["shaped_arcs"] = report.shaped_arcs;
    json["counts"] = nlohmann::ordered_json::array();
    for (const auto& count : report.counts) {
        json["counts"].push_back({{"name", count.name}, {"count", count.count}});
    }
    json["skipped"] = nlohmann::ordered_json::array();
    for (const auto& skipped : report.skipped) {
        json["skipped"].push_back({{"reason", skipped.reason},
                                   {"count", skipped.count},
                                   {"first_line", skipped.first_line},
                                   {"closed", skipped.closed}});
    }
    return json;
}

void write_import_report(const ImportReport& report, const std::string& path, bool overwrite) {
    write_text_file(path, json_text(to_json(report), 2) + "\n", overwrite);
}

}  // namespace allways::command
