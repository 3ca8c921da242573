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
    double relative_tolerance = 0;
    double absolute_tolerance = 0;
    const ComparedTable* weights = nullptr;
};

// Compares one field of two tables.
FieldDifference compare(const ComparedTable& a, const ComparedTable& b, const Comparison& how,
                        const ProgressCallback& progress) {
    const auto& [skim, by_position, relative_tolerance, absolute_tolerance, weights] = how;
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
    return difference({a, *field(a), b, *field(b), rows, columns}, {.relative_tolerance = relative_tolerance,
                                                                    .absolute_tolerance = absolute_tolerance,
                                                                    .weights = weighing ? &*weighing : nullptr,
                                                                    .progress = progress});
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
                return compare(in_a, in_b, {skim, by_position, relative, absolute, weighing ? &*weighing : nullptr},
                               callbacks.progress());
            });
        },
        nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none());
}

void bind_difference(nb::module_& core) {
    bind_difference_of<DistanceTable, DistanceTable>(core);
    bind_difference_of<DistanceTable, OriginDestinationTable>(core);
    bind_difference_of<OriginDestinationTable, DistanceTable>(core);
    bind_difference_of<OriginDestinationTable, OriginDestinationTable>(core);
    bind_difference_of<CostMatrix, CostMatrix>(core);
    bind_difference_of<DistanceTable, CostMatrix>(core);
    bind_difference_of<CostMatrix, DistanceTable>(core);
}

void bind_devices(nb::module_& core) {
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
