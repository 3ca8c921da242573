// SPDX-License-Identifier: Apache-2.0
// Table → JSON of route optimisers: integer matrices and their descriptions.
// - The data model of OR-Tools' routing examples: time_matrix or distance_matrix of integers, a <field>_matrix for each
//   further skim, and num_vehicles and depot for the user to change. Source:
//   developers.google.com/optimization/routing.
// - The matrices of VROOM's input for the profile car: durations in whole seconds and, if there is such a skim,
// distances
//   in whole metres. The user adds vehicles and jobs, which refer to places by index. Source: VROOM's docs/API.md.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/export.h"
#include "allways/export/json.h"
#include "allways/result/table_cells.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/integer_matrix.h"

namespace allways::tools {

namespace {

// ---- matrices

// The distances of a table or one of its skims; distances come first.
struct NamedValues {
    const CostScale& scale;
    CostView values;
};

std::vector<NamedValues> matrices_of(const TableCells& table) {
    std::vector<NamedValues> matrices{{table.scale, table.distances}};
    for (const Skim& skim : table.skims) matrices.push_back({skim.scale, view(skim.values.all())});
    return matrices;
}

// Throws InvalidArgument unless rows and columns are the same list of places.
void require_one_list(const TableCells& table, const char* format) {
    if (table.same_nodes()) return;
    throw InvalidArgument(
        allways::format("{} needs one list of places, but this table's origins and destinations differ; make one with "
                        "`destinations = origins`",
                        format));
}

// The ids as JSON: numbers, or texts.
nlohmann::ordered_json ids_json(const IdTable& ids) {
    if (ids.is_numeric()) return ids.numbers();
    return ids.texts();
}

// Adds the names of unsnapped points if the provenance records them.
void put_unsnapped(nlohmann::ordered_json& about, const TableProvenance& provenance) {
    for (const auto& [key, text] : provenance) {
        if (key == "left_out" || key == "unsnapped") about[key] = nlohmann::ordered_json::parse(text);
    }
}

// Writes "name": [[0,1],[2,0]], one matrix row per line.
void put_json_matrix(OutputFile& file, const std::string& name, const WholeMatrix& matrix,
                     const ProgressCallback& progress) {
    file.put(json_text(name));
    file.put(": [\n");
    const std::size_t rows = matrix.rows();
    write_rows(file, rows, matrix.columns(), progress, [&](std::size_t first, std::size_t last, TextBlock& text) {
        for (std::size_t i = first; i < last; ++i) {
            text.put('[');
            matrix.put_row(text, i, ',');
            text.put(i + 1 < rows ? "],\n" : "]\n");
        }
    });
    file.put(']');
}

// ---- OR-Tools

// Integers that every JSON reader keeps exactly.
constexpr WholeLimits ortools_limits{"ortools", 0, (std::int64_t{1} << 53) - 1};

// The matrix is named by what it measures, or by its own name if that name is taken or the unit is unknown. Distances
// without a unit become distance_matrix, which the examples minimise.
std::string matrix_key(const CostScale& scale, bool first, const std::vector<std::string>& taken) {
    const Unit* unit = find_unit(scale.unit);
    std::string key = scale.name + "_matrix";
    if (unit != nullptr && unit->kind == Unit::Kind::time) key = "time_matrix";
    if (unit == nullptr ? first : unit->kind == Unit::Kind::length) key = "distance_matrix";
    if (std::ranges::find(taken, key) != taken.end()) key = scale.name + "_matrix";
    for (int number = 2; std::ranges::find(taken, key) != taken.end(); ++number) {
        key = format("{}_{}_matrix", scale.name, number);
    }
    return key;
}

void write_ortools(const TableCells& table, const std::string& path, const ExportOptions& options) {
    require_one_list(table, "ortools");
    std::vector<WholeMatrix> matrices;
    std::vector<std::string> keys;
    nlohmann::ordered_json about;
    for (const NamedValues& matrix : matrices_of(table)) {
        const bool first = matrices.empty();
        matrices.emplace_back(table, matrix.values, matrix.scale, first ? options.unit : "", options, ortools_limits);
        keys.push_back(matrix_key(matrix.scale, first, keys));
        about[keys.back()] = matrices.back().json();
    }
    put_unsnapped(about, options.provenance);
    OutputFile file(path, options.overwrite);
    file.put("{\n");
    for (std::size_t i = 0; i < keys.size(); ++i) {
        put_json_matrix(file, keys[i], matrices[i], options.progress);
        file.put(",\n");
    }
    file.put(format("\"num_vehicles\": 1,\n\"depot\": 0,\n\"ids\": {},\n\"allways\": {}\n}}\n",
                    json_text(ids_json(table.rows)), json_text(about)));
    file.commit();
}

void check_ortools_options(const ExportOptions& options) {
    check_unit(options.unit);
    check_whole_dtype(options, ortools_limits);
    whole_unreachable(options, ortools_limits);
}

}  // namespace

FormatWriter ortools_output() {
    using enum FormatTrait;
    FormatWriter format{{"ortools",
                         "table, JSON in the layout of OR-Tools' routing examples: integers, depot, ids",
                         {".ortools.json"},
                         {one_list, standard_output, unit, unreachable, dtype, whole_numbers}}};
    format.write_table = write_ortools;
    format.check_options = check_ortools_options;
    return format;
}

// ---- VROOM

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
    using enum FormatTrait;
    FormatWriter format{{"vroom",
                         "table, JSON with the matrices of VROOM's input: integer seconds, and metres of a skim",
                         {".vroom.json"},
                         {one_list, standard_output, unreachable, whole_numbers}}};
    format.write_table = write_vroom;
    format.check_options = check_vroom_options;
    format.check_table = check_vroom_table;
    return format;
}

}  // namespace allways::tools
