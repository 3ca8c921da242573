// SPDX-License-Identifier: Apache-2.0
// Table → the matrices of VROOM's input for the profile car: durations in whole seconds and, if there is such a skim,
// distances in whole metres. The user adds vehicles and jobs, which refer to places by index. Source: VROOM's
// docs/API.md.
#include <optional>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/export/outline.h"
#include "export/formats/formats.h"
#include "export/formats/routing_json.h"

namespace allways::tools {

namespace {

constexpr WholeLimits vroom_limits{"vroom", 0, 0xffff'ffff};

// The first matrix whose unit is of the given kind.
const NamedValues* first_of(const std::vector<NamedValues>& matrices, Unit::Kind kind) {
    for (const NamedValues& matrix : matrices) {
        if (find_unit(matrix.scale.unit, kind) != nullptr) return &matrix;
    }
    return nullptr;
}

// The matrix of times, or without one the table's own numbers if they have no unit; else null.
const NamedValues* durations_of(const std::vector<NamedValues>& matrices, const LogCallback& log_to) {
    if (const NamedValues* times = first_of(matrices, Unit::Kind::time)) return times;
    if (!matrices.front().scale.unit.empty()) return nullptr;
    log(log_to, LogLevel::guess,
        format("the unit of {} is unknown; VROOM will read its numbers as seconds", matrices.front().scale.name));
    return &matrices.front();
}

[[noreturn]] void refuse_without_times(const std::string& name, const std::string& unit) {
    throw InvalidArgument(
        format("VROOM needs durations, but the table holds {} in {}; solve it with `cost` time, and "
               "with `skims` {} for distances",
               name, unit, name));
}

void write_vroom(const TableCells& table, const std::string& path, const ExportOptions& options) {
    require_one_list(table, "vroom");
    const std::vector<NamedValues> matrices = matrices_of(table);
    const NamedValues* times = durations_of(matrices, options.log);
    if (times == nullptr) refuse_without_times(table.scale.name, table.scale.unit);
    const NamedValues* lengths = first_of(matrices, Unit::Kind::length);
    const std::string seconds = times->scale.unit.empty() ? "" : "s";
    const WholeMatrix durations(table, times->values, times->scale, seconds, options, vroom_limits);
    std::optional<WholeMatrix> distances;
    if (lengths != nullptr) distances.emplace(table, lengths->values, lengths->scale, "m", options, vroom_limits);

    nlohmann::ordered_json about;
    about["ids"] = ids_json(table.rows);
    about["durations"] = durations.json();
    if (distances) about["distances"] = distances->json();
    put_unsnapped(about, options.provenance);
    OutputFile file(path, options.overwrite);
    file.put(format("{{\n\"allways\": {},\n\"matrices\": {{\"car\": {{\n", json_text(about)));
    put_json_matrix(file, "durations", durations, options.progress);
    if (distances) {
        file.put(",\n");
        put_json_matrix(file, "distances", *distances, options.progress);
    }
    file.put("}}}\n");
    file.commit();
}

void check_vroom_table(const TableOutline& table, const std::string&, const ExportOptions& options) {
    const FieldOutline* times = nullptr;
    const FieldOutline* lengths = nullptr;
    const auto look_at = [&](const FieldOutline& field) {
        if (times == nullptr && find_unit(field.unit, Unit::Kind::time) != nullptr) times = &field;
        if (lengths == nullptr && find_unit(field.unit, Unit::Kind::length) != nullptr) lengths = &field;
    };
    look_at(table.distances);
    for (const FieldOutline& skim : table.skims) look_at(skim);
    if (times == nullptr && !table.distances.unit.empty())
        refuse_without_times(table.distances.name, table.distances.unit);
    if (options.round) return;
    const auto require = [](const FieldOutline& field, const char* unit) {
        if (field.is_whole(field.unit.empty() ? "" : unit, false)) return;
        throw InvalidArgument(
            format("vroom holds integer {}, but not every {} is an integer; `round` rounds to the nearest",
                   *unit == 's' ? "seconds" : "metres", field.name));
    };
    require(times != nullptr ? *times : table.distances, "s");
    if (lengths != nullptr) require(*lengths, "m");
}

void check_vroom_options(const ExportOptions& options) {
    whole_unreachable(options, vroom_limits);
}

}  // namespace

FormatWriter vroom_output() {
    FormatWriter format;
    format.name = "vroom";
    format.description = "table, JSON with the matrices of VROOM's input: integer seconds, and metres of a skim";
    format.suffixes = {".vroom.json"};
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write_vroom(cells_of(table), path, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& path,
                              const ExportOptions& options) { write_vroom(cells_of(table), path, options); };
    format.one_list = true;
    format.standard_output = format.unreachable = format.whole_numbers = true;
    format.check_options = check_vroom_options;
    format.check_table = check_vroom_table;
    return format;
}

}  // namespace allways::tools
