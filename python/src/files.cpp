// SPDX-License-Identifier: Apache-2.0
// Files → values, and values → files.
#include <nanobind/stl/optional.h>

#include "allways/export/export.h"
#include "allways/importers/environment.h"
#include "allways/importers/osm_profiles.h"
#include "allways/importers/points.h"
#include "allways/importers/read.h"
#include "allways/points/pair_lists.h"
#include "arrays.h"
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
        return run(std::move(progress),
                   [&](const Callbacks& callbacks) { return read_points(path, callbacks.in(options)); });
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

// ---- values → files

namespace {

template <class Content>
void bind_writer(nb::module_& core, void (*write)(const Content&, const std::string&, const ExportOptions&)) {
    core.def("write", [write](const Held<Content>& content, const std::string& path, const ExportOptions& options,
                              Progressing progress) {
        run(std::move(progress), [&](const Callbacks& callbacks) { write(*content, path, callbacks.in(options)); });
    });
}

}  // namespace

void bind_write(nb::module_& core) {
    // `cells`: p × 2 rows and columns.
    core.def("pick", [](const nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>& cells,
                        ExportOptions& options) {
        PickedCells picked;
        for (std::size_t i = 0; i < cells.shape(0); ++i) picked.push_back({cells(i, 0), cells(i, 1)});
        pick(std::move(picked), options);
    });
    bind_writer<RoadNetwork>(core, write_network);
    bind_writer<CostMatrix>(core, write_matrix);
    bind_writer<DistanceTable>(core, write_table);
    bind_writer<OriginDestinationTable>(core, write_table);
    bind_writer<NetworkFactor>(core, write_factor);

    nb::class_<OutputFormat>(core, "OutputFormat")
        .def_ro("name", &OutputFormat::name)
        .def_ro("description", &OutputFormat::description)
        .def_ro("suffixes", &OutputFormat::suffixes)
        .def_prop_ro("writes_tables", [](const OutputFormat& self) { return self.has(FormatTrait::tables); })
        .def_prop_ro("writes_networks", [](const OutputFormat& self) { return self.has(FormatTrait::networks); })
        .def_prop_ro("writes_factors", [](const OutputFormat& self) { return self.has(FormatTrait::factors); });
    core.def("output_formats", [] { return std::vector<OutputFormat>(output_formats()); });
}

}  // namespace allways::python
