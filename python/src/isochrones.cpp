// SPDX-License-Identifier: Apache-2.0
// Isochrones: distances from or to places up to a limit, and the files of areas, arcs and nodes.
#include <nanobind/stl/tuple.h>

#include "allways/areas/isochrones.h"
#include "allways/engine/solve.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"
#include "points.h"

namespace allways::python {

namespace {

Isochrones make_isochrones(const HeldNetwork& network, nb::handle starts, const std::vector<double>& cutoffs,
                           const std::string& unit, bool to_starts, bool merge, const SolveOptions& cost,
                           const SnapChoice& snap, const IsochroneOutput& output, Progressing progress) {
    IsochroneRequest request{.starts = {point_list_of(starts)},
                             .cutoffs = cutoffs,
                             .unit = unit,
                             .direction = to_starts ? IsochroneDirection::to_starts : IsochroneDirection::from_starts,
                             .merge = merge,
                             .cost = {cost.cost, cost.cost_type},
                             .snap = snap};
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        return write_isochrones(*network, request, callbacks.in(completed(output)));
    });
}

}  // namespace

void bind_isochrones(nb::module_& core) {
    nb::class_<IsochroneCount>(core, "IsochroneCount")
        .def_ro("start", &IsochroneCount::start)
        .def_ro("cutoff", &IsochroneCount::cutoff)
        .def_ro("nodes", &IsochroneCount::nodes)
        .def_ro("area", &IsochroneCount::area);
    nb::class_<Isochrones>(core, "Isochrones")
        .def_ro("counts", &Isochrones::counts)
        .def_ro("unsnapped", &Isochrones::unsnapped)
        .def_ro("unit", &Isochrones::unit)
        .def_ro("scale", &Isochrones::scale);
    core.def("write_isochrones", make_isochrones);
}

}  // namespace allways::python
