// SPDX-License-Identifier: Apache-2.0
// `allways solve --factor-only`: writes a factor in place of a table.
#pragma once

#include <string>

#include "allways/points/hour_options.h"
#include "command/exit_code.h"
#include "command/output.h"
#include "command/solve_options.h"

namespace allways::command {

struct FactorArguments {
    InputArguments input;
    SolveArguments solve;
    OutputArguments output;
    std::string order_from;  // another factor of the same nodes; empty: none
    std::string report;      // import report file; empty: none
    HourChoice hours;        // a factor with a cost for each hour
    bool json = false;
};

// Reads, factorizes and writes. The caller has checked the outputs.
ExitCode solve_factor(FactorArguments arguments, Console& console);

}  // namespace allways::command
