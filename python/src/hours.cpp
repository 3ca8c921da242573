// SPDX-License-Identifier: Apache-2.0
// Costs by hour, tables of them, and live costs.
#include "allways/cost/cost_updates.h"

#include <nanobind/stl/tuple.h>

#include "allways/engine/factorize.h"
#include "allways/export/export.h"
#include "allways/importers/cost_updates.h"
#include "allways/points/hour_options.h"
#include "allways/points/point_table.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

// Returns the table of each hour, or with `depart` one of the durations of journeys; the report; and unsnapped names.
auto find_hours(const HeldNetwork& network, nb::handle origins, const std::optional<nb::object>& destinations,
                const HourlyCosts& hourly, const std::optional<std::string>& depart, const SolveOptions& options,
                const SnapChoice& snap, bool drop_unsnapped, Progressing progress) {
    const std::string& source = network->provenance.source;
    TableRequest request{.origins = point_list_of(origins), .snap = snap, .drop_unsnapped = drop_unsnapped};
    if (destinations) request.destinations = point_list_of(*destinations);
    if (!source.empty()) request.name = source;
    request.hourly = &hourly;
    if (depart) request.depart = parse_clock_time(*depart);
    FoundTable found = run(std::move(progress), [&](const Callbacks& callbacks) {
        request.solve = callbacks.in(options);
        return find_table(*network, request);
    });
    TableProvenance own{{"source", source}, {"schedule", found.report->schedule}, {"device", found.report->device}};
    if (depart) {
        own.emplace_back("departure", clock_text(*request.depart));
        found.hours.tables.clear();
        found.hours.tables.push_back(std::move(found.table));
    }
    std::vector<HeldPart> tables;
    for (OriginDestinationTable& table : found.hours.tables) {
        table.set_provenance(made_by(own, table.provenance()));
        tables.emplace_back(std::move(table));
    }
    return std::make_tuple(std::move(tables), std::move(found.report), std::move(found.unsnapped));
}

}  // namespace

void bind_hours(nb::module_& core) {
    nb::class_<HourlyCosts>(core, "HourlyCosts")
        .def_ro("name", &HourlyCosts::name)
        .def_ro("hours", &HourlyCosts::hours);
    core.def("cost_beside", [](const HourlyCosts& hourly, const HeldNetwork& network, const std::string& cost) {
        return cost_beside(hourly, *network, cost);
    });
    // `hourly`: the text of a file of rows, or if it is `named`, the name of the file or of columns. With `depart` the
    // costs of all hours, for journeys.
    core.def("hourly_costs", [](const HeldNetwork& network, const std::string& cost, const std::string& hourly,
                                bool named, const std::string& hours, const std::optional<std::string>& depart) {
        return run({}, [&](const Callbacks& callbacks) {
            if (named) {
                const HourChoice choice{hourly, hours, depart.value_or("")};
                return hourly_costs(*network, cost, choice, callbacks.in(ReadOptions())).value();
            }
            HourlyUpdates rows = parse_hourly_updates(hourly, "frame");
            if (depart) return costs_of_all_hours(*network, cost, std::move(rows));
            return hourly_costs(*network, cost, std::move(rows),
                                hours.empty() ? std::vector<int>() : parse_hours(hours));
        });
    });
    nb::class_<HourlyDeparture>(core, "HourlyDeparture");
    // Returns the network with the costs as columns, and what departs with them.
    core.def("with_departure", [](const HeldNetwork& network, const HourlyCosts& costs, const std::string& depart) {
        const nb::gil_scoped_release released;
        RoadNetwork made = *network;
        HourlyDeparture departure = add_departure(made, costs, HourChoice{"", "", depart});
        return std::make_tuple(HeldNetwork(std::move(made)), std::move(departure));
    });
    core.def("find_hours", find_hours);
    core.def("write_hours", [](const std::string& name, const std::vector<int>& hours,
                               const std::vector<HeldPart>& tables, const std::string& path,
                               const ExportOptions& options, Progressing progress) {
        HourlyTables all{name, hours, {}};
        for (const HeldPart& table : tables) all.tables.push_back(*table);
        run(std::move(progress), [&](const Callbacks& callbacks) { write_table(all, path, callbacks.in(options)); });
    });
}

// ---- live speeds and costs of networks and factors

void bind_updates(nb::module_& core) {
    nb::class_<CostUpdates>(core, "CostUpdates").def_prop_ro("count", [](const CostUpdates& self) {
        return self.rows.size();
    });
    core.def("parse_cost_updates",
             [](const std::string& text, const std::string& source) { return parse_cost_updates(text, source); });
    core.def("read_cost_updates", [](const std::string& path, const std::string& encoding) {
        return run({}, [&](const Callbacks& callbacks) {
            return read_cost_updates(path, callbacks.in(ReadOptions{.encoding = encoding}));
        });
    });
    core.def("update", [](const HeldNetwork& network, const std::string& cost, const CostUpdates& updates) {
        const nb::gil_scoped_release released;
        RoadNetwork other = *network;
        UpdatedCosts made = CostUpdater(other, cost).apply(updates);
        set_costs(other, std::move(made.cost));
        return std::pair(HeldNetwork(std::move(other)), std::move(made.report));
    });
    core.def("update", [](const HeldFactor& factor, const CostUpdates& updates, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            UpdatedCosts made = CostUpdater(extract_network(*factor), factor->scale.name).apply(updates);
            NetworkFactor other = Refactorizer(factor.shared()).with_costs(std::move(made.cost), callbacks.log());
            return std::pair(HeldFactor(std::move(other)), std::move(made.report));
        });
    });
}

}  // namespace allways::python
