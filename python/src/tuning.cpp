// SPDX-License-Identifier: Apache-2.0
// Measures the speed of devices and tunes their kernels.
#include <nanobind/stl/map.h>

#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/export/files.h"
#include "allways/export/tuning_file.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

// The result of a tuning and the file to which it was written.
struct Tuning {
    TuneResult result;
    std::string entry;
    std::string file;
};

Tuning tune_to(const TuneOptions& options, const std::string& path, bool overwrite, Progressing progress) {
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        Tuning made;
        made.file = path.empty() ? tuning_file(options.tuning_directory, options.device) : path;
        check_file_output(made.file, overwrite);
        made.result = tune(callbacks.in(options));
        made.entry = tuning_entry(made.result, options);
        write_text_file(made.file, made.entry, overwrite);
        return made;
    });
}

void bind_tune(nb::module_& core) {
    nb::class_<TunedSection>(core, "TunedSection")
        .def_ro("name", &TunedSection::name)
        .def_ro("cells", &TunedSection::cells)
        .def_ro("values", &TunedSection::values)
        .def_ro("candidates", &TunedSection::candidates)
        .def_ro("measured", &TunedSection::measured)
        .def_ro("n", &TunedSection::n)
        .def_ro("before", &TunedSection::before, "Pairs per second with the previous values; 0 if these did not run.")
        .def_ro("after", &TunedSection::after, "Pairs per second with the new values.");
    nb::class_<Tuning>(core, "Tuning")
        .def_ro("file", &Tuning::file, "The file that was written.")
        .def_ro("entry", &Tuning::entry, "Its content, as JSON.")
        .def_prop_ro("device", [](const Tuning& self) { return self.result.device; })
        .def_prop_ro("driver", [](const Tuning& self) { return self.result.driver; })
        .def_prop_ro(
            "before", [](const Tuning& self) { return self.result.before; }, "The name of the previous entry.")
        .def_prop_ro("sections", [](const Tuning& self) { return self.result.sections; })
        .def_prop_ro("candidates", [](const Tuning& self) { return self.result.candidates(); })
        .def_prop_ro("measured", [](const Tuning& self) { return self.result.measured(); })
        .def_prop_ro("seconds", [](const Tuning& self) { return self.result.seconds; });
    core.def("tune", tune_to);
}

void bind_bench(nb::module_& core) {
    nb::class_<BenchResult>(core, "BenchResult")
        .def_ro("device", &BenchResult::device)
        .def_ro("driver", &BenchResult::driver)
        .def_prop_ro("type", [](const BenchResult& self) { return std::string(name(self.type)); })
        .def_ro("bits16", &BenchResult::bits16)
        .def_ro("n", &BenchResult::n)
        .def_ro("tile", &BenchResult::tile)
        .def_ro("group", &BenchResult::group)
        .def_ro("runs", &BenchResult::runs)
        .def_ro("seconds", &BenchResult::seconds, "Median time of a solve on the device, without transfers.")
        .def_ro("fastest_seconds", &BenchResult::fastest_seconds)
        .def_ro("upload_seconds", &BenchResult::upload_seconds)
        .def_ro("download_seconds", &BenchResult::download_seconds)
        .def_ro("transfer_seconds", &BenchResult::transfer_seconds, "With `transfers`: rows to the device and back.")
        .def_ro("work_seconds", &BenchResult::work_seconds)
        .def_ro("total_seconds", &BenchResult::total_seconds, "Transfers and work, overlapped.")
        .def_ro("pairs_per_second", &BenchResult::pairs_per_second, "n³ / seconds.")
        .def_ro("ceiling_pairs_per_second", &BenchResult::ceiling_pairs_per_second,
                "The rate of the device from registers alone; 0 for the reference.")
        .def_ro("share", &BenchResult::share, "The share of the ceiling that was reached.")
        .def_ro("checked_targets", &BenchResult::checked_targets, "Columns compared with Dijkstra's algorithm.")
        .def("__repr__", [](const BenchResult& self) {
            return format("<allways.BenchResult of {} nodes on {}: {:.4g} G pairs/s>", self.n, self.device,
                          self.pairs_per_second / 1e9);
        });
    core.def("bench", [](const BenchOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) { return run_bench(callbacks.in(options)); });
    });
}

}  // namespace

void bind_tuning(nb::module_& core) {
    bind_tune(core);
    bind_bench(core);
}

}  // namespace allways::python
