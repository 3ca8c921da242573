// SPDX-License-Identifier: Apache-2.0
#include "command/reports.h"

#include <cmath>

#include "allways/base/format.h"
#include "allways/export/files.h"
#include "base/human.h"
#include "command/output.h"

namespace allways::command {

// ---- What reading found

void write_import_report(const ImportReport& report, const std::string& path, bool overwrite) {
    write_text_file(path, json_text(json_of(report), 2) + "\n", overwrite);
}

void print_report(nlohmann::ordered_json report, const std::string& input, const std::string& output) {
    report["input"] = {{"file", input}};
    report["outputs"] = {output};
    report_stream(output) << json_text(report, 2) << "\n";
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

}  // namespace

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

namespace {

std::uint64_t band_count(const SolveReport& report) {
    return (report.nodes + report.band_rows - 1) / report.band_rows;
}

}  // namespace

nlohmann::ordered_json to_json(const SolveReport& report) {
    nlohmann::ordered_json json = json_of(report);
    if (report.band_rows != 0) json["bands"] = {{"rows", report.band_rows}, {"count", band_count(report)}};
    return json;
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
