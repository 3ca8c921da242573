// SPDX-License-Identifier: Apache-2.0
// Networks and matrices from arrays, and arrays of networks.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/engine/factorize.h"
#include "allways/importers/read.h"
#include "allways/network/components.h"
#include "allways/network/make_network.h"
#include "allways/network/road_network.h"
#include "allways/network/turn_rules.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

// ---- turn rules as plain arrays, and back

// Forbidden and mandatory sequences: offsets of their first arcs, arcs, 1 for mandatory ones, sources. Prices: from,
// to, seconds. Marks of arcs and of nodes, empty if there are none.
using TurnArrays = std::tuple<Vector<std::uint64_t>, Vector<std::uint32_t>, Vector<std::uint8_t>,
                              std::vector<std::string>, Vector<std::uint32_t>, Vector<std::uint32_t>, Vector<double>,
                              Vector<std::uint8_t>, Vector<std::uint8_t>>;

void require_arcs(std::span<const ArcIndex> arcs, std::size_t count) {
    for (const ArcIndex arc : arcs) {
        if (arc >= count) throw InvalidArgument(format("`turns`: arc {} is outside 0 … {}", arc, count));
    }
}

// None if the network has no rules.
nb::object turns_of(const HeldNetwork& network) {
    const TurnRules& rules = network->turns;
    if (rules.empty()) return nb::none();
    std::vector<std::uint64_t> first(rules.first_arc.begin(), rules.first_arc.end());
    std::vector<std::uint8_t> mandatory;
    nb::list sources;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        mandatory.push_back(rules.kinds[i] == TurnRules::Kind::mandatory ? 1 : 0);
        sources.append(text(rules.sources.text(i)));
    }
    std::vector<std::uint32_t> from, to;
    std::vector<double> seconds;
    for (const TurnRules::Cost& cost : rules.costs) {
        from.push_back(cost.from);
        to.push_back(cost.to);
        seconds.push_back(cost.seconds.to_double());
    }
    return nb::make_tuple(array(std::move(first)), view(rules.arcs, network.input()), array(std::move(mandatory)),
                          sources, array(std::move(from)), array(std::move(to)), array(std::move(seconds)),
                          view(rules.destination_only, network.input()), view(rules.may_turn_round, network.input()));
}

// Throws InvalidArgument for an arc out of range and for marks of another size.
TurnRules turn_rules_from(const TurnArrays& arrays, std::size_t nodes, std::size_t arcs) {
    const auto& [first, sequences, mandatory, sources, from, to, seconds, destination_only, may_turn_round] = arrays;
    TurnRules rules;
    for (const auto& some : {sequences, from, to}) require_arcs(span_of(some), arcs);
    for (std::size_t i = 0; i < mandatory.size(); ++i) {
        const auto sequence = span_of(sequences).subspan(first.data()[i], first.data()[i + 1] - first.data()[i]);
        rules.add(mandatory.data()[i] != 0 ? TurnRules::Kind::mandatory : TurnRules::Kind::forbidden, sequence,
                  sources[i]);
    }
    for (std::size_t i = 0; i < from.size(); ++i)
        rules.costs.push_back({from.data()[i], to.data()[i], Decimal::from_double(seconds.data()[i])});
    rules.destination_only = vector_of(destination_only);
    rules.may_turn_round = vector_of(may_turn_round);
    if (!rules.destination_only.empty() && rules.destination_only.size() != arcs)
        throw InvalidArgument("`destination_only`: expected one entry per arc");
    if (!rules.may_turn_round.empty() && rules.may_turn_round.size() != nodes)
        throw InvalidArgument("`may_turn_round`: expected one entry per node");
    return rules;
}

// ---- networks

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

