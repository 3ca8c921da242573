// SPDX-License-Identifier: Apache-2.0
// Costs by hour, and tables of them.
#include "allways/cost/cost_updates.h"

#include <nanobind/stl/tuple.h>

#include "allways/export/export.h"
#include "allways/importers/cost_updates.h"
#include "allways/points/hour_options.h"
#include "allways/points/point_table.h"
#include "allways/result/distance_table.h"
#include "bindings.h"
#include "callbacks.h"
#include "points.h"

namespace allways::python {

namespace {

// Returns the table of each hour, the report and unsnapped names.
auto find_hours(const HeldNetwork& network, nb::handle origins, nb::handle destinations, const HourlyCosts& hourly,
                const SolveOptions& options, const SnapChoice& snap, bool drop_unsnapped, Progressing progress) {
    const std::string& source = network->provenance.source;
    TableRequest request{.origins = point_list_of(origins), .snap = snap, .drop_unsnapped = drop_unsnapped};
    if (!destinations.is_none()) request.destinations = point_list_of(destinations);
    if (!source.empty()) request.name = source;
    request.hourly = &hourly;
    FoundTable found = run(std::move(progress), [&](const Callbacks& callbacks) {
        request.solve = callbacks.in(options);
        return find_table(*network, request);
    });
    std::vector<HeldPart> tables;
    for (OriginDestinationTable& table : found.hours.tables) {
        table.set_provenance(
            made_by({{"source", source}, {"schedule", found.report->schedule}, {"device", found.report->device}},
                    table.provenance()));
        tables.emplace_back(std::move(table));
    }
    return std::make_tuple(std::move(tables), std::move(found.report), std::move(found.unsnapped));
}

// Returns the table of durations, the report and unsnapped names.
auto find_departures(const HeldNetwork& network, nb::handle origins, nb::handle destinations, const HourlyCosts& costs,
                     const std::string& depart, const SolveOptions& options, const SnapChoice& snap,
                     bool drop_unsnapped, Progressing progress) {
    const std::string& source = network->provenance.source;
    TableRequest request{.origins = point_list_of(origins), .snap = snap, .drop_unsnapped = drop_unsnapped};
    if (!destinations.is_none()) request.destinations = point_list_of(destinations);
    if (!source.empty()) request.name = source;
    request.hourly = &costs;
    request.depart = parse_clock_time(depart);
    FoundTable found = run(std::move(progress), [&](const Callbacks& callbacks) {
        request.solve = callbacks.in(options);
        return find_table(*network, request);
    });
    found.table.set_provenance(made_by({{"source", source},
                                        {"schedule", found.report->schedule},
                                        {"device", found.report->device},
                                        {"departure", clock_text(*request.depart)}},
                                       found.table.provenance()));
    return std::make_tuple(HeldPart(std::move(found.table)), std::move(found.report), std::move(found.unsnapped));
}

}  // namespace

void bind_hours(nb::module_& core) {
    nb::class_<HourlyCosts>(core, "HourlyCosts")
        .def_ro("name", &HourlyCosts::name)
        .def_ro("hours", &HourlyCosts::hours);
    core.def("cost_beside", [](const HourlyCosts& hourly, const HeldNetwork& network, const std::string& cost) {
        return cost_beside(hourly, *network, cost);
    });
    core.def("hourly_costs", [](const HeldNetwork& network, const std::string& cost, const std::string& hourly,
                                const std::string& hours) {
        return run({}, [&](const Callbacks& callbacks) {
            return hourly_costs(*network, cost, HourChoice{hourly, hours}, callbacks.in(ReadOptions())).value();
        });
    });
    // `rows`: the text of a file of rows.
    core.def("hourly_costs_of_rows", [](const HeldNetwork& network, const std::string& cost, const std::string& rows,
                                        const std::string& hours) {
        const nb::gil_scoped_release released;
        return hourly_costs(*network, cost, parse_hourly_updates(rows, "frame"),
                            hours.empty() ? std::vector<int>() : parse_hours(hours));
    });
    // The costs of all hours, for journeys.
    core.def("departure_costs", [](const HeldNetwork& network, const std::string& cost, const std::string& hourly,
                                   const std::string& depart) {
        return run({}, [&](const Callbacks& callbacks) {
            return hourly_costs(*network, cost, HourChoice{hourly, "", depart}, callbacks.in(ReadOptions())).value();
        });
    });
    core.def("departure_costs_of_rows",
             [](const HeldNetwork& network, const std::string& cost, const std::string& rows) {
                 const nb::gil_scoped_release released;
                 return costs_of_all_hours(*network, cost, parse_hourly_updates(rows, "frame"));
             });
    nb::class_<HourlyDeparture>(core, "HourlyDeparture");
    // Returns the network with the costs as columns, and what departs with them.
    core.def("with_departure", [](const HeldNetwork& network, const HourlyCosts& costs, const std::string& depart) {
        const nb::gil_scoped_release released;
        RoadNetwork made = *network;
        HourlyDeparture departure = add_departure(made, costs, HourChoice{"", "", depart});
        return std::make_tuple(HeldNetwork(std::move(made)), std::move(departure));
    });
    core.def("find_departures", find_departures, nb::arg("network"), nb::arg("origins"), nb::arg("destinations").none(),
             nb::arg("costs"), nb::arg("depart"), nb::arg("options"), nb::arg("snap"), nb::arg("drop_unsnapped"),
             nb::arg("progress").none());
    core.def("find_hours", find_hours, nb::arg("network"), nb::arg("origins"), nb::arg("destinations").none(),
             nb::arg("hourly"), nb::arg("options"), nb::arg("snap"), nb::arg("drop_unsnapped"),
             nb::arg("progress").none());
    core.def("write_hours", [](const std::string& name, const std::vector<int>& hours,
                               const std::vector<HeldPart>& tables, const std::string& path,
                               const ExportOptions& options, Progressing progress) {
        HourlyTables all{name, hours, {}};
        for (const HeldPart& table : tables) all.tables.push_back(*table);
        run(std::move(progress), [&](const Callbacks& callbacks) { write_table(all, path, callbacks.in(options)); });
    });
}

}  // namespace allways::python
