// SPDX-License-Identifier: Apache-2.0
// Places: points that are snapped once and become nodes of their own network.
#include <nanobind/stl/tuple.h>

#include "allways/engine/solve_between.h"
#include "allways/points/snapped_points.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

struct Placed {
    std::shared_ptr<const Input> network;
    std::vector<TableSide> sides;
    std::vector<std::string> unsnapped;
    std::string crs;  // reference system of positions
};

Placed place(const RoadNetwork& network, const std::vector<PointSet>& lists, const CostOptions& cost,
             const std::vector<std::string>& sums, const SnapChoice& choice, const LogCallback& log) {
    const std::string& file = network.provenance.source;
    SnappedPoints snapped(network, cost, choice, file, log);
    std::vector<std::vector<std::size_t>> placed;
    for (const PointSet& list : lists) placed.push_back(snapped.add(list));
    for (const auto& list : placed) snapped.require_any(list, "places");
    snapped.report(false);
    PointNetwork points = snapped.attach(sums);
    Placed made;
    for (const auto& list : placed) made.sides.push_back(snapped.side(list, points));
    made.unsnapped = snapped.unsnapped();
    made.crs = snapped.frame().crs();
    made.network = std::make_shared<const Input>(std::move(points.network));
    return made;
}

template <class Source>
void bind_table_between(nb::module_& core) {
    core.def("table_between", [](const Held<Source>& source, const TableSide& origins, const TableSide& destinations,
                                 const std::string& crs, const SolveOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            BetweenSolution made = solve_between(*source, origins.nodes, destinations.nodes, callbacks.in(options));
            made.value.set_ids(origins.ids, destinations.ids);
            if (!origins.places.empty() && !destinations.places.empty())
                made.value.set_places(origins.places, destinations.places, crs);
            made.value.set_snap_distances(snap_distances(origins, destinations));
            return std::pair(HeldPart(std::move(made.value)), std::move(made.report));
        });
    });
}

TableSide part_of(const TableSide& side, const Vector<std::uint32_t>& which) {
    TableSide part;
    part.ids = side.ids.selection(span_of(which));
    part.in_metres = side.in_metres;
    for (const std::uint32_t at : span_of(which)) {
        part.nodes.push_back(side.nodes.at(at));
        if (!side.places.empty()) part.places.push_back(side.places[at]);
        if (!side.distances.empty()) part.distances.push_back(side.distances[at]);
    }
    return part;
}

}  // namespace

void bind_places(nb::module_& core) {
    nb::class_<TableSide>(core, "PlacedSide")
        .def_prop_ro("count", [](const TableSide& self) { return self.nodes.size(); })
        .def_prop_ro("ids", [](const TableSide& self) { return ids(self.ids); })
        .def("part", part_of);
    // Returns the network with the points, the sides, the names of unsnapped points, and the reference system of
    // positions.
    core.def("place", [](const HeldNetwork& network, nb::list lists, const SolveOptions& options,
                         const SnapChoice& choice, Progressing progress) {
        std::vector<PointSet> points;
        for (const nb::handle list : lists) points.push_back(point_list_of(list));
        Placed made = run(std::move(progress), [&](const Callbacks& callbacks) {
            return place(*network, points, {options.cost, options.cost_type}, options.skims, choice, callbacks.log());
        });
        return std::make_tuple(HeldNetwork(std::move(made.network)), std::move(made.sides), std::move(made.unsnapped),
                               made.crs);
    });
    // A side of nodes, which keeps their ids.
    core.def("side_of_nodes", [](const HeldNetwork& network, const Vector<std::uint32_t>& nodes) {
        TableSide side;
        side.nodes = vector_of(nodes);
        side.ids = network->node_ids.selection(side.nodes);
        return side;
    });
    bind_table_between<RoadNetwork>(core);
    bind_table_between<NetworkFactor>(core);
}

}  // namespace allways::python
