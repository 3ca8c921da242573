// SPDX-License-Identifier: Apache-2.0
// The module, and its translation of the library's exceptions to those of allways.errors.
#include <exception>
#include <new>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "arrays.h"
#include "bindings.h"

namespace allways::python {

namespace {

template <class... Fields>
void raise(const char* type, const Error& error, const Fields&... fields) {
    try {
        const nb::object made = nb::module_::import_("allways.errors").attr(type)(text(error.what()), fields...);
        PyErr_SetObject(made.type().ptr(), made.ptr());
    } catch (nb::python_error& failed) {
        failed.restore();
    }
}

void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const InputError& error) {
        raise("InputError", error, text(error.file()), error.line());
    } catch (const InvalidArgument& error) {
        raise("InvalidArgument", error);
    } catch (const CapacityError& error) {
        raise("CapacityError", error, error.needed(), error.available());
    } catch (const DeviceError& error) {
        raise("DeviceError", error, error.code());
    } catch (const NegativeCycleError& error) {
        raise("NegativeCycleError", error, error.cycle());
    } catch (const Cancelled& error) {
        raise("Cancelled", error);
    } catch (const Error& error) {
        raise("Error", error);
    } catch (const std::bad_alloc&) {
        raise("CapacityError",
              CapacityError("the system has no more memory; use a smaller network or a part of it", 0, 0), 0, 0);
    }
}

}  // namespace

}  // namespace allways::python

NB_MODULE(_core, core) {
    using namespace allways::python;
    core.doc() = "The compiled part of allways: its values and functions. Programs use the package, not this module.";
    core.attr("version") = std::string(allways::version());
    // A daemon thread that still solves when the process ends keeps its objects; that is not a leak.
    nb::set_leak_warnings(false);
    nb::register_exception_translator(translate);
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
