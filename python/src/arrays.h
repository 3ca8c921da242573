// SPDX-License-Identifier: Apache-2.0
// Converts arrays and texts between the library and Python.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "allways/base/ids.h"
#include "allways/network/coordinate.h"
#include "allways/network/make_network.h"

namespace allways::python {

namespace nb = nanobind;

// Invalid UTF-8 becomes lone surrogates, as in Python's file names.
nb::str text(std::string_view bytes);

// A Python object that keeps `owner` alive.
nb::capsule keep(std::shared_ptr<const void> owner);

inline bool is_array(PyObject* object) {
    return nb::ndarray_check(object);
}

// An object that is typed as a NumPy array in the stub files.
class NumpyArray : public nb::object {
    NB_OBJECT(NumpyArray, nb::object, "numpy.ndarray", is_array)
};

// A read-only NumPy array over memory that `owner` keeps.
template <class T>
NumpyArray view(const T* data, std::initializer_list<std::size_t> shape, std::shared_ptr<const void> owner) {
    static const T nothing{};  // NumPy needs an address even if there are no values
    return nb::borrow<NumpyArray>(nb::cast(nb::ndarray<nb::numpy, const T>(
        data == nullptr ? &nothing : data, shape.size(), shape.begin(), keep(std::move(owner)))));
}
template <class Array>
NumpyArray view(const Array& values, std::shared_ptr<const void> owner) {
    return view(values.data(), {values.size()}, std::move(owner));
}
// Coordinates as n × 2: x and y.
NumpyArray view(std::span<const Coordinate> places, std::shared_ptr<const void> owner);

// A NumPy array that owns the values; without a shape it has one dimension.
template <class T>
NumpyArray array(std::vector<T> values, std::vector<std::size_t> shape = {}) {
    auto owner = std::make_shared<std::vector<T>>(std::move(values));
    T* data = owner->data();
    static T nothing{};
    if (shape.empty()) shape = {owner->size()};
    return nb::borrow<NumpyArray>(
        nb::cast(nb::ndarray<nb::numpy, T>(owner->empty() ? &nothing : data, shape.size(), shape.data(), keep(owner))));
}

// Ids: integers as an array, texts as a list. Without an owner they are copied.
nb::object ids(const IdTable& table, std::shared_ptr<const void> owner = nullptr);

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const double, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using AnyVector = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Vector<T>& values) {
    return {values.data(), values.size()};
}
template <class T>
std::vector<T> vector_of(const Vector<T>& values) {
    return {values.data(), values.data() + values.size()};
}
std::span<const Coordinate> span_of(const Places& places);
// Throws InvalidArgument for numbers of other types than int32, int64, float and double.
NumberSpan numbers_of(const AnyVector& values);
// Accepts integers (int64) or a list of texts.
IdTable id_table(nb::handle ids);

}  // namespace allways::python
