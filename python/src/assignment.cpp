// SPDX-License-Identifier: Apache-2.0
// The loads of trips, and centrality.
#include <cmath>
#include <memory>

#include <nanobind/stl/tuple.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/points/point_assignment.h"
#include "allways/query/centrality.h"
#include "allways/result/natural_scale.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"
#include "option_rows.h"

namespace allways::python {

namespace {

// The loads with the network that they belong to.
struct HeldLoads {
    HeldNetwork network;
    std::shared_ptr<const PointAssignment> found;

    const RoadNetwork& on() const { return found->on(*network); }
    double total_cost() const { return NaturalScale(found->loads.scale, "").value(found->loads.raw_cost); }
    const Equilibrium& equilibrium() const {
        if (found->equilibrium) return *found->equilibrium;
        throw InvalidArgument("these loads are all or nothing; with `vdf` they are those of an equilibrium");
    }
};

std::optional<HeldPart> held(const std::optional<OriginDestinationTable>& table) {
    if (!table) return std::nullopt;
    return HeldPart(*table);
}

// By iteration.
nb::dict steps_of(const Equilibrium& found) {
    nb::dict columns;
    const auto add = [&](const char* name, double EquilibriumStep::*member) {
        std::vector<double> values;
        for (const EquilibriumStep& step : found.steps) values.push_back(step.*member);
        columns[name] = array(std::move(values));
    };
    add("total_cost", &EquilibriumStep::total_cost);
    add("least_cost", &EquilibriumStep::least_cost);
    add("gap", &EquilibriumStep::gap);
    add("average_excess_cost", &EquilibriumStep::excess);
    add("objective", &EquilibriumStep::objective);
    add("objective_bound", &EquilibriumStep::bound);
    add("step", &EquilibriumStep::step);
    return columns;
}

// name, end, PCE, fixed cost, closed
using StatedClass = std::tuple<std::string, std::size_t, double, std::string, std::string>;

HeldLoads make_loads(const HeldNetwork& network, const PairLists& pairs, const Vector<double>& trips,
                     std::vector<std::string> select, const EquilibriumChoice& equilibrium,
                     const std::vector<StatedClass>& classes, bool skims, bool selected, const SolveOptions& options,
                     const SnapChoice& snap, Progressing progress) {
    if (trips.size() != pairs.pairs.size()) {
        throw InvalidArgument(
            format("`trips`: expected one number for each of {} pairs, found {}", pairs.pairs.size(), trips.size()));
    }
    PointAssignmentRequest request{
        .pairs = pairs, .equilibrium = equilibrium, .select = std::move(select), .snap = snap};
    request.pairs.trips = vector_of(trips);
    for (const auto& [name, end, pce, fixed_cost, closed] : classes)
        request.classes.push_back({name, end, pce, fixed_cost, closed});
    request.wants_skims = skims;
    request.wants_selected = selected;
    request.skims = options.skims;
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        request.solve = callbacks.in(options);
        return HeldLoads{network, std::make_shared<const PointAssignment>(assign_point_trips(*network, request))};
    });
}

// Distances in the unit, inverse distances per unit.
struct FoundCentrality {
    Centrality of;
    std::string unit;
    double units = 1;  // that one unit of the cost makes
};

FoundCentrality find_measures(const HeldNetwork& network, const std::vector<std::string>& measures, bool towards,
                              bool normalized, const std::string& unit, const SolveOptions& options,
                              Progressing progress) {
    CentralityRequest request{.measures = {}, .towards = towards, .normalized = normalized};
    for (const std::string& one : measures)
        request.measures.push_back(value_of<CentralityMeasure>("measures", one, ""));
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        FoundCentrality found{find_centrality(*network, request, callbacks.in(options)), {}, 1};
        const NaturalScale scale(found.of.scale, unit);
        found.unit = scale.unit();
        found.units = scale.value(std::pow(10, found.of.scale.digits));
        for (double& number : found.of.closeness) number /= found.units;
        for (double& number : found.of.harmonic) number /= found.units;
        for (double& number : found.of.eccentricity) number = scale.value(number);
        found.of.raw_radius = scale.value(found.of.raw_radius);
        found.of.raw_diameter = scale.value(found.of.raw_diameter);
        found.of.raw_mean = scale.value(found.of.raw_mean);
        return found;
    });
}

