// SPDX-License-Identifier: Apache-2.0
#include "allways/base/version.h"
#include "bindings.h"

NB_MODULE(_core, core) {
    using namespace allways::python;
    core.doc() = "The compiled part of allways: its values and functions. Programs use the package, not this module.";
    core.attr("version") = std::string(allways::version());
    // A daemon thread that still solves when the process ends keeps its objects; that is not a leak.
    nb::set_leak_warnings(false);
    bind_errors(core);
    bind_options(core);
    bind_reports(core);
    bind_read(core);
    bind_network(core);
    bind_matrix(core);
    bind_table(core);
    bind_points(core);
    bind_solve(core);
    bind_hours(core);
    bind_paths(core);
    bind_explanation(core);
    bind_isochrones(core);
    bind_access(core);
    bind_assignment(core);
    bind_analysis(core);
    bind_tuning(core);
    bind_draw(core);
    bind_write(core);
    bind_serve(core);
    bind_updates(core);
    bind_places(core);
}
