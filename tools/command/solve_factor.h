// `allways solve --factor-only`: a factor in place of a table.
#pragma once

#include <string>

#include "command/exit_code.h"
#include "command/output.h"
#include "command/solve_options.h"

namespace allways::command {

struct FactorArguments {
    InputArguments input;
    SolveArguments solve;
    OutputArguments output;
    std::string order_from;  // another factor of the same nodes; empty: none
    std::string report;      // of reading; empty: none
    bool json = false;
};

// Reads, factorizes, writes. The outputs have been checked.
ExitCode solve_factor(FactorArguments arguments, Console& console);

}  // namespace allways::command
