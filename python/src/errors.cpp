// SPDX-License-Identifier: Apache-2.0
// Translates the library's exceptions to those of allways.errors.
#include <exception>
#include <new>

#include "allways/base/damaged.h"
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

void bind_errors(nb::module_&) {
    nb::register_exception_translator(translate);
}

}  // namespace allways::python
