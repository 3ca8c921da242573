// SPDX-License-Identifier: Apache-2.0
// The option structs, field by field; their callbacks are set by whoever runs the work.
#include <map>

#include <nanobind/stl/pair.h>

#include "allways/areas/isochrones.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/engine/solve.h"
#include "allways/engine/tune.h"
#include "allways/export/export.h"
#include "allways/export/stream_table.h"
#include "allways/importers/points.h"
#include "allways/network/simplify.h"
#include "allways/points/snapped_points.h"
#include "allways/query/verification.h"
#include "bindings.h"

namespace allways::python {

namespace {

CostType cost_type_named(const std::string& text, const char* field = "cost_type") {
    if (const auto type = parse_cost_type(text)) return *type;
    throw InvalidArgument(format("`{}`: expected int32, float32 or float64, found '{}'", field, text));
}

std::optional<std::string> text_of(const std::optional<CostType>& type) {
    return type ? std::optional<std::string>(name(*type)) : std::nullopt;
}

std::optional<CostType> optional_cost_type(const std::optional<std::string>& text) {
    return text ? std::optional<CostType>(cost_type_named(*text)) : std::nullopt;
}

// A field of an enum, by the names of its values.
template <class Options, class Value>
void choice(nb::class_<Options>& options, const char* field, Value Options::*member,
            std::map<std::string, Value> names) {
    options.def_prop_rw(
        field,
        [member, names](const Options& self) {
            for (const auto& [text, value] : names) {
                if (value == self.*member) return text;
            }
            return std::string();
        },
        [member, names, field](Options& self, const std::string& text) {
            const auto found = names.find(text);
            if (found != names.end()) {
                self.*member = found->second;
                return;
            }
            std::string known;
            for (const auto& [name, value] : names) known += (known.empty() ? "" : ", ") + name;
            throw InvalidArgument(format("`{}`: expected one of {}, found '{}'", field, known, text));
        });
}

template <class Options>
void cost_type_field(nb::class_<Options>& options) {
    options.def_prop_rw(
        "cost_type", [](const Options& self) { return text_of(self.cost_type); },
        [](Options& self, const std::optional<std::string>& text) { self.cost_type = optional_cost_type(text); });
}

template <class Options>
void device_field(nb::class_<Options>& options) {
    options.def_prop_rw(
        "device", [](const Options& self) { return self.device.text(); },
        [](Options& self, const std::string& text) { self.device = text; });
}

template <class Options>
void schedule_field(nb::class_<Options>& options) {
    options.def_prop_rw(
        "schedule", [](const Options& self) { return self.schedule.text(); },
        [](Options& self, const std::string& text) { self.schedule = text; });
}

void bind_read_options(nb::module_& core) {
    using Box = std::vector<double>;
    auto options = nb::class_<ReadOptions>(core, "ReadOptions").def(nb::init<>());
    options.def_rw("format", &ReadOptions::format)
        .def_rw("node_file", &ReadOptions::node_file)
        .def_rw("from_field", &ReadOptions::from_field, nb::arg().none())
        .def_rw("to_field", &ReadOptions::to_field, nb::arg().none())
        .def_rw("cost_field", &ReadOptions::cost_field)
        .def_rw("id_field", &ReadOptions::id_field, nb::arg().none())
        .def_rw("no_through", &ReadOptions::no_through)
        .def_rw("turns", &ReadOptions::turns)
        .def_prop_rw(
            "bbox",
            [](const ReadOptions& self) -> std::optional<Box> {
                if (!self.bbox) return std::nullopt;
                return Box{self.bbox->west, self.bbox->south, self.bbox->east, self.bbox->north};
            },
            [](ReadOptions& self, const Box& box) {
                if (box.size() != 4) throw InvalidArgument("`bbox`: expected west, south, east and north");
                self.bbox = {box[0], box[1], box[2], box[3]};
            })
        .def_rw("undirected", &ReadOptions::undirected)
        .def_rw("directed", &ReadOptions::directed)
        .def_rw("profile", &ReadOptions::profile)
        .def_rw("vehicle", &ReadOptions::vehicle)
        .def_rw("at", &ReadOptions::at)
        .def_rw("lenient", &ReadOptions::lenient)
        .def_rw("mode", &ReadOptions::mode)
        .def_rw("crs", &ReadOptions::crs)
        .def_rw("cost_unit", &ReadOptions::cost_unit)
        .def_rw("length_unit", &ReadOptions::length_unit)
        .def_rw("layer", &ReadOptions::layer)
        .def_rw("where", &ReadOptions::where)
        .def_rw("reverse_cost_field", &ReadOptions::reverse_cost_field)
        .def_rw("oneway_field", &ReadOptions::oneway_field, nb::arg().none())
        .def_rw("oneway_values", &ReadOptions::oneway_values)
        .def_rw("speed_field", &ReadOptions::speed_field, nb::arg().none())
        .def_rw("speed_unit", &ReadOptions::speed_unit)
        .def_rw("class_field", &ReadOptions::class_field, nb::arg().none())
        .def_rw("class_speeds", &ReadOptions::class_speeds)
        .def_rw("default_speed_kmh", &ReadOptions::default_speed_kmh, nb::arg().none())
        .def_rw("tolerance_m", &ReadOptions::tolerance_m, nb::arg().none())
        .def_prop_rw(
            "float_type", [](const ReadOptions& self) { return std::string(name(self.float_type)); },
            [](ReadOptions& self, const std::string& text) { self.float_type = cost_type_named(text); });
    cost_type_field(options);
    choice<ReadOptions, ReadOptions::Join>(options, "join", &ReadOptions::join,
                                           {{"auto", ReadOptions::Join::automatic},
                                            {"ends", ReadOptions::Join::ends},
                                            {"vertices", ReadOptions::Join::vertices},
                                            {"crossings", ReadOptions::Join::crossings}});
}

void bind_solve_options(nb::module_& core) {
    auto options = nb::class_<SolveOptions>(core, "SolveOptions").def(nb::init<>());
    options.def_rw("cost", &SolveOptions::cost)
        .def_rw("next_hops", &SolveOptions::next_hops)
        .def_rw("skims", &SolveOptions::skims)
        .def_rw("memory_limit_bytes", &SolveOptions::memory_limit_bytes)
        .def_rw("device_memory_bytes", &SolveOptions::device_memory_bytes)
        .def_rw("scratch_directory", &SolveOptions::scratch_directory)
        .def_rw("tile", &SolveOptions::tile)
        .def_rw("max_buffer_bytes", &SolveOptions::max_buffer_bytes)
        .def_rw("cache_directory", &SolveOptions::cache_directory)
        .def_rw("tuning_directory", &SolveOptions::tuning_directory);
    device_field(options);
    schedule_field(options);
    cost_type_field(options);
}

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
                for (const std::string& text : names) self.types.push_back(cost_type_named(text, "types"));
            })
        .def_rw("seconds", &TuneOptions::seconds)
        .def_rw("cache_directory", &TuneOptions::cache_directory)
        .def_rw("tuning_directory", &TuneOptions::tuning_directory);
    device_field(tune);

    auto bench = nb::class_<BenchOptions>(core, "BenchOptions").def(nb::init<>());
    bench
        .def_prop_rw(
            "type", [](const BenchOptions& self) { return std::string(name(self.type)); },
            [](BenchOptions& self, const std::string& text) { self.type = cost_type_named(text, "type"); })
        .def_rw("narrow", &BenchOptions::narrow)
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
    device_field(bench);
    schedule_field(bench);
    choice<BenchOptions, BenchHops>(
        bench, "hops", &BenchOptions::hops,
        {{"none", BenchHops::none}, {"label", BenchHops::label}, {"carried", BenchHops::carried}});
    choice<BenchOptions, BenchGraph>(bench, "graph", &BenchOptions::graph,
                                     {{"dense", BenchGraph::dense}, {"street", BenchGraph::street}});
    choice<BenchOptions, BenchTransfers>(
        bench, "transfers", &BenchOptions::transfers,
        {{"none", BenchTransfers::none}, {"pinned", BenchTransfers::pinned}, {"staged", BenchTransfers::staged}});
}

