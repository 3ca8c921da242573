// SPDX-License-Identifier: Apache-2.0
// The option structs, field by field; their callbacks are set by whoever runs the work.
#include <nanobind/stl/pair.h>

#include "allways/areas/isochrones.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/export/export.h"
#include "allways/export/write_stream.h"
#include "allways/importers/points.h"
#include "allways/network/simplify.h"
#include "allways/points/point_equilibrium.h"
#include "allways/points/snapped_points.h"
#include "allways/query/verification.h"
#include "bindings.h"
#include "option_rows.h"

namespace allways::python {

std::string literal(const std::vector<std::string>& words) {
    return "Literal[\"" + joined(words, "\", \"") + "\"]";
}

void bind_options(nb::module_& core) {
    bind_rows(
        core, "ReadOptions", read_options(),
        "Keywords of the functions that read files. Each format takes those that :func:`allways.formats` lists for "
        "it; ``docs/formats.md`` describes them.");
    bind_rows(core, "SolveOptions", solve_options(), "Keywords of everything that solves.");
    bind_rows(core, "TuneOptions", tune_options(), "Keywords of :func:`allways.tune`.");
    bind_rows(core, "BenchOptions", bench_options(), "Keywords of :func:`allways.bench`.");
    bind_rows(core, "ExportOptions", export_options(),
              "Keywords of the writers. Each format takes those that apply to it; ``docs/formats.md`` describes them.")
        .def_rw("direct_costs", &ExportOptions::direct_costs)
        .def_rw("provenance", &ExportOptions::provenance);
    bind_rows(core, "SnapOptions", snap_options(), "Keywords that place points on a network.");
    bind_rows(core, "EquilibriumOptions", equilibrium_options(),
              "Keywords of user equilibrium in :meth:`allways.Network.assign`.");
    bind_rows(core, "PointOptions", point_options(), "How files of points are read.");

    bind_rows(core, "SimplifyOptions", simplify_options(), "Keywords of :meth:`allways.Network.simplify`.");
    bind_rows(core, "VerifyOptions", verify_options(), "Keywords of :meth:`allways.DistanceTable.verify`.");
    bind_rows(core, "IsochroneOutput", isochrone_output_options(), "What an isochrone's file contains.");
    nb::class_<StreamOptions>(core, "StreamOptions")
        .def(nb::init<>())
        .def_rw("resume", &StreamOptions::resume)
        .def_rw("checkpoint_seconds", &StreamOptions::checkpoint_seconds)
        .def_prop_rw(
            "shard", [](const StreamOptions& self) { return std::pair(self.shard.number, self.shard.count); },
            [](StreamOptions& self, const std::pair<std::int64_t, std::int64_t>& shard) {
                self.shard = parse_shard(format("{}/{}", shard.first, shard.second));
            });
}

}  // namespace allways::python
