// SPDX-License-Identifier: Apache-2.0
// Connects the library's callbacks to Python: progress, log lines and Ctrl-C.
#pragma once

#include <memory>
#include <type_traits>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "bindings.h"

namespace allways::python {

// The progress argument of callers: None, or a callable with arguments stage, done and total, which cancels by
// returning False or raising.
using Progressing = std::optional<nb::object>;

// The library may keep the callbacks longer than this object lives; afterwards they only check for signals.
class Callbacks {
public:
    // The caller must hold the GIL.
    explicit Callbacks(Progressing progress);
    ~Callbacks();
    Callbacks(const Callbacks&) = delete;
    Callbacks& operator=(const Callbacks&) = delete;

    ProgressCallback progress() const;
    LogCallback log() const;
    // Sets the callbacks that an options struct has.
    template <class Options>
    Options in(Options options) const {
        if constexpr (requires { options.progress; }) options.progress = progress();
        if constexpr (requires { options.log; }) options.log = log();
        return options;
    }

    // If Python raised an exception in a callback, including KeyboardInterrupt, throws it.
    void raise() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

// Calls work(callbacks) without the GIL and returns its result.
template <class Work>
auto run(Progressing progress, const Work& work) {
    const Callbacks callbacks(std::move(progress));
    try {
        if constexpr (std::is_void_v<decltype(work(callbacks))>) {
            {
                const nb::gil_scoped_release released;
                work(callbacks);
            }
            callbacks.raise();
        } else {
            auto result = [&] {
                const nb::gil_scoped_release released;
                return work(callbacks);
            }();
            callbacks.raise();
            return result;
        }
    } catch (const Error&) {
        callbacks.raise();
        throw;
    }
}

}  // namespace allways::python
