// SPDX-License-Identifier: Apache-2.0
#include "command/difference_output.h"

#include <cmath>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "allways/export/export.h"

namespace allways::command {

namespace {

IdTable ids_of(const IdTable& ids, const CommonIds& common) {
    std::vector<std::uint32_t> kept;
    for (const auto& [index, other] : common.common) kept.push_back(index);
    return ids.selection(kept);
}

// The differences of the first field as distances, of the others as skims.
template <class Table>
Table with_differences(Table table, const DifferenceReport& report) {
    const ComparedTable& a = report.a.table;
    const ComparedTable& b = report.b.table;
    for (std::size_t at = 1; at < report.fields.size(); ++at) {
        const ComparedField* in_a = a.skim(report.fields[at].name);
        std::vector<double> cells = differences({a, *in_a, b, *b.skim(in_a->scale.name), report.rows, report.columns});
        table.add_skim({{in_a->scale.name + "_difference", report.fields[at].unit, 0}, std::move(cells)});
    }
    table.set_provenance({{"differences", format("{} - {}", report.b.file, report.a.file)}});
    return table;
}

}  // namespace

void write_differences(const DifferenceReport& report, const OutputArguments& output, Console& console) {
    const ComparedTable& a = report.a.table;
    const ComparedTable& b = report.b.table;
    const ComparedField& first = a.fields.front();
    std::vector<double> cells = differences({a, first, b, b.fields.front(), report.rows, report.columns});
    for (double& cell : cells) {
        if (std::isnan(cell)) cell = unreachable_cost<double>;
    }
    const CostScale scale{first.scale.name + "_difference", report.fields.front().unit, 0};
    const IdTable rows = ids_of(a.rows, report.rows);
    const ExportOptions options = output.options(console);
    if (report.square) {
        const std::size_t n = rows.size();
        for (std::size_t i = 0; i < n; ++i) cells[i * n + i] = 0;
        write_table(with_differences(DistanceTable(std::move(cells), n, scale, rows), report), output.path, options);
    } else {
        write_table(
            with_differences(OriginDestinationTable(std::move(cells), scale, rows, ids_of(a.columns, report.columns)),
                             report),
            output.path, options);
    }
}

}  // namespace allways::command
