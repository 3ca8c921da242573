// SPDX-License-Identifier: Apache-2.0
// Matrices of direct costs: the caller's array, or read from a file.
#include "allways/cost/cost_matrix.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "arrays.h"
#include "bindings.h"

namespace allways::python {

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
        .def_prop_ro("source", [](const HeldMatrix& self) { return self->source(); })
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
