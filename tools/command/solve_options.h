// SPDX-License-Identifier: Apache-2.0
// The solving options shared by `solve` and other commands that solve.
#pragma once

#include "allways/engine/solve.h"
#include "allways/importers/input_costs.h"
#include "command/cli_fwd.h"
#include "command/input.h"
#include "command/option_rows.h"

namespace allways::command {

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
