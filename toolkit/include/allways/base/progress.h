// SPDX-License-Identifier: Apache-2.0
// What a program says to long work and hears from it: callbacks that report progress, cancel and receive messages, and
// the number of threads. The library itself never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
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

// ---- what a file is taken to mean where it does not say so: one row for each guess, with the options that state it
// instead. docs/what-files-mean.md explains them

enum class Guess {
    cost,        // the column that is minimised
    directions,  // where lines may be travelled both ways
    oneway,      // the words of a one-way field
    speeds,      // the unit of speeds
    lengths,     // the unit of lengths
    mode,        // whose links are read
    crs,         // the reference system
    joints,      // where lines meet
    points,      // the fields of a file of points
    points_crs,  // the reference system of a file of points
    lookup,      // the ids of an OMX file
    encoding,    // the characters of texts
    holiday,     // if a day is a holiday
    vdf,         // the coefficients of volume–delay functions
};

struct GuessRow {
    Guess guess;
    std::string_view name;     // as in docs/what-files-mean.md
    std::string_view options;  // the fields of option structs that state it, in backticks, as in a sentence
};

// In the order of the enumerators.
ALLWAYS_API std::span<const GuessRow> guesses();

// Logs what was guessed, with counts, as LogLevel::guess; adds the options that state it.
ALLWAYS_API void guess(const LogCallback& callback, Guess guess, std::string_view message);

// ---- the number of threads that Allways uses, for several processes on one machine

// Limits every later job of this process to `most` threads (0, the default: as many as the process has processor
// cores). Results do not depend on the number. Jobs on OpenCL processors use the threads of their platform.
ALLWAYS_API void limit_threads(unsigned most);

}  // namespace allways
