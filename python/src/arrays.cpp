// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"

#include <string>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "allways/base/error.h"

namespace allways::python {

static_assert(sizeof(Coordinate) == 2 * sizeof(double));

nb::str text(std::string_view bytes) {
    PyObject* made = PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape");
    if (made == nullptr) throw nb::python_error();
    return nb::steal<nb::str>(made);
}

nb::capsule keep(std::shared_ptr<const void> owner) {
    using Owner = std::shared_ptr<const void>;
    return nb::capsule(new Owner(std::move(owner)), [](void* kept) noexcept { delete static_cast<Owner*>(kept); });
}

NumpyArray view(std::span<const Coordinate> places, std::shared_ptr<const void> owner) {
    return view(places.empty() ? nullptr : &places.front().x, {places.size(), 2}, std::move(owner));
}

nb::object ids(const IdTable& table, std::shared_ptr<const void> owner) {
    if (owner == nullptr) {
        const auto kept = std::make_shared<const IdTable>(table);
        return ids(*kept, kept);
    }
    if (table.is_numeric()) return view(table.numbers(), std::move(owner));
    nb::list texts;
    for (const std::string& id : table.texts()) texts.append(text(id));
    return texts;
}

std::span<const Coordinate> span_of(const Places& places) {
    return {reinterpret_cast<const Coordinate*>(places.data()), places.shape(0)};
}

NumberSpan numbers_of(const AnyVector& values) {
    const auto as = [&]<class T>() -> NumberSpan {
        return std::span<const T>(static_cast<const T*>(values.data()), values.size());
    };
    if (values.dtype() == nb::dtype<double>()) return as.operator()<double>();
    if (values.dtype() == nb::dtype<float>()) return as.operator()<float>();
    if (values.dtype() == nb::dtype<std::int32_t>()) return as.operator()<std::int32_t>();
    if (values.dtype() == nb::dtype<std::int64_t>()) return as.operator()<std::int64_t>();
    throw InvalidArgument("expected an array of int32, int64, float32 or float64");
}

IdTable id_table(nb::handle ids) {
    if (nb::isinstance<nb::list>(ids)) return IdTable(nb::cast<std::vector<std::string>>(ids));
    return IdTable(vector_of(nb::cast<Vector<std::int64_t>>(ids)));
}

}  // namespace allways::python