void bind_export_options(nb::module_& core) {
    nb::class_<ExportOptions>(core, "ExportOptions")
        .def(nb::init<>())
        .def_rw("format", &ExportOptions::format)
        .def_rw("overwrite", &ExportOptions::overwrite)
        .def_rw("unit", &ExportOptions::unit)
        .def_rw("dtype", &ExportOptions::dtype)
        .def_rw("unreachable", &ExportOptions::unreachable, nb::arg().none())
        .def_prop_rw(
            "cutoff",
            [](const ExportOptions& self) {
                return self.cutoff ? std::optional(self.cutoff->to_double()) : std::nullopt;
            },
            [](ExportOptions& self, double cutoff) { self.cutoff = Decimal::from_double(cutoff); })
        .def_rw("nearest", &ExportOptions::nearest, nb::arg().none())
        .def_rw("snap_distances", &ExportOptions::snap_distances)
        .def_rw("round", &ExportOptions::round)
        .def_rw("lossy", &ExportOptions::lossy)
        .def_rw("direct_costs", &ExportOptions::direct_costs)
        .def_rw("cost", &ExportOptions::cost)
        .def_rw("provenance", &ExportOptions::provenance);
}

}  // namespace

void bind_options(nb::module_& core) {
    bind_read_options(core);
    bind_solve_options(core);
    bind_tuning_options(core);
    bind_export_options(core);

    auto snap = nb::class_<SnapChoice>(core, "SnapChoice").def(nb::init<>());
    snap.def_rw("radius", &SnapChoice::radius, nb::arg().none());
    snap.def_rw("access_speed_kmh", &SnapChoice::access_speed_kmh, nb::arg().none());
    choice<SnapChoice, SnapOptions::Onto>(snap, "onto", &SnapChoice::onto,
                                          {{"arcs", SnapOptions::Onto::arcs}, {"nodes", SnapOptions::Onto::nodes}});
    choice<SnapChoice, SnapOptions::Component>(
        snap, "component", &SnapChoice::component,
        {{"largest", SnapOptions::Component::largest}, {"any", SnapOptions::Component::any}});

    nb::class_<PointOptions>(core, "PointOptions")
        .def(nb::init<>())
        .def_rw("layer", &PointOptions::layer)
        .def_rw("where", &PointOptions::where)
        .def_rw("id_field", &PointOptions::id_field)
        .def_rw("x_field", &PointOptions::x_field)
        .def_rw("y_field", &PointOptions::y_field)
        .def_rw("crs", &PointOptions::crs);
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
