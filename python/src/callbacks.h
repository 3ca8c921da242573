// SPDX-License-Identifier: Apache-2.0
// The library's callbacks in Python: progress, log lines and Ctrl-C.
#pragma once

#include <memory>
#include <type_traits>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "bindings.h"

namespace allways::python {

// What callers pass as progress: None, or called with stage, done and total; it cancels by returning False or raising.
using Progressing = std::optional<nb::object>;

// The library may keep the callbacks longer than this lives; afterwards they only notice signals.
class Callbacks {
public:
    // The caller holds the GIL.
    explicit Callbacks(Progressing progress);
    ~Callbacks();
    Callbacks(const Callbacks&) = delete;
    Callbacks& operator=(const Callbacks&) = delete;

    ProgressCallback progress() const;
    LogCallback log() const;
    // Sets both callbacks of an options struct.
    template <class Options>
    Options in(Options options) const {
        options.progress = progress();
        options.log = log();
        return options;
    }

    // Throws what Python raised in a callback, KeyboardInterrupt among it, if anything.
    void raise() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

// Returns work(callbacks), called without the GIL.
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
