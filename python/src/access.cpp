// SPDX-License-Identifier: Apache-2.0
// What is within reach of places: opportunities, the nearest destinations, and the files of areas, arcs and nodes.
#include "allways/points/point_access.h"

#include "allways/areas/isochrones.h"
#include "allways/engine/solve.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"
#include "option_rows.h"

namespace allways::python {

namespace {

PointAccess make_access(const HeldNetwork& network, const std::optional<nb::object>& origins, nb::handle destinations,
                        PointAccessRequest request, const SolveOptions& options, const SnapChoice& snap,
                        Progressing progress) {
    if (origins) request.origins = point_list_of(*origins);
    request.destinations = point_list_of(destinations);
    request.snap = snap;
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        request.solve = callbacks.in(options);
        const NodeNames nodes = node_names(*network);
        if (request.origins) expand(*request.origins, nodes, request.name);
        expand(request.destinations, nodes, request.name);
        return find_point_access(*network, request);
    });
}

// Origins × classes × nearest: positions of destinations, or -1.
NumpyArray nearest_of(const PointAccess& found) {
    const Access& access = found.access;
    std::vector<std::int64_t> nearest;
    for (const NearestDestination& near : access.found)
        nearest.push_back(near.destination == no_destination ? -1 : std::int64_t{near.destination});
    return array(std::move(nearest), {found.origin_ids.size(), access.classes, access.nearest});
}

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

void bind_access(nb::module_& core) {
    auto request = nb::class_<PointAccessRequest>(core, "AccessRequest").def(nb::init<>());
    request.def_rw("kinds", &PointAccessRequest::kinds)
        .def_rw("weights", &PointAccessRequest::weights)
        .def_rw("demand", &PointAccessRequest::demand)
        .def_rw("classes", &PointAccessRequest::classes)
        .def_rw("cutoffs", &PointAccessRequest::cutoffs)
        .def_rw("unit", &PointAccessRequest::unit)
        .def_rw("nearest", &PointAccessRequest::nearest)
        .def_rw("to_origins", &PointAccessRequest::to_origins);
    bind_field(request, "decay", &PointAccessRequest::decay);
    bind_rows<PointAccess>(core, "PointAccess")
        .def_prop_ro("sums",
                     [](const PointAccess& self) {  // origins × kinds × cutoffs
                         return array(std::vector(self.access.sums),
                                      {self.origin_ids.size(), self.access.kinds, self.access.cutoffs});
                     })
        .def_prop_ro("nearest", nearest_of)
        .def_prop_ro("distances",
                     [](const PointAccess& self) {
                         return array(std::vector(self.distances),
                                      {self.origin_ids.size(), self.access.classes, self.access.nearest});
                     })
        .def_prop_ro("origin_ids", [](const PointAccess& self) { return ids(self.origin_ids); })
        .def_prop_ro("destination_ids", [](const PointAccess& self) { return ids(self.destination_ids); });
    core.def("find_access", make_access);
    core.def("write_isochrones", make_isochrones);
}

}  // namespace allways::python
