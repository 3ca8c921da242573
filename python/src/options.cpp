// SPDX-License-Identifier: Apache-2.0
// The option structs, field by field; their callbacks are set by whoever runs the work.
#include <nanobind/stl/pair.h>

#include "allways/areas/isochrones.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/engine/tune.h"
#include "allways/export/export_options.h"
#include "allways/export/write_stream.h"
#include "allways/importers/point_options.h"
#include "allways/network/simplify.h"
#include "allways/points/snap_options.h"
#include "allways/query/verification.h"
#include "bindings.h"
#include "option_rows.h"

namespace allways::python {

namespace {

void bind_tuning_options(nb::module_& core) {
    auto tune = nb::class_<TuneOptions>(core, "TuneOptions").def(nb::init<>());
    tune.def_prop_rw(
            "types",
            [](const TuneOptions& self) {
                std::vector<std::string> names;
                for (const CostType type : self.types) names.emplace_back(name(type));
                return names;
            },
            [](TuneOptions& self, const std::vector<std::string>& names) {
                self.types.clear();
                for (const std::string& text : names) self.types.push_back(value_of<CostType>("types", text));
            })
        .def_rw("seconds", &TuneOptions::seconds)
        .def_rw("cache_directory", &TuneOptions::cache_directory)
        .def_rw("tuning_directory", &TuneOptions::tuning_directory);
    bind_field(tune, "device", &TuneOptions::device);

    auto bench = nb::class_<BenchOptions>(core, "BenchOptions").def(nb::init<>());
    bench.def_rw("narrow", &BenchOptions::narrow)
        .def_rw("large", &BenchOptions::large)
        .def_rw("n", &BenchOptions::n)
        .def_rw("tile", &BenchOptions::tile)
        .def_rw("group", &BenchOptions::group)
        .def_rw("tuning", &BenchOptions::tuning)
        .def_rw("runs", &BenchOptions::runs)
        .def_rw("seed", &BenchOptions::seed)
        .def_rw("check", &BenchOptions::check)
        .def_rw("cache_directory", &BenchOptions::cache_directory)
        .def_rw("tuning_directory", &BenchOptions::tuning_directory);
    bind_field(bench, "type", &BenchOptions::type);
    bind_field(bench, "device", &BenchOptions::device);
    bind_field(bench, "schedule", &BenchOptions::schedule);
    bind_field(bench, "hops", &BenchOptions::hops);
    bind_field(bench, "graph", &BenchOptions::graph);
    bind_field(bench, "transfers", &BenchOptions::transfers);
}

}  // namespace

std::string literal(const std::vector<std::string>& words) {
    return "Literal[\"" + joined(words, "\", \"") + "\"]";
}

void bind_options(nb::module_& core) {
    bind_rows(
        core, "ReadOptions", read_options(),
        "Keywords of the functions that read files. Each format takes those that :func:`allways.formats` lists for "
        "it; ``docs/formats.md`` describes them.");
    bind_rows(core, "SolveOptions", solve_options(), "Keywords of everything that solves.");
    bind_tuning_options(core);
    bind_rows(core, "ExportOptions", export_options(),
              "Keywords of the writers. Each format takes those that apply to it; ``docs/formats.md`` describes them.")
        .def_rw("direct_costs", &ExportOptions::direct_costs)
        .def_rw("provenance", &ExportOptions::provenance);
    bind_rows(core, "SnapOptions", snap_options(), "Keywords that place points on a network.");
    bind_rows(core, "PointOptions", point_options(), "How files of points are read.");

    nb::class_<SimplifyOptions>(core, "SimplifyOptions")
        .def(nb::init<>())
        .def_rw("dead_ends", &SimplifyOptions::dead_ends)
        .def_rw("sums", &SimplifyOptions::sums);
    nb::class_<VerifyOptions>(core, "VerifyOptions")
        .def(nb::init<>())
        .def_rw("rows", &VerifyOptions::rows)
        .def_rw("pairs", &VerifyOptions::pairs)
        .def_rw("columns", &VerifyOptions::columns)
        .def_rw("seed", &VerifyOptions::seed)
        .def_rw("cost", &VerifyOptions::cost)
        .def_rw("examples", &VerifyOptions::examples);
    nb::class_<StreamOptions>(core, "StreamOptions")
        .def(nb::init<>())
        .def_rw("resume", &StreamOptions::resume)
        .def_rw("checkpoint_seconds", &StreamOptions::checkpoint_seconds)
        .def_prop_rw(
            "shard", [](const StreamOptions& self) { return std::pair(self.shard.number, self.shard.count); },
            [](StreamOptions& self, const std::pair<std::int64_t, std::int64_t>& shard) {
                self.shard = parse_shard(format("{}/{}", shard.first, shard.second));
            });
    nb::class_<IsochroneOutput>(core, "IsochroneOutput")
        .def(nb::init<>())
        .def_rw("path", &IsochroneOutput::path)
        .def_rw("format", &IsochroneOutput::format)
        .def_rw("what", &IsochroneOutput::what)
        .def_rw("buffer", &IsochroneOutput::buffer, nb::arg().none())
        .def_rw("tolerance", &IsochroneOutput::tolerance, nb::arg().none())
        .def_rw("rings", &IsochroneOutput::rings)
        .def_rw("overwrite", &IsochroneOutput::overwrite);
}

}  // namespace allways::python
