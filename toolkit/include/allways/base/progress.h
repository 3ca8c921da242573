// How long work reports itself and how it is stopped: plain callbacks, so that the library never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace allways {

struct Progress {
    std::string_view stage;   // "read", "prepare", "solve", "restore", "write" …
    std::uint64_t done = 0;   // in the stage's own units of work, 0 … total
    std::uint64_t total = 0;  // 0 when not known
    bool is_time = false;     // the units are milliseconds of a stated or expected time, so that a rate says nothing
};

// Called from the thread that runs the job, some times a second at most. Return false to cancel: the call in
// progress then throws Cancelled. An empty function is allowed everywhere.
using ProgressCallback = std::function<bool(const Progress&)>;

// Throws Cancelled when the callback says so.
void report(const ProgressCallback& callback, std::string_view stage, std::uint64_t done, std::uint64_t total);

enum class LogLevel { debug, info, warning };

// Choices, fallbacks and findings, one sentence each. An empty function is allowed everywhere.
using LogCallback = std::function<void(LogLevel, std::string_view)>;

void log(const LogCallback& callback, LogLevel level, std::string_view message);

}  // namespace allways
