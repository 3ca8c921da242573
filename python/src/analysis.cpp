// SPDX-License-Identifier: Apache-2.0
// Analyses of networks and tables: components, simplified networks, verification, differences, devices, the
// environment.
#include <nanobind/stl/tuple.h>

#include "allways/base/error.h"
#include "allways/device/devices.h"
#include "allways/importers/environment.h"
#include "allways/network/components.h"
#include "allways/network/simplify.h"
#include "allways/query/table_difference.h"
#include "allways/query/verification.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

void bind_components(nb::module_& core) {
    nb::class_<ComponentList::Entry>(core, "Component")
        .def_ro("nodes", &ComponentList::Entry::nodes)
        .def_ro("arcs", &ComponentList::Entry::arcs)
        .def_ro("example", &ComponentList::Entry::example)
        .def_prop_ro("length", [](const ComponentList::Entry& self) {
            return self.length ? std::optional(self.length->to_double()) : std::nullopt;
        });
    core.def("list_components", [](const HeldNetwork& network, bool weak) {
        ComponentList found = [&] {
            const nb::gil_scoped_release released;
            return list_components(*network, weak ? Connection::weak : Connection::strong);
        }();
        return nb::make_tuple(std::move(found.components), array(std::move(found.of)));
    });
}

void bind_verification(nb::module_& core) {
    nb::class_<VerificationReport::Check>(core, "Check")
        .def_ro("name", &VerificationReport::Check::name)
        .def_ro("checked", &VerificationReport::Check::checked)
        .def_ro("mismatches", &VerificationReport::Check::mismatches);
    nb::class_<VerificationReport>(core, "VerificationReport")
        .def_ro("checks", &VerificationReport::checks)
        .def_ro("examples", &VerificationReport::examples)
        .def_prop_ro("checked", &VerificationReport::checked)
        .def_prop_ro("mismatches", &VerificationReport::mismatches)
        .def_prop_ro("passed", &VerificationReport::passed);
    const auto bind = [&]<class Problem>() {
        core.def("verify", [](const HeldTable& table, const Held<Problem>& source, const VerifyOptions& options,
                              Progressing progress) {
            return run(std::move(progress),
                       [&](const Callbacks& callbacks) { return verify(*table, *source, callbacks.in(options)); });
        });
    };
    bind.operator()<RoadNetwork>();
    bind.operator()<CostMatrix>();
}

// The table or matrix with the weights of pairs; nothing for None.
std::optional<ComparedTable> weights_of(const nb::object& weights) {
    if (weights.is_none()) return std::nullopt;
    if (nb::isinstance<HeldTable>(weights)) return compared(*nb::cast<const HeldTable&>(weights));
    if (nb::isinstance<Held<OriginDestinationTable>>(weights))
        return compared(*nb::cast<const Held<OriginDestinationTable>&>(weights));
    return compared(*nb::cast<const Held<CostMatrix>&>(weights));
}

struct Comparison {
    std::string skim;  // empty: the distances
    bool by_position = false;
    Tolerance tolerance;
    const ComparedTable* weights = nullptr;
};

// Compares one field of two tables.
FieldDifference compare(const ComparedTable& a, const ComparedTable& b, const Comparison& how,
                        const ProgressCallback& progress) {
    const auto& [skim, by_position, tolerance, weights] = how;
    const auto common = [&](const IdTable& in_a, const IdTable& in_b) {
        return by_position ? same_positions(in_a.size()) : common_ids(in_a, in_b);
    };
    const auto field = [&](const ComparedTable& table) {
        return skim.empty() ? &table.fields.front() : table.skim(skim);
    };
    if (field(a) == nullptr || field(b) == nullptr) throw InvalidArgument("no such skim in both tables: " + skim);
    if (by_position && (a.rows.size() != b.rows.size() || a.columns.size() != b.columns.size()))
        throw InvalidArgument("tables compared by position have the same size");
    const CommonIds rows = common(a.rows, b.rows);
    const CommonIds columns = common(a.columns, b.columns);
    std::optional<PairWeights> weighing;
    if (weights != nullptr)
        weighing.emplace(PairWeights{*weights, common(a.rows, weights->rows), common(a.columns, weights->columns)});
    return difference({a, *field(a), b, *field(b), rows, columns},
                      {.tolerance = tolerance, .weights = weighing ? &*weighing : nullptr, .progress = progress});
}

template <class A, class B>
void bind_difference_of(nb::module_& core) {
    core.def(
        "difference",
        [](const Held<A>& a, const Held<B>& b, const std::string& skim, bool by_position, double relative,
           double absolute, nb::object weights, Progressing progress) {
            const std::optional<ComparedTable> weighing = weights_of(weights);
            return run(std::move(progress), [&](const Callbacks& callbacks) {
                const ComparedTable in_a = compared(*a);
                const ComparedTable in_b = compared(*b);
                return compare(in_a, in_b, {skim, by_position, {relative, absolute}, weighing ? &*weighing : nullptr},
                               callbacks.progress());
            });
        },
        nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none());
}

