// SPDX-License-Identifier: Apache-2.0
#include "callbacks.h"

#include <exception>
#include <string_view>

#include "arrays.h"

namespace allways::python {

// Only used while the GIL is held.
struct Callbacks::State {
    Progressing progress;
    nb::object log;
    std::exception_ptr raised;

    bool go_on(const Progress& at) {
        if (raised) return false;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress) return true;
            return !(*progress)(text(at.stage), at.done, at.total).is(nb::bool_(false));
        } catch (const nb::python_error&) {
            raised = std::current_exception();
            return false;
        }
    }

    void report(LogLevel level, std::string_view message) {
        if (raised || !log.is_valid()) return;
        try {
            log(static_cast<int>(level), text(message));
        } catch (const nb::python_error&) {
            raised = std::current_exception();
        }
    }
};

Callbacks::Callbacks(Progressing progress) : state_(std::make_shared<State>()) {
    if (progress && !progress->is_none()) state_->progress = std::move(progress);
    state_->log = nb::module_::import_("allways.callbacks").attr("take_log_line");
}

Callbacks::~Callbacks() {
    *state_ = {};
}

ProgressCallback Callbacks::progress() const {
    return [state = state_](const Progress& at) {
        const nb::gil_scoped_acquire acquired;
        return state->go_on(at);
    };
}

LogCallback Callbacks::log() const {
    return [state = state_](LogLevel level, std::string_view message) {
        const nb::gil_scoped_acquire acquired;
        state->report(level, message);
    };
}

void Callbacks::raise() const {
    if (state_->raised) std::rethrow_exception(std::exchange(state_->raised, nullptr));
}

}  // namespace allways::python
