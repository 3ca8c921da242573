// Tables: all pairs, and origins × destinations. Views share the table's memory and keep it alive.
#include <cmath>

#include "allways/result/natural_scale.h"
#include "allways/result/skims.h"
#include "allways/result/statistics.h"
#include "allways/result/table_cells.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

template <class Values>
nb::object cells_view(const Values& cells, std::size_t rows, std::size_t columns,
                      const std::shared_ptr<const Input>& owner) {
    return std::visit([&](const auto& values) { return view(values.data(), {rows, columns}, owner); }, cells);
}

// Rows first … last - 1 in natural units, +inf where there is no path.
template <class Values>
nb::object natural_cells(const Values& cells, const CostScale& scale, const std::string& unit, std::size_t first,
                         std::size_t last, std::size_t columns) {
    const NaturalScale natural(scale, unit);
    auto numbers = std::make_shared<std::vector<double>>();
    {
        const nb::gil_scoped_release released;
        numbers->resize((last - first) * columns);
        std::visit(
            [&](const auto& values) {
                const auto* raw = values.data() + first * columns;
                for (std::size_t i = 0; i < numbers->size(); ++i) (*numbers)[i] = natural.value(raw_value(raw[i]));
            },
            cells);
    }
    return nb::cast(
        nb::ndarray<nb::numpy, double, nb::ndim<2>>(numbers->data(), {last - first, columns}, keep(numbers)));
}

// What both kinds of table have.
template <class Table>
void bind_cells(nb::class_<Held<Table>>& table) {
    using Self = Held<Table>;
    table.def_prop_ro("shape", [](const Self& self) {
        const TableCells cells = cells_of(*self);
        return std::pair(cells.rows.size(), cells.columns.size());
    });
    table.def_prop_ro("origin_ids", [](const Self& self) { return ids(cells_of(*self).rows, self.input()); });
    table.def_prop_ro("destination_ids", [](const Self& self) { return ids(cells_of(*self).columns, self.input()); });
    table.def_prop_ro("scale", [](const Self& self) { return self->scale(); });
    table.def_prop_ro("cost_type", [](const Self& self) { return std::string(name(self->type())); });
    table.def_prop_ro("crs", [](const Self& self) { return self->crs(); });
    table.def_prop_ro("provenance", [](const Self& self) { return self->provenance(); });
    table.def_prop_ro("origin_places", [](const Self& self) {
        return view(std::span<const Coordinate>(cells_of(*self).row_places), self.input());
    });
    table.def_prop_ro("destination_places", [](const Self& self) {
        return view(std::span<const Coordinate>(cells_of(*self).column_places), self.input());
    });
    table.def_prop_ro("distances", [](const Self& self) {
        const TableCells cells = cells_of(*self);
        return cells_view(cells.distances, cells.rows.size(), cells.columns.size(), self.input());
    });
    table.def_prop_ro("skims", [](const Self& self) {
        std::vector<CostScale> scales;
        for (const Skim& skim : self->skims()) scales.push_back(skim.scale);
        return scales;
    });
    table.def("skim", [](const Self& self, const std::string& name) {
        const TableCells cells = cells_of(*self);
        return cells_view(find_skim(cells.skims, name).values, cells.rows.size(), cells.columns.size(), self.input());
    });
    // `skim`: empty for the distances.
    table.def("natural", [](const Self& self, const std::string& skim, const std::string& unit, std::size_t first,
                            std::size_t last) {
        const TableCells cells = cells_of(*self);
        if (skim.empty()) return natural_cells(cells.distances, cells.scale, unit, first, last, cells.columns.size());
        const Skim& found = find_skim(cells.skims, skim);
        return natural_cells(found.values, found.scale, unit, first, last, cells.columns.size());
    });
    table.def("sub_table",
              [](const Self& self, const Vector<std::uint32_t>& rows, const Vector<std::uint32_t>& columns) {
                  return HeldPart(sub_table(*self, span_of(rows), span_of(columns)));
              });
}

nb::object next_hops(const HeldTable& table) {
    if (!table->has_next_hops()) return nb::none();
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
    part.def("statistics", [](const HeldPart& self) {
        const nb::gil_scoped_release released;
        return statistics(*self);
    });

    nb::class_<TableStatistics::Diameter>(core, "Diameter")
        .def_ro("distance", &TableStatistics::Diameter::distance)
        .def_ro("from_", &TableStatistics::Diameter::from)
        .def_ro("to", &TableStatistics::Diameter::to);
    nb::class_<TableStatistics::Radius>(core, "Radius")
        .def_ro("distance", &TableStatistics::Radius::distance)
        .def_ro("center", &TableStatistics::Radius::center);
    nb::class_<TableStatistics>(core, "TableStatistics")
        .def_ro("nodes", &TableStatistics::nodes)
        .def_ro("pairs", &TableStatistics::pairs)
        .def_ro("reachable", &TableStatistics::reachable)
        .def_ro("unreachable", &TableStatistics::unreachable)
        .def_ro("zero", &TableStatistics::zero)
        .def_ro("mean", &TableStatistics::mean)
        .def_ro("diameter", &TableStatistics::diameter)
        .def_ro("radius", &TableStatistics::radius);
    nb::class_<PartStatistics::Largest>(core, "Largest")
        .def_ro("distance", &PartStatistics::Largest::distance)
        .def_ro("origin", &PartStatistics::Largest::origin)
        .def_ro("destination", &PartStatistics::Largest::destination);
    nb::class_<PartStatistics>(core, "PartStatistics")
        .def_ro("pairs", &PartStatistics::pairs)
        .def_ro("reachable", &PartStatistics::reachable)
        .def_ro("unreachable", &PartStatistics::unreachable)
        .def_ro("zero", &PartStatistics::zero)
        .def_ro("mean", &PartStatistics::mean)
        .def_ro("origins_without_destination", &PartStatistics::origins_without_destination)
        .def_ro("destinations_without_origin", &PartStatistics::destinations_without_origin)
        .def_ro("largest", &PartStatistics::largest);
}

}  // namespace allways::python
