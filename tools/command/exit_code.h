// SPDX-License-Identifier: Apache-2.0
// How a failed run ends: its exit code, and the line that reports it.
#pragma once

#include <exception>
#include <string>

namespace allways::command {

enum class ExitCode : int {
    ok = 0,
    internal = 1,
    usage = 2,
    input = 3,  // unreadable, invalid or unknown input; unwritable output; a cost type that does not fit
    negative_cycle = 4,
    resources = 5,  // missing device, or not enough memory
    mismatch = 6,   // unreachable under --strict, or a failed verification
    interrupted = 130,
};

// The exit code for an exception.
ExitCode exit_code_of(const std::exception& error);

std::string message_of(const std::exception& error);

bool is_out_of_memory(const std::exception& error);

}  // namespace allways::command
