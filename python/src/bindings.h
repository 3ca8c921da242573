// SPDX-License-Identifier: Apache-2.0
// The module allways._core: the library's values and functions for the Python package, which gives them their public
// form. Each file covers one subject and defines its bind_… function.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "allways/base/option_row.h"
#include "allways/importers/read.h"
#include "allways/points/point_list.h"

namespace allways::python {

namespace nb = nanobind;

// A network, matrix, table or factor, shared by all Python objects and views of it. Never changed.
template <class Content>
class Held {
public:
    explicit Held(Content content) : input_(std::make_shared<const Input>(std::move(content))) {}
    // `input` must have this type of content.
    explicit Held(std::shared_ptr<const Input> input) : input_(std::move(input)) {}

    const Content& operator*() const { return std::get<Content>(*input_); }
    const Content* operator->() const { return &**this; }
    const std::shared_ptr<const Input>& input() const { return input_; }
    std::shared_ptr<const Content> shared() const { return {input_, &**this}; }

private:
    std::shared_ptr<const Input> input_;
};

using HeldNetwork = Held<RoadNetwork>;
using HeldMatrix = Held<CostMatrix>;
using HeldTable = Held<DistanceTable>;
using HeldPart = Held<OriginDestinationTable>;
using HeldFactor = Held<NetworkFactor>;

// Any of them, as an argument.
using AnyHeld = std::variant<HeldNetwork, HeldMatrix, HeldTable, HeldPart, HeldFactor>;

// Binds a report by its rows (allways/base/option_row.h).
template <class Report>
nb::class_<Report> bind_rows(nb::handle scope, const char* name) {
    nb::class_<Report> bound(scope, name);
    Report::each_row([&]<class Type>(const char* attribute, Type Report::*field, const char* text = "",
                                     JsonForm = JsonForm::plain, const char* = "") {
        if constexpr (std::is_enum_v<Type>) {
            const auto word = [field](const Report& self) { return std::string(allways::name(self.*field)); };
            bound.def_prop_ro(attribute, word, text);
        } else {
            bound.def_ro(attribute, field, text);
        }
    });
    return bound;
}

// Accepts a PointSet, or texts that name nodes and positions.
PointSet point_list_of(nb::handle places);

void bind_options(nb::module_& core);
void bind_read(nb::module_& core);
void bind_network(nb::module_& core);
void bind_matrix(nb::module_& core);
void bind_table(nb::module_& core);
void bind_reports(nb::module_& core);
void bind_solve(nb::module_& core);
void bind_hours(nb::module_& core);
void bind_points(nb::module_& core);
void bind_paths(nb::module_& core);
void bind_explanation(nb::module_& core);
void bind_access(nb::module_& core);
void bind_assignment(nb::module_& core);
void bind_analysis(nb::module_& core);
void bind_tuning(nb::module_& core);
void bind_draw(nb::module_& core);
void bind_write(nb::module_& core);
void bind_serve(nb::module_& core);
void bind_updates(nb::module_& core);
void bind_places(nb::module_& core);

}  // namespace allways::python
