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
