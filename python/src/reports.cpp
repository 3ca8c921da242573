// SPDX-License-Identifier: Apache-2.0
// Reports: plain values that say what was read, decided and measured.
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <nanobind/stl/map.h>

#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "bindings.h"

namespace allways::python {

namespace {

void bind_import_report(nb::module_& core) {
    auto report = nb::class_<ImportReport>(core, "ImportReport");
    nb::class_<ImportReport::Skipped>(report, "Skipped")
        .def_ro("reason", &ImportReport::Skipped::reason)
        .def_ro("count", &ImportReport::Skipped::count)
        .def_ro("first_line", &ImportReport::Skipped::first_line)
        .def_ro("closed", &ImportReport::Skipped::closed);
    nb::class_<ImportReport::Turns>(report, "Turns")
        .def_ro("sequences", &ImportReport::Turns::sequences)
        .def_ro("prices", &ImportReport::Turns::prices)
        .def_ro("destination_only", &ImportReport::Turns::destination_only)
        .def_ro("turning_round_is_limited", &ImportReport::Turns::turning_round_is_limited);
    nb::class_<ImportReport::Column>(report, "Column")
        .def_ro("name", &ImportReport::Column::name)
        .def_ro("unit", &ImportReport::Column::unit)
        .def_ro("zero", &ImportReport::Column::zero)
        .def_ro("negative", &ImportReport::Column::negative)
        .def_ro("missing", &ImportReport::Column::missing)
        .def_ro("smallest", &ImportReport::Column::smallest)
        .def_ro("largest", &ImportReport::Column::largest);
    nb::class_<ImportReport::Text>(report, "Text")
        .def_ro("name", &ImportReport::Text::name)
        .def_ro("arcs", &ImportReport::Text::arcs)
        .def_ro("different", &ImportReport::Text::different);
    nb::class_<ImportReport::Count>(report, "Count")
        .def_ro("name", &ImportReport::Count::name)
        .def_ro("count", &ImportReport::Count::count);
    report.def_ro("source", &ImportReport::source)
        .def_ro("format", &ImportReport::format)
        .def_ro("records", &ImportReport::records)
        .def_ro("nodes", &ImportReport::nodes)
        .def_ro("arcs", &ImportReport::arcs)
        .def_ro("isolated_nodes", &ImportReport::isolated_nodes)
        .def_ro("self_loops", &ImportReport::self_loops)
        .def_ro("parallel_arcs", &ImportReport::parallel_arcs)
        .def_ro("no_through_nodes", &ImportReport::no_through_nodes)
        .def_ro("turns", &ImportReport::turns)
        .def_ro("components", &ImportReport::components)
        .def_ro("strong_components", &ImportReport::strong_components)
        .def_ro("largest_strong_component", &ImportReport::largest_strong_component)
        .def_ro("columns", &ImportReport::columns)
        .def_ro("texts", &ImportReport::texts)
        .def_ro("has_order", &ImportReport::has_order)
        .def_ro("shaped_arcs", &ImportReport::shaped_arcs)
        .def_ro("counts", &ImportReport::counts)
        .def_ro("skipped", &ImportReport::skipped);
}

template <class Report, class Row>
void bind_rows(nb::module_& core, const char* name, const std::vector<Row>& rows) {
    nb::class_<Report> bound(core, name);
    const auto bind = [&]<class Type>(const Row& row, Type Report::*field) {
        if constexpr (std::is_same_v<Type, CostType>) {
            const auto word = [field](const Report& self) { return std::string(allways::name(self.*field)); };
            bound.def_prop_ro(row.name.c_str(), word, row.text.c_str());
        } else {
            bound.def_ro(row.name.c_str(), field, row.text.c_str());
        }
    };
    for (const Row& row : rows) std::visit([&](auto field) { bind(row, field); }, row.field);
}

}  // namespace

void bind_reports(nb::module_& core) {
    bind_import_report(core);
    nb::class_<CostScale>(core, "CostScale")
        .def_ro("name", &CostScale::name)
        .def_ro("unit", &CostScale::unit)
        .def_ro("digits", &CostScale::digits)
        .def_prop_ro("raw_name", &CostScale::raw_name);
    nb::class_<MemoryNeed>(core, "MemoryNeed")
        .def_ro("device", &MemoryNeed::device)
        .def_ro("host", &MemoryNeed::host)
        .def_ro("device_available", &MemoryNeed::device_available)
        .def_ro("host_available", &MemoryNeed::host_available);
    bind_rows<SolveReport>(core, "SolveReport", solve_report_rows());
    bind_rows<FactorReport>(core, "FactorReport", factor_report_rows());
}

}  // namespace allways::python