void bind_loads(nb::module_& core) {
    nb::class_<HeldLoads>(core, "Loads")
        .def_prop_ro("arc_loads", [](const HeldLoads& self) { return view(self.found->loads.arc_loads, self.found); })
        .def_prop_ro("node_loads",
                     [](const HeldLoads& self) {
                         return view(self.found->loads.node_loads.data(), {self.network->node_count()}, self.found);
                     })
        .def_prop_ro("tail", [](const HeldLoads& self) { return array(std::vector(self.on().tail)); })
        .def_prop_ro("head", [](const HeldLoads& self) { return array(std::vector(self.on().head)); })
        .def_prop_ro("arc_ids", [](const HeldLoads& self) { return ids(self.on().arc_ids); })
        .def_prop_ro("requested", [](const HeldLoads& self) { return self.found->loads.requested; })
        .def_prop_ro("loaded", [](const HeldLoads& self) { return self.found->loads.loaded; })
        .def_prop_ro("unreachable", [](const HeldLoads& self) { return self.found->loads.unreachable; })
        .def_prop_ro("within_nodes", [](const HeldLoads& self) { return self.found->loads.within_nodes; })
        .def_prop_ro("unselected", [](const HeldLoads& self) { return self.found->loads.unselected; })
        .def_prop_ro("total_cost", &HeldLoads::total_cost)
        .def_prop_ro("unit", [](const HeldLoads& self) { return self.found->loads.scale.unit; })
        .def_prop_ro("unsnapped", [](const HeldLoads& self) { return self.found->unsnapped; })
        .def_prop_ro("is_equilibrium", [](const HeldLoads& self) { return self.found->equilibrium.has_value(); })
        .def_prop_ro("classes", [](const HeldLoads& self) { return self.found->classes; })
        .def("class_loads",
             [](const HeldLoads& self, std::size_t one) { return view(self.equilibrium().loads.at(one), self.found); })
        .def_prop_ro("volumes", [](const HeldLoads& self) { return view(self.equilibrium().volumes, self.found); })
        .def_prop_ro("times", [](const HeldLoads& self) { return view(self.equilibrium().times, self.found); })
        .def_prop_ro("capacities", [](const HeldLoads& self) { return view(self.found->capacities, self.found); })
        .def_prop_ro("steps", [](const HeldLoads& self) { return steps_of(self.equilibrium()); })
        .def_prop_ro("reached", [](const HeldLoads& self) { return self.equilibrium().is_reached; })
        .def_prop_ro("selected_loads",
                     [](const HeldLoads& self) { return view(self.found->selected_loads, self.found); })
        .def_prop_ro("skims", [](const HeldLoads& self) { return held(self.found->skims); })
        .def_prop_ro("selected", [](const HeldLoads& self) { return held(self.found->selected); });
    core.def("trip_column", [](const std::vector<std::string>& names, const std::string& field) {
        return run({}, [&](const Callbacks& callbacks) { return trip_column(names, field, callbacks.log()); });
    });
    core.def("read_trip_pairs", [](const std::string& path, const std::string& field, const PointOptions& options) {
        PairLists found = run({}, [&](const Callbacks& callbacks) {
            return read_trip_pairs(path, field, callbacks.in(options), nullptr, callbacks.log());
        });
        auto trips = array(std::move(found.trips));
        return std::pair(std::move(found), std::move(trips));
    });
    core.def("assign_trips", make_loads);
    core.def("write_loads", [](const HeldLoads& loads, const std::string& path, const std::string& format,
                               bool overwrite, const std::string& layers, Progressing progress) {
        const FeatureOutput output{.path = path, .format = format, .overwrite = overwrite};
        const auto chosen = value_of<FeatureLayers>("layers", layers, "");
        run(std::move(progress), [&](const Callbacks& callbacks) {
            write_loads(*loads.network, *loads.found, callbacks.in(output), chosen);
        });
    });
}

void bind_centrality(nb::module_& core) {
    const auto list = [](std::vector<double> Centrality::*member) {
        return [member](const FoundCentrality& self) { return array(std::vector(self.of.*member)); };
    };
    nb::class_<FoundCentrality>(core, "Centrality")
        .def_prop_ro("closeness", list(&Centrality::closeness))
        .def_prop_ro("harmonic", list(&Centrality::harmonic))
        .def_prop_ro("eccentricity", list(&Centrality::eccentricity))
        .def_prop_ro("reach", list(&Centrality::reach))
        .def_prop_ro("betweenness", list(&Centrality::betweenness))
        .def_prop_ro("arc_betweenness", list(&Centrality::arc_betweenness))
        .def_prop_ro("radius", [](const FoundCentrality& self) { return self.of.raw_radius; })
        .def_prop_ro("diameter", [](const FoundCentrality& self) { return self.of.raw_diameter; })
        .def_prop_ro("mean", [](const FoundCentrality& self) { return self.of.raw_mean; })
        .def_prop_ro("reached_pairs", [](const FoundCentrality& self) { return self.of.reached_pairs; })
        .def_prop_ro("zero_pairs", [](const FoundCentrality& self) { return self.of.zero_pairs; })
        .def_ro("unit", &FoundCentrality::unit);
    core.def("find_centrality", find_measures);
}

}  // namespace

void bind_assignment(nb::module_& core) {
    bind_loads(core);
    bind_centrality(core);
}

}  // namespace allways::python