// The data that are optional are None.
HeldNetwork make_from_arrays(const Vector<NodeIndex>& tail, const Vector<NodeIndex>& head,
                             const std::vector<Column>& columns, std::size_t nodes,
                             const std::optional<nb::object>& node_ids, const std::optional<nb::object>& arc_ids,
                             const std::optional<Places>& coordinates, const std::string& crs,
                             const std::optional<Vector<std::uint8_t>>& no_through,
                             const std::optional<Vector<std::uint8_t>>& reversed, const std::vector<Text>& texts,
                             const std::optional<Shapes>& shapes, const std::string& source,
                             const std::optional<TurnArrays>& turns,
                             const std::vector<std::pair<std::string, std::string>>& notes) {
    NetworkArrays arrays = arrays_of(tail, head, columns, nodes, crs);
    if (coordinates) arrays.coordinates = span_of(*coordinates);
    RoadNetwork network = make_network(arrays);
    for (std::size_t i = 0; i < columns.size(); ++i) network.columns[i].resolution_digits = std::get<3>(columns[i]);
    const std::size_t n = network.node_count();
    const std::size_t m = network.arc_count();
    if (node_ids) network.node_ids = id_table(*node_ids);
    if (arc_ids) network.arc_ids = id_table(*arc_ids);
    require_size(network.node_ids.size(), n, "node_ids", "node");
    require_size(network.arc_ids.size(), m, "arc_ids", "arc");
    if (const auto repeated = network.node_ids.first_repeated())
        throw InvalidArgument(format("`node_ids`: '{}' occurs twice", network.node_ids.text(*repeated)));
    if (no_through) network.no_through = vector_of(*no_through);
    if (reversed) network.reversed = vector_of(*reversed);
    if (no_through) require_size(network.no_through.size(), n, "no_through", "node");
    if (reversed) require_size(network.reversed.size(), m, "reversed", "arc");
    for (const auto& [name, distinct, indexes] : texts) {
        require_size(indexes.size(), m, name.c_str(), "arc");
        network.texts.emplace_back(name, distinct, vector_of(indexes));
    }
    network.provenance.notes = notes;
    if (turns) network.turns = turn_rules_from(*turns, n, m);
    if (shapes) {
        const auto& [first_points, points, shape_of_arc, backward] = *shapes;
        const auto all_points = span_of(points);
        require_size(shape_of_arc.size(), m, "shapes", "arc");
        network.shapes =
            ArcShapes(vector_of(first_points), std::vector<Coordinate>(all_points.begin(), all_points.end()),
                      vector_of(shape_of_arc), vector_of(backward));
    }
    if (!source.empty()) network.provenance.source = source;
    set_coordinate_unit(network.provenance);
    return HeldNetwork(std::move(network));
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

// A changed copy of a network.
template <class Change>
HeldNetwork changed(const HeldNetwork& network, const Change& change) {
    RoadNetwork other = *network;
    change(other);
    return HeldNetwork(std::move(other));
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
        .def_prop_ro("notes", [](const HeldNetwork& self) { return self->provenance.notes; })
        .def_prop_ro("turns", turns_of)
        .def_prop_ro("has_order", [](const HeldNetwork& self) { return !self->elimination_order.empty(); })
        .def_prop_ro("default_cost", [](const HeldNetwork& self) { return cost_column(*self).name; })
        .def_prop_ro("usual_cost", [](const HeldNetwork& self) -> std::optional<std::string> {
            const ArcColumn* usual = usual_cost_column(*self);
            return usual != nullptr ? std::optional(usual->name) : std::nullopt;
        });

    core.def("make_network", make_from_arrays);
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
        return changed(network, [&](RoadNetwork& other) { add_cost(other, expression); });
    });
    // Copies the network with some arcs closed: they stay, but have no value in any column.
    core.def("close_arcs", [](const HeldNetwork& network, const Vector<std::uint8_t>& closed) {
        require_size(closed.size(), network->arc_count(), "arcs", "arc");
        return changed(network, [&](RoadNetwork& other) {
            for (ArcColumn& column : other.columns) {
                for (std::size_t arc = 0; arc < closed.size(); ++arc) {
                    if (closed.data()[arc] != 0) column.values[arc] = Decimal::missing();
                }
            }
        });
    });
    core.def("without_turns",
             [](const HeldNetwork& network) { return changed(network, [](RoadNetwork& other) { other.turns = {}; }); });
    core.def("with_order", [](const HeldNetwork& network, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            return changed(network, [&](RoadNetwork& other) {
                other.elimination_order = find_order(other, callbacks.progress());
            });
        });
    });
    core.def("with_order_of", [](const HeldNetwork& network, const HeldFactor& factor) {
        if (!(factor->node_ids == network->node_ids)) throw InvalidArgument("the factor has other nodes");
        const std::vector<NodeIndex> order = factor->elimination_order();
        if (const std::string misfit = why_order_misfits(*network, order); !misfit.empty())
            throw InvalidArgument("the factor's order does not fit: " + misfit);
        return changed(network, [&](RoadNetwork& other) { other.elimination_order = order; });
    });
    core.def("generate_random_network",
             [](std::size_t nodes, std::uint64_t seed, double probability, std::int32_t lowest, std::int32_t highest) {
                 return HeldNetwork(generate_random_network({nodes, seed, probability, lowest, highest}));
             });
    core.def("generate_streets", [](std::size_t nodes, std::uint64_t seed, double zero_cost_share) {
        return HeldNetwork(generate_streets({nodes, seed, zero_cost_share}));
    });
}

