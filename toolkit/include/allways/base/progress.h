// SPDX-License-Identifier: Apache-2.0
// Callbacks that report progress and cancel long work. The library itself never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

struct Progress {
    std::string_view stage;   // "read", "prepare", "solve", "restore", "write" …
    std::uint64_t done = 0;   // in the stage's own units of work, 0 … total
    std::uint64_t total = 0;  // 0: unknown
    bool is_time = false;     // the units are milliseconds of a stated or expected time, so a rate is meaningless
};

// Called from the thread that runs the job, a few times a second at most. Return false to cancel: the call in progress
// then throws Cancelled. The function may be empty everywhere.
using ProgressCallback = std::function<bool(const Progress&)>;

// Throws Cancelled if the callback returns false.
ALLWAYS_API void report(const ProgressCallback& callback, std::string_view stage, std::uint64_t done,
                        std::uint64_t total);

// A guess and a loss are warnings: what a file is taken to mean where it does not say so, and what of it is left out.
enum class LogLevel { debug, info, warning, guess, loss };

constexpr bool is_warning(LogLevel level) {
    return level >= LogLevel::warning;
}

// Receives choices, fallbacks and findings, one sentence each. The function may be empty everywhere.
using LogCallback = std::function<void(LogLevel, std::string_view)>;

ALLWAYS_API void log(const LogCallback& callback, LogLevel level, std::string_view message);

// A callback that throws an InputError with the message of a guess or a loss, and passes on everything else.
ALLWAYS_API LogCallback strict_log(LogCallback callback);

}  // namespace allways
