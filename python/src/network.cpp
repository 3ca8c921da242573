// SPDX-License-Identifier: Apache-2.0
// Networks from arrays, and arrays of networks.
#include <algorithm>

#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_choice.h"
#include "allways/cost/cost_expression.h"
#include "allways/engine/find_order.h"
#include "allways/importers/coordinate_unit.h"
#include "allways/network/elimination_order.h"
#include "allways/network/generate.h"
#include "allways/network/make_network.h"
#include "allways/network/subnetwork.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"
#include "turn_rules.h"

namespace allways::python {

namespace {

void require_size(std::size_t found, std::size_t wanted, const char* what, const char* of) {
    if (found == wanted) return;
    throw InvalidArgument(format("`{}`: expected one entry per {}, {}; found {}", what, of, wanted, found));
}

using Column = std::tuple<std::string, std::string, AnyVector, std::optional<int>>;
using Text = std::tuple<std::string, std::vector<std::string>, Vector<std::uint32_t>>;
// Offsets of the shapes' first points, all points, the shape of each arc, and 1 for arcs that run backward along
// theirs.
using Shapes = std::tuple<Vector<std::uint64_t>, Places, Vector<std::uint32_t>, Vector<std::uint8_t>>;

NetworkArrays arrays_of(const Vector<NodeIndex>& tail, const Vector<NodeIndex>& head,
                        const std::vector<Column>& columns, std::size_t nodes, const std::string& crs) {
    NetworkArrays arrays{.tail = span_of(tail), .head = span_of(head), .nodes = nodes, .crs = crs};
    if (columns.empty()) throw InvalidArgument("a network needs a column of costs");
    for (const auto& [name, unit, values, digits] : columns) {
        if (&name == &std::get<0>(columns.front())) {
            arrays.cost = numbers_of(values);
            arrays.name = name;
            arrays.unit = unit;
        } else {
            arrays.columns.push_back({name, unit, numbers_of(values)});
        }
    }
    return arrays;
}

// Optional data of a new network.
struct Extras {
    nb::object node_ids;
    nb::object arc_ids;
    std::optional<Places> coordinates;
    std::optional<Vector<std::uint8_t>> no_through;
    std::optional<Vector<std::uint8_t>> reversed;
    std::vector<Text> texts;
    std::optional<Shapes> shapes;
    std::optional<TurnArrays> turns;
    std::vector<std::pair<std::string, std::string>> notes;
};

void add(const Extras& extras, RoadNetwork& network) {
    const std::size_t n = network.node_count();
    const std::size_t m = network.arc_count();
    if (!extras.node_ids.is_none()) network.node_ids = id_table(extras.node_ids);
    if (!extras.arc_ids.is_none()) network.arc_ids = id_table(extras.arc_ids);
    require_size(network.node_ids.size(), n, "node_ids", "node");
    require_size(network.arc_ids.size(), m, "arc_ids", "arc");
    if (const auto repeated = network.node_ids.first_repeated())
        throw InvalidArgument(format("`node_ids`: '{}' occurs twice", network.node_ids.text(*repeated)));
    if (extras.no_through) network.no_through = vector_of(*extras.no_through);
    if (extras.reversed) network.reversed = vector_of(*extras.reversed);
    if (extras.no_through) require_size(network.no_through.size(), n, "no_through", "node");
    if (extras.reversed) require_size(network.reversed.size(), m, "reversed", "arc");
    for (const auto& [name, texts, indexes] : extras.texts) {
        require_size(indexes.size(), m, name.c_str(), "arc");
        network.texts.emplace_back(name, texts, vector_of(indexes));
    }
    network.provenance.notes = extras.notes;
    if (extras.turns) network.turns = turn_rules_from(*extras.turns, n, m);
    if (!extras.shapes) return;
    const auto& [first_points, points, shape_of_arc, backward] = *extras.shapes;
    const auto all_points = span_of(points);
    require_size(shape_of_arc.size(), m, "shapes", "arc");
    network.shapes = ArcShapes(vector_of(first_points), std::vector<Coordinate>(all_points.begin(), all_points.end()),
                               vector_of(shape_of_arc), vector_of(backward));
}

NumpyArray column_values(const HeldNetwork& network, const std::string& name) {
    const ArcColumn* column = network->column(name);
    if (column == nullptr) throw nb::key_error(name.c_str());
    std::vector<double> values(column->values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Decimal& value = column->values[i];
        values[i] = value.is_missing() ? std::numeric_limits<double>::quiet_NaN() : value.to_double();
    }
    return array(std::move(values));
}

nb::list columns_of(const RoadNetwork& network) {
    nb::list columns;
    for (const ArcColumn& column : network.columns)
        columns.append(nb::make_tuple(column.name, column.unit, column.resolution_digits));
    return columns;
}

nb::tuple text_of(const HeldNetwork& network, const std::string& name) {
    const TextColumn* column = network->text(name);
    if (column == nullptr) throw nb::key_error(name.c_str());
    nb::list texts;
    for (const std::string& distinct : column->texts()) texts.append(text(distinct));
    return nb::make_tuple(texts, view(column->indexes(), network.input()));
}

nb::object shapes_of(const HeldNetwork& network) {
    const ArcShapes& shapes = network->shapes;
    if (shapes.empty()) return nb::none();
    return nb::make_tuple(view(shapes.first_points(), network.input()),
                          view(std::span<const Coordinate>(shapes.all_points()), network.input()),
                          view(shapes.shapes_of_arcs(), network.input()),
                          view(shapes.backward_of_arcs(), network.input()));
}

}  // namespace

void bind_network(nb::module_& core) {
    nb::class_<HeldNetwork>(core, "Network")
        .def_prop_ro("node_count", [](const HeldNetwork& self) { return self->node_count(); })
        .def_prop_ro("arc_count", [](const HeldNetwork& self) { return self->arc_count(); })
        .def_prop_ro("node_ids", [](const HeldNetwork& self) { return ids(self->node_ids, self.input()); })
        .def_prop_ro("arc_ids", [](const HeldNetwork& self) { return ids(self->arc_ids, self.input()); })
        .def_prop_ro(
            "coordinates",
            [](const HeldNetwork& self) { return view(std::span<const Coordinate>(self->coordinates), self.input()); })
        .def_prop_ro("no_through", [](const HeldNetwork& self) { return view(self->no_through, self.input()); })
        .def_prop_ro("tail", [](const HeldNetwork& self) { return view(self->tail, self.input()); })
        .def_prop_ro("head", [](const HeldNetwork& self) { return view(self->head, self.input()); })
        .def_prop_ro("reversed", [](const HeldNetwork& self) { return view(self->reversed, self.input()); })
        .def_prop_ro("columns", [](const HeldNetwork& self) { return columns_of(*self); })
        .def("column", column_values)
        .def_prop_ro("texts",
                     [](const HeldNetwork& self) {
                         nb::list names;
                         for (const TextColumn& column : self->texts) names.append(column.name());
                         return names;
                     })
        .def("text", text_of)
        .def_prop_ro("shapes", shapes_of)
        .def_prop_ro("crs", [](const HeldNetwork& self) { return self->provenance.crs; })
        .def_prop_ro("source", [](const HeldNetwork& self) { return self->provenance.source; })
        .def_prop_ro("format", [](const HeldNetwork& self) { return self->provenance.format; })
        .def_prop_ro("notes", [](const HeldNetwork& self) { return self->provenance.notes; })
        .def_prop_ro("turns", turns_of)
        .def_prop_ro(
            "turn_rules",
            [](const HeldNetwork& self) { return nb::make_tuple(self->turns.size(), self->turns.costs.size()); })
        .def_prop_ro("has_order", [](const HeldNetwork& self) { return !self->elimination_order.empty(); })
        .def_prop_ro("default_cost", [](const HeldNetwork& self) { return cost_column(*self).name; })
        .def_prop_ro("usual_cost", [](const HeldNetwork& self) -> std::optional<std::string> {
            const ArcColumn* usual = usual_cost_column(*self);
            return usual != nullptr ? std::optional(usual->name) : std::nullopt;
        });

    core.def(
        "make_network",
        [](const Vector<NodeIndex>& tail, const Vector<NodeIndex>& head, const std::vector<Column>& columns,
           std::size_t nodes, nb::object node_ids, nb::object arc_ids, std::optional<Places> coordinates,
           const std::string& crs, std::optional<Vector<std::uint8_t>> no_through,
           std::optional<Vector<std::uint8_t>> reversed, const std::vector<Text>& texts,
           const std::optional<Shapes>& shapes, const std::string& source, const std::optional<TurnArrays>& turns,
           const std::vector<std::pair<std::string, std::string>>& notes) {
            NetworkArrays arrays = arrays_of(tail, head, columns, nodes, crs);
            if (coordinates) arrays.coordinates = span_of(*coordinates);
            RoadNetwork network = make_network(arrays);
            for (std::size_t i = 0; i < columns.size(); ++i)
                network.columns[i].resolution_digits = std::get<3>(columns[i]);
            add({std::move(node_ids), std::move(arc_ids), std::move(coordinates), std::move(no_through),
                 std::move(reversed), texts, shapes, turns, notes},
                network);
            if (!source.empty()) network.provenance.source = source;
            set_coordinate_unit(network.provenance);
            return HeldNetwork(std::move(network));
        },
        nb::arg("tail"), nb::arg("head"), nb::arg("columns"), nb::arg("nodes"), nb::arg("node_ids").none(),
        nb::arg("arc_ids").none(), nb::arg("coordinates").none(), nb::arg("crs"), nb::arg("no_through").none(),
        nb::arg("reversed").none(), nb::arg("texts"), nb::arg("shapes").none(), nb::arg("source"),
        nb::arg("turns").none(), nb::arg("notes"));
    core.def("induced_subnetwork", [](const HeldNetwork& network, const Vector<std::uint8_t>& keep) {
        require_size(keep.size(), network->node_count(), "keep", "node");
        return HeldNetwork(induced_subnetwork(*network, span_of(keep)));
    });
    // Copies the network with columns replaced or added; nodes, arcs, turn rules and elimination order stay.
    core.def("with_columns", [](const HeldNetwork& network, const std::vector<Column>& columns) {
        RoadNetwork other = *network;
        for (const auto& [name, unit, values, digits] : columns) {
            require_size(values.size(), other.arc_count(), name.c_str(), "arc");
            ArcColumn made = make_column(name, unit, numbers_of(values));
            made.resolution_digits = digits;
            const auto found = std::ranges::find(other.columns, name, &ArcColumn::name);
            if (found == other.columns.end())
                other.columns.push_back(std::move(made));
            else
                *found = std::move(made);
        }
        return HeldNetwork(std::move(other));
    });
    core.def("with_cost", [](const HeldNetwork& network, const std::string& expression) {
        RoadNetwork other = *network;
        add_cost(other, expression);
        return HeldNetwork(std::move(other));
    });
    // Copies the network with some arcs closed: they stay, but have no value in any column.
    core.def("close_arcs", [](const HeldNetwork& network, const Vector<std::uint8_t>& closed) {
        require_size(closed.size(), network->arc_count(), "arcs", "arc");
        RoadNetwork other = *network;
        for (ArcColumn& column : other.columns) {
            for (std::size_t arc = 0; arc < closed.size(); ++arc) {
                if (closed.data()[arc] != 0) column.values[arc] = Decimal::missing();
            }
        }
        return HeldNetwork(std::move(other));
    });
    core.def("without_turns", [](const HeldNetwork& network) {
        RoadNetwork other = *network;
        other.turns = {};
        return HeldNetwork(std::move(other));
    });
    core.def("with_order", [](const HeldNetwork& network, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            RoadNetwork ordered = *network;
            ordered.elimination_order = find_order(*network, callbacks.progress());
            return HeldNetwork(std::move(ordered));
        });
    });
    core.def("with_order_of", [](const HeldNetwork& network, const HeldFactor& factor) {
        if (!(factor->node_ids == network->node_ids)) throw InvalidArgument("the factor has other nodes");
        const std::vector<NodeIndex> order = factor->elimination_order();
        if (const std::string misfit = why_order_misfits(*network, order); !misfit.empty())
            throw InvalidArgument("the factor's order does not fit: " + misfit);
        RoadNetwork ordered = *network;
        ordered.elimination_order = order;
        return HeldNetwork(std::move(ordered));
    });
    core.def("generate_random_network",
             [](std::size_t nodes, std::uint64_t seed, double probability, std::int32_t lowest, std::int32_t highest) {
                 return HeldNetwork(generate_random_network({nodes, seed, probability, lowest, highest}));
             });
    core.def("generate_streets", [](std::size_t nodes, std::uint64_t seed, double zero_cost_share) {
        return HeldNetwork(generate_streets({nodes, seed, zero_cost_share}));
    });
}

}  // namespace allways::python
