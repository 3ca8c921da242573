// SPDX-License-Identifier: Apache-2.0
// Files → values.
#include <nanobind/stl/optional.h>

#include "allways/importers/gdal_messages.h"
#include "allways/importers/osm_profiles.h"
#include "allways/importers/points.h"
#include "allways/importers/read.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

nb::object held(const std::shared_ptr<const Input>& input) {
    return std::visit([&](const auto& content) { return nb::cast(Held<std::decay_t<decltype(content)>>(input)); },
                      *input);
}

}  // namespace

void bind_read(nb::module_& core) {
    // `wanted`: "network", "matrix", "table" or "factor" decides between formats that share a suffix; empty: no
    // preference.
    core.def("read",
             [](const std::string& path, const ReadOptions& options, const std::string& wanted, Progressing progress) {
                 ImportReport report;
                 const auto input = run(std::move(progress), [&](const Callbacks& callbacks) {
                     ReadOptions reading = callbacks.in(options);
                     if (!wanted.empty()) reading.format = input_format(path, reading, parse_holds(wanted)).name;
                     return std::make_shared<const Input>(read_input(path, reading, &report));
                 });
                 return std::pair(held(input), std::move(report));
             });
    core.def("read_points", [](const std::string& path, const PointOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            PointOptions reading = options;
            reading.log = callbacks.log();
            return read_points(path, reading);
        });
    });
    core.def("osm_profile_text", osm_profile_text);

    nb::class_<FormatInfo>(core, "FormatInfo")
        .def_ro("name", &FormatInfo::name)
        .def_ro("description", &FormatInfo::description)
        .def_ro("suffixes", &FormatInfo::suffixes)
        .def_ro("options", &FormatInfo::options)
        .def_prop_ro("holds", [](const FormatInfo& self) { return std::string(name(self.holds)); });
    core.def("input_formats", input_formats);
}

}  // namespace allways::python
