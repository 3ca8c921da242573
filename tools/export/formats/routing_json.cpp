// SPDX-License-Identifier: Apache-2.0
#include "export/formats/routing_json.h"

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "export/files/ordered_rows.h"

namespace allways::tools {

std::vector<NamedValues> matrices_of(const TableCells& table) {
    std::vector<NamedValues> matrices{{table.scale, table.distances}};
    for (const Skim& skim : table.skims) matrices.push_back({skim.scale, view(skim.values.all())});
    return matrices;
}

void require_one_list(const TableCells& table, const char* format) {
    if (table.same_nodes()) return;
    throw InvalidArgument(
        allways::format("{} needs one list of places, but this table's origins and destinations differ; make one with "
                        "`destinations = origins`",
                        format));
}

nlohmann::ordered_json ids_json(const IdTable& ids) {
    if (ids.is_numeric()) return ids.numbers();
    return ids.texts();
}

void put_unsnapped(nlohmann::ordered_json& about, const TableProvenance& provenance) {
    for (const auto& [key, text] : provenance) {
        if (key == "left_out" || key == "unsnapped") about[key] = nlohmann::ordered_json::parse(text);
    }
}

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

}  // namespace allways::tools
