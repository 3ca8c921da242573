// SPDX-License-Identifier: Apache-2.0
// When a request must end.
#pragma once

#include <chrono>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/progress.h"

namespace allways::tools {

class Deadline {
public:
    // Never.
    Deadline() = default;
    explicit Deadline(double seconds)
        : at_(Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000))) {}

    // Throws Cancelled afterwards: to be called between the parts of long work.
    void require() const {
        if (is_over()) throw Cancelled();
    }
    // Cancels what a library does.
    ProgressCallback callback() const {
        return [*this](const Progress&) { return !is_over(); };
    }

private:
    using Clock = std::chrono::steady_clock;
    bool is_over() const { return at_ && Clock::now() >= *at_; }
    std::optional<Clock::time_point> at_;
};

}  // namespace allways::tools
