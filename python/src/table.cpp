// SPDX-License-Identifier: Apache-2.0
// Tables: all pairs, and origins × destinations. Views share the table's memory and keep it alive.
#include "allways/result/cell_numbers.h"
#include "allways/result/distance_table.h"
#include "allways/result/natural_scale.h"
#include "allways/result/statistics.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

// The rows or the columns.
struct Side {
    const IdTable& ids;
    const std::vector<Coordinate>& places;
};
Side rows_of(const DistanceTable& table) {
    return {table.node_ids(), table.coordinates()};
}
Side rows_of(const OriginDestinationTable& table) {
    return {table.origin_ids(), table.origin_places()};
}
Side columns_of(const DistanceTable& table) {
    return rows_of(table);
}
Side columns_of(const OriginDestinationTable& table) {
    return {table.destination_ids(), table.destination_places()};
}

// The distances, or a skim.
struct Field {
    const CellNumbers& cells;
    const CostScale& scale;
};
template <class Table>
Field field(const Table& table, const std::string& skim) {
    if (skim.empty()) return {table.cells(), table.scale()};
    const Skim& found = find_skim(table.skims(), skim);
    return {found.values, found.scale};
}

// A view of the raw rows first … last - 1. Of a mapped table only these rows are read.
template <class Table>
NumpyArray raw_rows(const Held<Table>& table, const std::string& skim, std::size_t first, std::size_t last) {
    const std::size_t columns = columns_of(*table).ids.size();
    const CostView part = [&] {
        const nb::gil_scoped_release released;
        return field(*table, skim).cells.part(first * columns, (last - first) * columns);
    }();
    return std::visit(
        [&](const auto& values) {
            return view(values.data(), {last - first, columns}, table.input());
        },
        part);
}

// A copy of these rows in natural units; +inf means no path.
template <class Table>
NumpyArray natural_rows(const Held<Table>& table, const std::string& skim, const std::string& unit, std::size_t first,
                        std::size_t last) {
    const std::size_t columns = columns_of(*table).ids.size();
    std::vector<double> numbers;
    {
        const nb::gil_scoped_release released;
        const Field found = field(*table, skim);
        numbers = natural_numbers(found.cells.part(first * columns, (last - first) * columns),
                                  NaturalScale(found.scale, unit));
    }
    return array(std::move(numbers), {last - first, columns});
}

// The natural numbers of some cells; +inf means no path.
template <class Table>
NumpyArray natural_cells(const Held<Table>& table, const std::string& skim, const std::string& unit,
                         const Vector<std::uint32_t>& rows, const Vector<std::uint32_t>& columns) {
    const std::size_t width = columns_of(*table).ids.size();
    std::vector<double> numbers(rows.size());
    {
        const nb::gil_scoped_release released;
        const Field found = field(*table, skim);
        const NaturalScale scale(found.scale, unit);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = scale.value(found.cells.raw(rows.data()[i] * width + columns.data()[i]));
    }
    return array(std::move(numbers));
}

// Defines the members that both kinds of table have.
template <class Table>
void bind_cells(nb::class_<Held<Table>>& table) {
    using Self = Held<Table>;
    table
        .def_prop_ro(
            "shape",
            [](const Self& self) { return std::pair(rows_of(*self).ids.size(), columns_of(*self).ids.size()); })
        .def_prop_ro("origin_ids", [](const Self& self) { return ids(rows_of(*self).ids, self.input()); })
        .def_prop_ro("destination_ids", [](const Self& self) { return ids(columns_of(*self).ids, self.input()); })
        .def_prop_ro("scale", [](const Self& self) { return self->scale(); })
        .def_prop_ro("cost_type", [](const Self& self) { return std::string(name(self->type())); })
        .def_prop_ro("crs", [](const Self& self) { return self->crs(); })
        .def_prop_ro("provenance", [](const Self& self) { return self->provenance(); })
        .def_prop_ro(
            "origin_places",
            [](const Self& self) { return view(std::span<const Coordinate>(rows_of(*self).places), self.input()); })
        .def_prop_ro(
            "destination_places",
            [](const Self& self) { return view(std::span<const Coordinate>(columns_of(*self).places), self.input()); })
        .def_prop_ro("skims",
                     [](const Self& self) {
                         std::vector<CostScale> scales;
                         for (const Skim& skim : self->skims()) scales.push_back(skim.scale);
                         return scales;
                     })
        .def("raw_rows", raw_rows<Table>)
        .def("natural_rows", natural_rows<Table>)
        .def("natural_cells", natural_cells<Table>)
        .def("sub_table",
             [](const Self& self, const Vector<std::uint32_t>& rows, const Vector<std::uint32_t>& columns) {
                 const nb::gil_scoped_release released;
                 return HeldPart(sub_table(*self, span_of(rows), span_of(columns)));
             });
}

std::optional<NumpyArray> next_hops(const HeldTable& table) {
    if (!table->has_next_hops()) return std::nullopt;
    const NextHops& hops = table->next_hops();
    return std::visit(
        [&](const auto& values) {
            return view(values.data(), {hops.row_count(), hops.node_count()}, table.input());
        },
        hops.storage());
}

}  // namespace

void bind_table(nb::module_& core) {
    nb::class_<HeldTable> table(core, "DistanceTable");
    bind_cells(table);
    table.def_prop_ro("next_hops", next_hops)
        .def_prop_ro("hops_are_nodes",
                     [](const HeldTable& self) {
                         return self->has_next_hops() && self->next_hops().kind() == NextHops::Kind::node_index;
                     })
        .def_prop_ro("first_out", [](const HeldTable& self) { return view(self->arcs().first_out, self.input()); })
        .def_prop_ro("head", [](const HeldTable& self) { return view(self->arcs().head, self.input()); })
        .def("statistics",
             [](const HeldTable& self) {
                 const nb::gil_scoped_release released;
                 return statistics(*self);
             })
        .def("with_skims", [](const HeldTable& self, const std::vector<std::string>& fields, Progressing progress) {
            return run(std::move(progress), [&](const Callbacks& callbacks) {
                DistanceTable made = *self;
                add_skims(made, fields, callbacks.progress());
                return HeldTable(std::move(made));
            });
        });

    nb::class_<HeldPart> part(core, "OriginDestinationTable");
    bind_cells(part);
    part.def_prop_ro("origin_snap_distances",
                     [](const HeldPart& self) {
                         return view(std::span<const double>(self->snap_distances().origins), self.input());
                     })
        .def_prop_ro("destination_snap_distances",
                     [](const HeldPart& self) {
                         return view(std::span<const double>(self->snap_distances().destinations), self.input());
                     })
        .def_prop_ro("snapped_in_metres", [](const HeldPart& self) { return self->snap_distances().in_metres; })
        .def("with_snap_distances", [](const HeldPart& self, const Vector<double>& origins,
                                       const Vector<double>& destinations, bool in_metres) {
            OriginDestinationTable made = *self;
            made.set_snap_distances({vector_of(origins), vector_of(destinations), in_metres});
            return HeldPart(std::move(made));
        });
    part.def("statistics", [](const HeldPart& self) {
        const nb::gil_scoped_release released;
        return statistics(*self);
    });

    // "time", "length" or "speed"; None for an unknown unit.
    core.def("unit_kind", [](const std::string& symbol) -> std::optional<std::string> {
        const Unit* unit = find_unit(symbol);
        if (unit == nullptr) return std::nullopt;
        constexpr std::array names{"time", "length", "speed"};
        return names[static_cast<std::size_t>(unit->kind)];
    });
}

}  // namespace allways::python
