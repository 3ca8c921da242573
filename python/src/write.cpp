// SPDX-License-Identifier: Apache-2.0
// Values → files.
#include "allways/export/export.h"
#include "allways/points/pair_lists.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

template <class Content, class Write>
void bind_writer(nb::module_& core, const Write& write) {
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
    bind_writer<RoadNetwork>(core, [](const auto& network, const auto& path, const auto& options) {
        write_network(network, path, options);
    });
    bind_writer<CostMatrix>(
        core, [](const auto& matrix, const auto& path, const auto& options) { write_matrix(matrix, path, options); });
    bind_writer<DistanceTable>(
        core, [](const auto& table, const auto& path, const auto& options) { write_table(table, path, options); });
    bind_writer<OriginDestinationTable>(
        core, [](const auto& table, const auto& path, const auto& options) { write_table(table, path, options); });
    bind_writer<NetworkFactor>(
        core, [](const auto& factor, const auto& path, const auto& options) { write_factor(factor, path, options); });

    nb::class_<OutputFormat>(core, "OutputFormat")
        .def_ro("name", &OutputFormat::name)
        .def_ro("description", &OutputFormat::description)
        .def_ro("suffixes", &OutputFormat::suffixes)
        .def_prop_ro("writes_tables", [](const OutputFormat& self) { return self.tables; })
        .def_prop_ro("writes_networks", [](const OutputFormat& self) { return self.networks; })
        .def_prop_ro("writes_factors", [](const OutputFormat& self) { return self.factors; });
    core.def("output_formats", [] {
        std::vector<OutputFormat> formats = output_formats();
        return formats;
    });
}

}  // namespace allways::python
