// SPDX-License-Identifier: Apache-2.0
// Paths: a source finds routes from a network, table or factor.
#include <nanobind/stl/tuple.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/points/hour_options.h"
#include "allways/points/point_list.h"
#include "allways/query/path_source.h"
#include "allways/result/natural_scale.h"
#include "allways/routes/instruction.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "allways/routes/trip.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"
#include "paths.h"

namespace allways::python {

namespace {

double natural(const PathSource& source, double raw) {
    return natural_value(raw, source.scale());
}

nb::object node_id(const PathSource& source, NodeIndex node) {
    if (source.is_point(node) || !source.node_ids().is_numeric()) return text(source.node_text(node));
    return nb::int_(source.node_ids().numbers()[node]);
}

// The natural distances of pairs of node indexes.
NumpyArray distances(const Source& source, const Vector<NodeIndex>& from, const Vector<NodeIndex>& to) {
    if (from.size() != to.size()) throw InvalidArgument("as many ends as starts are needed");
    std::vector<double> found(from.size());
    {
        const nb::gil_scoped_release released;
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = natural(*source.paths, source.paths->raw_distance(from.data()[i], to.data()[i]));
    }
    return array(std::move(found));
}

Routes routes(const Source& source, std::vector<std::vector<Stop>> stops, std::size_t alternatives,
              Progressing progress) {
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        prepare_routes(*source.paths, stops, alternatives);
        return Routes{source.paths, find_routes(*source.paths, std::move(stops), alternatives, callbacks.progress())};
    });
}

NumpyArray line(const Routes& self, std::size_t route) {
    auto points = std::make_shared<std::vector<Coordinate>>(line_of(*self.source, self.routes.at(route)));
    return view(std::span<const Coordinate>(*points), points);
}

// The lines of all legs, one after the other: the points, and the leg of each point.
nb::tuple leg_lines(const Routes& self, std::size_t route) {
    auto points = std::make_shared<std::vector<Coordinate>>();
    std::vector<std::uint32_t> leg_of_point;
    const auto& legs = self.routes.at(route).legs;
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
        const auto part = line_of(*self.source, legs[leg]);
        points->insert(points->end(), part.begin(), part.end());
        leg_of_point.insert(leg_of_point.end(), part.size(), static_cast<std::uint32_t>(leg));
    }
    return nb::make_tuple(view(std::span<const Coordinate>(*points), points), array(std::move(leg_of_point)));
}

// The nodes, cost, arc id, road and columns of each leg.
nb::dict legs(const Routes& self, std::size_t at) {
    const Route& route = self.routes.at(at);
    const PathSource& source = *self.source;
    const RoadFacts facts(source);
    nb::list from, to, arc, road;
    std::vector<double> cost;
    for (const PathLeg& leg : route.legs) {
        from.append(node_id(source, leg.from));
        to.append(node_id(source, leg.to));
        cost.push_back(natural(source, leg.raw_cost));
        if (facts.has_arc(leg)) arc.append(text(facts.arc_id(leg)));
        if (facts.has_names()) road.append(text(facts.road(leg)));
    }
    nb::dict found;
    found["from"] = from;
    found["to"] = to;
    if (nb::len(arc) > 0) found["arc"] = arc;
    found[source.scale().name.c_str()] = array(std::move(cost));
    if (source.departure() != nullptr) {
        nb::list departure, arrival;
        const std::vector<double> times = leg_times(route);
        for (std::size_t leg = 0; leg < times.size(); ++leg) {
            departure.append(text(time_text(source, times[leg])));
            arrival.append(text(time_text(source, times[leg] + route.legs[leg].raw_cost)));
        }
        found["departure"] = departure;
        found["arrival"] = arrival;
    }
    if (nb::len(road) > 0) found["road"] = road;
    for (const TableColumn& column : source.arcs().columns) {
        if (column.name == source.scale().name) continue;
        std::vector<double> values;
        for (const PathLeg& leg : route.legs) {
            const Decimal value = column.values[leg.arc];
            values.push_back(value.is_missing() ? std::numeric_limits<double>::quiet_NaN() : value.to_double());
        }
        found[column.name.c_str()] = array(std::move(values));
    }
    return found;
}

nb::list nodes(const Routes& self, std::size_t at) {
    const Route& route = self.routes.at(at);
    nb::list found;
    if (!route.reachable) return found;
    found.append(node_id(*self.source, route.stops.front().node));
    for (const PathLeg& leg : route.legs) found.append(node_id(*self.source, leg.to));
    return found;
}

nb::list stops(const Routes& self, std::size_t at) {
    nb::list found;
    for (const Stop& stop : self.routes.at(at).stops) {
        nb::object distance = nb::none();
        if (stop.asked) distance = nb::float_(stop.asked->snapped.distance);
        found.append(nb::make_tuple(text(stop_text(*self.source, stop)), distance));
    }
    return found;
}

// The departure and the arrival; empty where there is none.
nb::tuple times(const Routes& self, std::size_t at) {
    return nb::make_tuple(text(time_text(*self.source, 0)),
                          text(time_text(*self.source, self.routes.at(at).raw_distance)));
}

