// SPDX-License-Identifier: Apache-2.0
// Isochrones: distances from or to places up to a limit, and the files of areas, arcs and nodes.
#include "allways/areas/isochrones.h"
#include "allways/engine/solve.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"
#include "points.h"

namespace allways::python {

namespace {

void make_isochrones(const HeldNetwork& network, nb::handle starts, const std::vector<double>& cutoffs,
                     const std::string& unit, bool to_starts, bool merge, const SolveOptions& cost,
                     const SnapChoice& snap, const IsochroneOutput& output, Progressing progress) {
    IsochroneRequest request{.starts = {point_list_of(starts)},
                             .cutoffs = cutoffs,
                             .unit = unit,
                             .direction = to_starts ? IsochroneDirection::to_starts : IsochroneDirection::from_starts,
                             .merge = merge,
                             .cost = {cost.cost, cost.cost_type},
                             .snap = snap};
    run(std::move(progress),
        [&](const Callbacks& callbacks) { write_isochrones(*network, request, callbacks.in(completed(output))); });
}

}  // namespace

void bind_isochrones(nb::module_& core) {
    core.def("write_isochrones", make_isochrones);
}

}  // namespace allways::python
