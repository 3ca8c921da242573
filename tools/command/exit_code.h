// How a run ended, for the shell.
#pragma once

#include <exception>

namespace allways::command {

enum class ExitCode : int {
    ok = 0,
    internal = 1,
    usage = 2,
    input = 3,  // unreadable, invalid or unknown input; unwritable output; a cost type that does not fit
    negative_cycle = 4,
    resources = 5,  // a device that is absent, or not enough memory
    mismatch = 6,   // unreachable under --strict, or a failed verification
    interrupted = 130,
};

// The code an exception stands for.
ExitCode exit_code_of(const std::exception& error);

}  // namespace allways::command
