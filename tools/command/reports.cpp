// SPDX-License-Identifier: Apache-2.0
#include "command/reports.h"

#include <cmath>
#include <concepts>
#include <map>
#include <type_traits>
#include <variant>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/files.h"
#include "allways/export/json.h"
#include "base/human.h"

namespace allways::command {

// ---- What reading found

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

// ---- The positions of a request in a report

nlohmann::ordered_json to_json(std::span<const Place> positions) {
    auto all = nlohmann::ordered_json::array();
    for (const Place& position : positions) {
        const bool metres = position.in_metres;
        const SnappedPoint& snapped = position.snapped;
        nlohmann::ordered_json one{{"id", position.name}, {snap_column(metres), nullptr}};
        if (std::isfinite(snapped.distance)) one[snap_column(metres)] = rounded_snap(snapped.distance, metres);
        if (!snapped.snapped) one["snapped"] = false;
        if (std::isfinite(snapped.passed_over))
            one[metres ? "nearest_road_m" : "nearest_road"] = rounded_snap(snapped.passed_over, metres);
        all.push_back(std::move(one));
    }
    return all;
}

// ---- The decisions and timings of a solve, as JSON and as text

namespace {

// Stages in the order they run; any others come last.
const std::vector<std::string> stage_order{"read",  "prepare", "order", "factor", "sums",  "plan",
                                           "solve", "restore", "skims", "path",   "write", "total"};

nlohmann::ordered_json seconds_json(const std::map<std::string, double>& seconds) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& stage : stage_order) {
        if (const auto found = seconds.find(stage); found != seconds.end()) json[stage] = found->second;
    }
    for (const auto& [stage, value] : seconds) {
        if (!json.contains(stage)) json[stage] = value;
    }
    return json;
}

nlohmann::ordered_json cost_json(const CostScale& scale, CostType type) {
    return {{"name", scale.name}, {"unit", scale.unit}, {"type", name(type)}, {"digits", scale.digits}};
}

nlohmann::ordered_json memory_json(const MemoryNeed& memory) {
    return {{"device_bytes", memory.device},
            {"host_bytes", memory.host},
            {"device_available_bytes", memory.device_available},
            {"host_available_bytes", memory.host_available}};
}

template <class Report, class Row>
nlohmann::ordered_json json_of(const Report& report, const std::vector<Row>& rows) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    const auto add = [&]<class Type>(const Row& row, const Type& value) {
        if constexpr (std::equality_comparable<Type>) {
            if (row.json == Row::Json::unless_empty && value == Type{}) return;
        }
        if constexpr (std::is_same_v<Type, CostScale>)
            json["cost"] = cost_json(value, report.cost_type);
        else if constexpr (std::is_same_v<Type, MemoryNeed>)
            json[row.name] = memory_json(value);
        else if constexpr (std::is_same_v<Type, std::map<std::string, double>>)
            json[row.name] = seconds_json(value);
        else if constexpr (std::is_same_v<Type, std::string>)
            json[row.name] = value.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
        else if constexpr (!std::is_same_v<Type, CostType>)
            json[row.name] = value;
    };
    for (const Row& row : rows) {
        if (row.json == Row::Json::otherwise) continue;
        std::visit([&](auto field) { add(row, report.*field); }, row.field);
    }
    return json;
}

std::uint64_t band_count(const SolveReport& report) {
    return (report.nodes + report.band_rows - 1) / report.band_rows;
}

}  // namespace

nlohmann::ordered_json to_json(const SolveReport& report) {
    nlohmann::ordered_json json = json_of(report, solve_report_rows());
    if (report.band_rows != 0) json["bands"] = {{"rows", report.band_rows}, {"count", band_count(report)}};
    return json;
}

nlohmann::ordered_json to_json(const FactorReport& report) {
    return json_of(report, factor_report_rows());
}

std::string plan_text(const SolveReport& report) {
    const auto memory = [](std::uint64_t needed, std::uint64_t available) {
        return available == 0 ? bytes_text(needed) : format("{} of {}", bytes_text(needed), bytes_text(available));
    };
    const std::string bands =
        !report.whole_because.empty() ? format("bands     none: {}\n", report.whole_because)
        : report.band_rows == 0
            ? ""
            : format("bands     {} of {} rows\n", count_text(band_count(report)), count_text(report.band_rows));
    return format("nodes     {}\n", count_text(report.nodes)) + format("arcs      {}\n", count_text(report.arcs)) +
           format("cost      {}, {}{}\n", report.scale.name, name(report.cost_type),
                  report.scale.unit.empty() ? "" : ", in " + report.scale.unit) +
           format("schedule  {}: {}\n", report.schedule, report.schedule_reason) +
           (report.order.empty() ? "" : format("order     {}\n", report.order)) + bands +
           format("cells     {} bytes{}\n", report.cell_bytes,
                  report.tile == 0 ? "" : format(", in tiles of {}", report.tile)) +
           format("device    {}{}\n", report.device,
                  report.device_rows == 0 ? "" : format(", {} rows at a time", count_text(report.device_rows))) +
           format("memory    host {}, device {}\n", memory(report.memory.host, report.memory.host_available),
                  memory(report.memory.device, report.memory.device_available));
}

}  // namespace allways::command
