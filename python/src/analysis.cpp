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

using Comparable = std::variant<HeldTable, HeldPart, HeldMatrix>;

ComparedTable compared_of(const Comparable& held) {
    return std::visit([](const auto& content) { return compared(*content); }, held);
}

// Compares one field of two tables: a skim, or without a name the distances.
FieldDifference compare(const Comparable& one, const Comparable& other, const std::string& skim, bool by_position,
                        double relative_tolerance, double absolute_tolerance, const std::optional<Comparable>& weights,
                        Progressing progress) {
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        const ComparedTable a = compared_of(one);
        const ComparedTable b = compared_of(other);
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
        const std::optional<ComparedTable> weighed = weights ? std::optional(compared_of(*weights)) : std::nullopt;
        std::optional<PairWeights> weighing;
        if (weighed)
            weighing.emplace(PairWeights{*weighed, common(a.rows, weighed->rows), common(a.columns, weighed->columns)});
        return difference({a, *field(a), b, *field(b), rows, columns}, {.relative_tolerance = relative_tolerance,
                                                                        .absolute_tolerance = absolute_tolerance,
                                                                        .weights = weighing ? &*weighing : nullptr,
                                                                        .progress = callbacks.progress()});
    });
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
    core.def("verify", [](const HeldTable& table, const std::variant<HeldNetwork, HeldMatrix>& source,
                          const VerifyOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            return std::visit([&](const auto& problem) { return verify(*table, *problem, callbacks.in(options)); },
                              source);
        });
    });
    core.def("difference", compare);
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
