// SPDX-License-Identifier: Apache-2.0
// The solving options shared by `solve` and other commands that solve, and the user's folders, which the environment
// names.
#pragma once

#include <string>

#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "command/cli_fwd.h"
#include "command/input.h"
#include "command/option_rows.h"

namespace allways::command {

// The folder that keeps compiled kernels between runs: $ALLWAYS_CACHE_DIR, else allways/ in $XDG_CACHE_HOME or
// ~/.cache. Empty (nothing is kept) if none of these is set, or if the first is set but empty.
std::string cache_directory();

// The folder with the user's tuning entries, one JSON file each: $ALLWAYS_TUNING_DIR, else allways/tuning/ in
// $XDG_CONFIG_HOME or ~/.config. Empty (no entries) if none of these is set, or if the first is set but empty.
std::string tuning_directory();

struct SolveArguments : SolveOptions {
    CostOptions cost_options() const { return {cost, cost_type}; }
    SolveOptions options() const;                  // with the user's folders, without callbacks
    SolveOptions options(Console& console) const;  // with the console's callbacks
};

// Declares the options of solve_options().
void add_solve_options(CLI::App& app, SolveOptions& options, const Selection& is_selected = {});
void add_cost_options(CLI::App& app, SolveOptions& options);  // --cost, --cost-type
// The input, set to be read directly in the cost type that it will be solved in (this matters for matrices).
InputArguments for_solving(InputArguments input, const SolveOptions& options);
// Reads a network, and sets options.cost to the name of the column that is its cost. Throws as read() (input.h) and
// require_costs().
Input read_to_solve(const InputArguments& input, SolveArguments& options, Console& console);

}  // namespace allways::command
