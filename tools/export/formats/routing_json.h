// SPDX-License-Identifier: Apache-2.0
// Shared by the JSON formats of route optimisers: integer matrices and their descriptions.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "allways/export/export.h"
#include "allways/result/table_cells.h"
#include "export/files/output_file.h"
#include "export/formats/integer_matrix.h"

namespace allways::tools {

// The distances of a table or one of its skims; distances come first.
struct NamedValues {
    const CostScale& scale;
    CostView values;
};
std::vector<NamedValues> matrices_of(const TableCells& table);

// Throws InvalidArgument unless rows and columns are the same list of places.
void require_one_list(const TableCells& table, const char* format);

// The ids as JSON: numbers, or texts.
nlohmann::ordered_json ids_json(const IdTable& ids);

// Adds the names of unsnapped points if the provenance records them.
void put_unsnapped(nlohmann::ordered_json& about, const TableProvenance& provenance);

// Writes "name": [[0,1],[2,0]], one matrix row per line.
void put_json_matrix(OutputFile& file, const std::string& name, const WholeMatrix& matrix,
                     const ProgressCallback& progress);

}  // namespace allways::tools
