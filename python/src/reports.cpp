// SPDX-License-Identifier: Apache-2.0
// Reports: plain values that say what was read, decided, measured, compared and changed. Their attributes and
// docstrings come from their rows (allways/base/option_row.h).
#include <nanobind/stl/map.h>

#include "allways/base/format.h"
#include "allways/cost/cost_updates.h"
#include "allways/device/devices.h"
#include "allways/engine/bench.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/export/write_stream.h"
#include "allways/query/table_difference.h"
#include "allways/query/verification.h"
#include "allways/result/statistics.h"
#include "bindings.h"

namespace allways::python {

namespace {

void bind_import_report(nb::module_& core) {
    const auto report = bind_rows<ImportReport>(core, "ImportReport");
    bind_rows<ImportReport::Skipped>(report, "Skipped");
    bind_rows<ImportReport::Turns>(report, "Turns");
    bind_rows<ImportReport::Column>(report, "Column");
    bind_rows<ImportReport::Text>(report, "Text");
    bind_rows<ImportReport::Count>(report, "Count");
}

void bind_statistics(nb::module_& core) {
    bind_rows<TableStatistics::Diameter>(core, "Diameter");
    bind_rows<TableStatistics::Radius>(core, "Radius");
    bind_rows<TableStatistics>(core, "TableStatistics");
    bind_rows<PartStatistics::Largest>(core, "Largest");
    bind_rows<PartStatistics>(core, "PartStatistics");
}

void bind_comparisons(nb::module_& core) {
    bind_rows<VerificationReport::Check>(core, "Check");
    bind_rows<VerificationReport>(core, "VerificationReport")
        .def_prop_ro("checked", &VerificationReport::checked)
        .def_prop_ro("mismatches", &VerificationReport::mismatches)
        .def_prop_ro("passed", &VerificationReport::passed);
    bind_rows<PairDifference>(core, "PairDifference");
    bind_rows<MeanDifference>(core, "MeanDifference");
    bind_rows<DifferencePercentile>(core, "DifferencePercentile");
    bind_rows<FieldDifference>(core, "FieldDifference").def_prop_ro("same", &FieldDifference::same);
}

}  // namespace

void bind_reports(nb::module_& core) {
    bind_import_report(core);
    nb::class_<CostScale>(core, "CostScale")
        .def_ro("name", &CostScale::name)
        .def_ro("unit", &CostScale::unit)
        .def_ro("digits", &CostScale::digits)
        .def_prop_ro("raw_name", &CostScale::raw_name);
    bind_rows<MemoryNeed>(core, "MemoryNeed");
    bind_rows<SolveReport>(core, "SolveReport");
    bind_rows<FactorReport>(core, "FactorReport");
    bind_rows<FinishedShard>(core, "FinishedShard");
    bind_rows<JoinReport>(core, "JoinReport");
    bind_statistics(core);
    bind_comparisons(core);
    const auto update = bind_rows<CostUpdateReport>(core, "CostUpdateReport");
    bind_rows<CostUpdateReport::Example>(update, "Example");
    bind_rows<DeviceInfo>(core, "Device");
    bind_rows<BenchResult>(core, "BenchResult").def("__repr__", [](const BenchResult& self) {
        return format("<allways.BenchResult of {} nodes on {}: {:.4g} G pairs/s>", self.n, self.device,
                      self.pairs_per_second / 1e9);
    });
}

}  // namespace allways::python
