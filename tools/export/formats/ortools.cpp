// SPDX-License-Identifier: Apache-2.0
// Table → the data model of OR-Tools' routing examples as JSON: time_matrix or distance_matrix of integers, a
// <field>_matrix for each further skim, and num_vehicles and depot for the user to change. Source:
// developers.google.com/optimization/routing.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/json.h"
#include "export/formats/formats.h"
#include "export/formats/routing_json.h"

namespace allways::tools {

namespace {

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
    FormatWriter format;
    format.name = "ortools";
    format.description = "table, JSON in the layout of OR-Tools' routing examples: integers, depot, ids";
    format.suffixes = {".ortools.json"};
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write_ortools(cells_of(table), path, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& path,
                              const ExportOptions& options) { write_ortools(cells_of(table), path, options); };
    format.one_list = true;
    format.standard_output = format.unit = format.unreachable = format.dtype = format.whole_numbers = true;
    format.check_options = check_ortools_options;
    return format;
}

}  // namespace allways::tools
