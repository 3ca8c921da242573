// SPDX-License-Identifier: Apache-2.0
// Reports as JSON: what reading found, where positions were snapped, the decisions and timings of a solve. A plan also
// as text.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/base/option_row.h"
#include "allways/engine/solve.h"
#include "allways/export/json.h"
#include "allways/importers/read.h"
#include "allways/points/snapped_points.h"

namespace allways::command {

// ---- JSON by the rows of a report (allways/base/option_row.h)

template <class Report>
concept HasRows = requires {
    Report::each_row([](auto&&...) {});
};

nlohmann::ordered_json cost_json(const CostScale& scale, CostType type);
// Stages in the order they run.
nlohmann::ordered_json seconds_json(const std::map<std::string, double>& seconds);

template <HasRows Report>
nlohmann::ordered_json json_of(const Report& report);

template <class Value>
nlohmann::ordered_json value_json(const Value& value) {
    if constexpr (HasRows<Value>)
        return json_of(value);
    else if constexpr (std::is_enum_v<Value>)
        return name(value);
    else if constexpr (std::is_same_v<Value, std::map<std::string, double>>)
        return seconds_json(value);
    else
        return value;
}

template <class Value>
nlohmann::ordered_json value_json(const std::optional<Value>& value) {
    return value ? value_json(*value) : nullptr;
}

template <class Value>
nlohmann::ordered_json value_json(const std::vector<Value>& values) {
    auto json = nlohmann::ordered_json::array();
    for (const Value& value : values) json.push_back(value_json(value));
    return json;
}

template <HasRows Report>
nlohmann::ordered_json json_of(const Report& report) {
    auto json = nlohmann::ordered_json::object();
    Report::each_row([&]<class Type>(const char* name, Type Report::*field, const char* = "",
                                     JsonForm form = JsonForm::plain, const char* key = nullptr) {
        const Type& value = report.*field;
        if (form == JsonForm::absent) return;
        if constexpr (std::is_arithmetic_v<Type> || std::is_same_v<Type, std::string>) {
            if (form == JsonForm::unless_empty && value == Type{}) return;
            if (form == JsonForm::null_if_empty && value == Type{}) form = JsonForm::by_caller;
        }
        nlohmann::ordered_json& shown = json[key == nullptr ? name : key];
        if (form == JsonForm::by_caller) return;
        if constexpr (std::is_same_v<Type, CostScale>)
            shown = cost_json(value, report.cost_type);
        else if constexpr (std::is_same_v<Type, double>)
            shown = form == JsonForm::natural ? number_json(value) : nlohmann::ordered_json(value);
        else
            shown = value_json(value);
    });
    return json;
}

// Writes the import report to a file, or to standard output for "-".
void write_import_report(const ImportReport& report, const std::string& path, bool overwrite);

// [{"id": "mill", "snap_distance_m": 12.5}, …]; also "snapped": false, and "nearest_road_m" where a nearer road was
// passed over. Null for a position without a place.
nlohmann::ordered_json to_json(std::span<const Place> positions);

// Prints the report of --json, ended by the input and the output, on report_stream().
void print_report(nlohmann::ordered_json report, const std::string& input, const std::string& output);

// The decisions and timings of a solve, with its bands.
nlohmann::ordered_json to_json(const SolveReport& report);
// A plan, in a few lines.
std::string plan_text(const SolveReport& report);

}  // namespace allways::command
