// SPDX-License-Identifier: Apache-2.0
// The arguments of `allways solve`, and what --factor-only does with them: it writes a factor in place of a table.
#pragma once

#include <string>

#include "allways/export/write_stream.h"
#include "allways/points/hour_options.h"
#include "command/exit_code.h"
#include "command/output.h"
#include "command/solve_options.h"

namespace allways::command {

namespace solve_verb {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    OutputArguments output;
    std::string report;      // import report file; empty: none
    std::string order_from;  // another factor of the same nodes; empty: none
    HourChoice hours;        // a factor with a cost for each hour
    bool factor_only = false;
    bool resume = false;
    std::string shard_text;
    Shard shard;
    unsigned threads = 0;
    double checkpoint_seconds = StreamOptions{}.checkpoint_seconds;
    bool dry_run = false;
    bool json = false;
    Cluster* cluster = nullptr;  // null: this process alone
};

// Reads, factorizes and writes. The caller has checked the outputs.
ExitCode solve_factor(Arguments arguments, Console& console);

}  // namespace solve_verb
}  // namespace allways::command