void bind_difference(nb::module_& core) {
    nb::class_<PairDifference>(core, "PairDifference")
        .def_ro("row", &PairDifference::row)
        .def_ro("column", &PairDifference::column)
        .def_ro("a", &PairDifference::a)
        .def_ro("b", &PairDifference::b)
        .def_ro("absolute", &PairDifference::absolute)
        .def_ro("relative", &PairDifference::relative);
    nb::class_<MeanDifference>(core, "MeanDifference")
        .def_ro("weight", &MeanDifference::weight)
        .def_ro("a", &MeanDifference::a)
        .def_ro("b", &MeanDifference::b)
        .def_ro("difference", &MeanDifference::difference)
        .def_ro("absolute", &MeanDifference::absolute)
        .def_ro("root_mean_square", &MeanDifference::root_mean_square);
    nb::class_<DifferencePercentile>(core, "DifferencePercentile")
        .def_ro("share", &DifferencePercentile::share)
        .def_ro("absolute", &DifferencePercentile::absolute)
        .def_ro("relative", &DifferencePercentile::relative);
    nb::class_<FieldDifference>(core, "FieldDifference")
        .def_ro("name", &FieldDifference::name)
        .def_ro("unit", &FieldDifference::unit)
        .def_ro("pairs", &FieldDifference::pairs)
        .def_ro("equal", &FieldDifference::equal)
        .def_ro("unreachable", &FieldDifference::unreachable)
        .def_ro("within", &FieldDifference::within)
        .def_ro("differing", &FieldDifference::differing)
        .def_ro("reachable_in_a", &FieldDifference::reachable_in_a)
        .def_ro("reachable_in_b", &FieldDifference::reachable_in_b)
        .def_ro("no_distances", &FieldDifference::no_distances)
        .def_ro("largest_absolute", &FieldDifference::largest_absolute)
        .def_ro("largest_relative", &FieldDifference::largest_relative)
        .def_ro("worst", &FieldDifference::worst)
        .def_ro("means", &FieldDifference::means)
        .def_ro("weighted", &FieldDifference::weighted)
        .def_ro("percentiles", &FieldDifference::percentiles)
        .def_prop_ro("same", &FieldDifference::same);
    bind_difference_of<DistanceTable, DistanceTable>(core);
    bind_difference_of<DistanceTable, OriginDestinationTable>(core);
    bind_difference_of<OriginDestinationTable, DistanceTable>(core);
    bind_difference_of<OriginDestinationTable, OriginDestinationTable>(core);
    bind_difference_of<CostMatrix, CostMatrix>(core);
    bind_difference_of<DistanceTable, CostMatrix>(core);
    bind_difference_of<CostMatrix, DistanceTable>(core);
}

void bind_devices(nb::module_& core) {
    nb::class_<DeviceInfo>(core, "Device")
        .def_ro("id", &DeviceInfo::id)
        .def_ro("name", &DeviceInfo::name)
        .def_ro("platform", &DeviceInfo::platform)
        .def_ro("vendor", &DeviceInfo::vendor)
        .def_ro("driver", &DeviceInfo::driver)
        .def_ro("version", &DeviceInfo::version)
        .def_ro("compute_units", &DeviceInfo::compute_units)
        .def_ro("memory_bytes", &DeviceInfo::memory_bytes)
        .def_ro("max_allocation_bytes", &DeviceInfo::max_allocation_bytes)
        .def_ro("local_memory_bytes", &DeviceInfo::local_memory_bytes)
        .def_ro("max_work_group", &DeviceInfo::max_work_group)
        .def_ro("has_float64", &DeviceInfo::has_float64)
        .def_ro("tuning", &DeviceInfo::tuning)
        .def_prop_ro("kind", [](const DeviceInfo& self) { return std::string(name(self.kind)); });
    core.def("list_devices", [](const std::string& tuning_directory) {
        DeviceList list = [&] {
            const nb::gil_scoped_release released;
            return list_devices(tuning_directory);
        }();
        return std::pair(std::move(list.devices), std::move(list.explanation));
    });
    core.def("check_environment", [] {
        std::vector<std::tuple<std::string, bool, std::string, std::string>> rows;
        const nb::gil_scoped_release released;
        for (const EnvironmentCheck& check : check_environment()) {
            rows.emplace_back(check.subject, check.holds, check.found, check.remedy);
        }
        return rows;
    });
}

}  // namespace

void bind_analysis(nb::module_& core) {
    bind_components(core);
    bind_verification(core);
    bind_difference(core);
    bind_devices(core);
    core.def("simplify", [](const HeldNetwork& network, const std::vector<NodeIndex>& keep,
                            const SimplifyOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            SimplifyOptions simplifying = options;
            simplifying.keep = keep;
            SimplifiedNetwork made = simplify(*network, simplifying, callbacks.progress());
            return std::make_tuple(HeldNetwork(std::move(made.network)), made.folded_nodes, made.dead_end_nodes,
                                   std::move(made.sums));
        });
    });
}

}  // namespace allways::python