// ---- matrices of direct costs: the caller's array, or read from a file

namespace {

using Square = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Without ids the matrix borrows the array's memory, and `costs` must live as long as the result; with ids it copies
// the costs.
CostMatrix matrix_of(const Square& costs, const CostScale& scale, nb::handle node_ids) {
    const std::size_t n = costs.shape(0);
    if (costs.shape(1) != n)
        throw InvalidArgument(
            format("a cost matrix has as many rows as columns; found {} × {}", costs.shape(0), costs.shape(1)));
    const auto as = [&]<class T>() {
        const std::span<const T> cells(static_cast<const T*>(costs.data()), n * n);
        if (node_ids.is_none()) return CostMatrix::view(cells, n, scale);
        return CostMatrix::own(std::vector<T>(cells.begin(), cells.end()), n, scale, id_table(node_ids));
    };
    if (costs.dtype() == nb::dtype<std::int32_t>()) return as.operator()<std::int32_t>();
    if (costs.dtype() == nb::dtype<float>()) return as.operator()<float>();
    if (costs.dtype() == nb::dtype<double>()) return as.operator()<double>();
    throw InvalidArgument("a cost matrix is an array of int32, float32 or float64");
}

}  // namespace

void bind_matrix(nb::module_& core) {
    nb::class_<HeldMatrix>(core, "Matrix")
        .def(
            "__init__",
            [](HeldMatrix* self, const Square& costs, const std::string& name, const std::string& unit, int digits,
               nb::object node_ids) {
                new (self) HeldMatrix(matrix_of(costs, {name, unit, digits}, node_ids));
            },
            nb::keep_alive<1, 2>(), nb::arg("costs"), nb::arg("name"), nb::arg("unit"), nb::arg("digits"),
            nb::arg("node_ids").none())
        .def_prop_ro("node_count", [](const HeldMatrix& self) { return self->node_count(); })
        .def_prop_ro("node_ids", [](const HeldMatrix& self) { return ids(self->node_ids(), self.input()); })
        .def_prop_ro("scale", [](const HeldMatrix& self) { return self->scale(); })
        .def_prop_ro(
            "costs",
            [](const HeldMatrix& self) {
                return with_cost_type(self->type(), [&]<class T>() {
                    const std::size_t n = self->node_count();
                    return view(self->values<T>().data(), {n, n}, self.input());
                });
            },
            nb::keep_alive<0, 1>());
}

}  // namespace allways::python