nb::dict trip(const Routes& self, std::size_t at, const std::string& language) {
    const Trip described = describe_trip(*self.source, self.routes.at(at), language);
    nb::list directions;
    for (const Instruction& step : described.directions) {
        nb::dict one;
        one["text"] = text(step.text);
        one["maneuver"] = type_text(step.maneuver);
        one["modifier"] = modifier_text(step);
        one["road"] = text(step.road);
        one["node"] = node_id(*self.source, step.node);
        one["first_leg"] = step.first_leg;
        one["leg_count"] = step.leg_count;
        one["exit"] = step.exit;
        directions.append(one);
    }
    nb::dict found;
    found["directions"] = directions;
    found["length_m"] = described.length_m;
    found["time_s"] = described.time_s;
    return found;
}

}  // namespace

void bind_paths(nb::module_& core) {
    nb::class_<Stop>(core, "Stop");
    nb::class_<Source>(core, "PathSource")
        .def_prop_ro("scale", [](const Source& self) { return self.paths->scale(); })
        .def_prop_ro("method", [](const Source& self) { return self.paths->method(); })
        .def("distances", distances)
        .def("routes", routes)
        .def("stops", [](const Source& self, const std::vector<std::vector<std::string>>& names) {
            std::vector<std::vector<Stop>> found;
            for (const auto& route : names) {
                found.emplace_back();
                for (const NodeIndex node : find_nodes({.names = route}, self.paths->node_ids(), self.paths->name()))
                    found.back().push_back({node, {}});
            }
            return found;
        });
    core.def("path_source", [](const HeldTable& table, const std::string& name) {
        return Source{std::make_shared<PathSource>(table.shared(), PathSourceOptions{.name = name})};
    });
    core.def("path_source", [](const HeldFactor& factor, const std::string& name) {
        return Source{std::make_shared<PathSource>(factor.shared(), PathSourceOptions{.name = name})};
    });
    core.def("path_source", [](const HeldNetwork& network, const SolveOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            return Source{std::make_shared<PathSource>(
                network.shared(), CostOptions{options.cost, options.cost_type},
                PathSourceOptions{.progress = callbacks.progress(), .log = callbacks.log()})};
        });
    });
    core.def("path_source", [](const HeldNetwork& network, const HourlyDeparture& departure,
                               const SolveOptions& options, Progressing progress) {
        check_departure_type(options.cost_type);
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            return Source{std::make_shared<PathSource>(
                network.shared(), departure,
                PathSourceOptions{.progress = callbacks.progress(), .log = callbacks.log()})};
        });
    });
    // Finds stops that may be positions, which are added to the network as nodes.
    core.def(
        "find_stops",
        [](const HeldNetwork& network, const std::vector<std::vector<std::string>>& names, const SolveOptions& options,
           const SnapChoice& snap, const HourlyDeparture* departure, Progressing progress) {
            return run(std::move(progress), [&](const Callbacks& callbacks) {
                AskedRoutes asked = find_stops(Input(*network), network->provenance.source, names,
                                               callbacks.in(options), snap, departure);
                return std::make_tuple(Source{std::make_shared<PathSource>(std::move(asked.source))},
                                       std::move(asked.stops), asked.unsnapped);
            });
        },
        nb::arg("network"), nb::arg("names"), nb::arg("options"), nb::arg("snap"), nb::arg("departure").none(),
        nb::arg("progress").none());

    core.def("instruction_languages", [] { return instruction_languages(); });
    nb::class_<Routes>(core, "Routes")
        .def("__len__", [](const Routes& self) { return self.routes.size(); })
        .def("reachable", [](const Routes& self, std::size_t route) { return self.routes.at(route).reachable; })
        .def("distance", [](const Routes& self,
                            std::size_t route) { return natural(*self.source, self.routes.at(route).raw_distance); })
        .def_prop_ro("scale", [](const Routes& self) { return self.source->scale(); })
        .def_prop_ro("crs", [](const Routes& self) { return self.source->crs(); })
        .def_prop_ro("method", [](const Routes& self) { return self.source->method(); })
        .def("alternative", [](const Routes& self, std::size_t route) { return self.routes.at(route).alternative; })
        .def("nodes", nodes)
        .def("stops", stops)
        .def("legs", legs)
        .def("times", times)
        .def("line", line)
        .def("leg_lines", leg_lines)
        .def("trip", trip, nb::arg("route"), nb::arg("language") = "")
        .def("write", [](const Routes& self, const std::vector<std::size_t>& which, const std::string& path,
                         const std::string& format, bool overwrite, const std::string& steps, const std::string& unit,
                         const std::string& language, Progressing progress) {
            std::vector<Route> chosen;
            for (const std::size_t at : which) chosen.push_back(self.routes.at(at));
            run(std::move(progress), [&](const Callbacks& callbacks) {
                RouteOutput output{.path = path,
                                   .format = format,
                                   .overwrite = overwrite,
                                   .unit = unit,
                                   .steps = steps,
                                   .language = language};
                output.alternatives = std::ranges::any_of(chosen, [](const Route& one) { return one.alternative > 0; });
                output = callbacks.in(std::move(output));
                find_route_format(output).write(*self.source, chosen, output);
            });
        });
}

}  // namespace allways::python
