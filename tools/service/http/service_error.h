// SPDX-License-Identifier: Apache-2.0
// How a request fails: an error with OSRM's code and message, and the time at which the request must end.
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/progress.h"

namespace allways::tools {

class Deadline {
public:
    // No deadline.
    Deadline() = default;
    explicit Deadline(double seconds)
        : at_(Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000))) {}

    // Throws Cancelled after the deadline. Long computations call it from time to time.
    void require() const {
        if (is_over()) throw Cancelled();
    }
    // A progress callback that cancels a library function after the deadline.
    ProgressCallback callback() const {
        return [*this](const Progress&) { return !is_over(); };
    }

private:
    using Clock = std::chrono::steady_clock;
    bool is_over() const { return at_ && Clock::now() >= *at_; }
    std::optional<Clock::time_point> at_;
};

class ServiceError : public std::runtime_error {
public:
    ServiceError(std::string code, const std::string& message, int status = 400)
        : std::runtime_error(message), code_(std::move(code)), status_(status) {}
    const std::string& code() const { return code_; }
    int status() const { return status_; }

private:
    std::string code_;
    int status_;
};

}  // namespace allways::tools
