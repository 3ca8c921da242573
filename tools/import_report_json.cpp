#include "import_report_json.h"

namespace allways::tools {

nlohmann::ordered_json to_json(const ImportReport& report) {
    nlohmann::ordered_json json{{"source", report.source},
                                {"format", report.format},
                                {"nodes", report.nodes},
                                {"arcs", report.arcs},
                                {"isolated_nodes", report.isolated_nodes},
                                {"self_loops", report.self_loops},
                                {"parallel_arcs", report.parallel_arcs},
                                {"no_through_nodes", report.no_through_nodes},
                                {"components", report.components},
                                {"strong_components", report.strong_components},
                                {"largest_strong_component", report.largest_strong_component}};
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
    json["skipped"] = nlohmann::ordered_json::array();
    for (const auto& skipped : report.skipped) {
        json["skipped"].push_back(
            {{"reason", skipped.reason}, {"count", skipped.count}, {"first_line", skipped.first_line}});
    }
    return json;
}

}  // namespace allways::tools
