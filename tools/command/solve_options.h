// SPDX-License-Identifier: Apache-2.0
// The solving options shared by `solve` and other commands that solve.
#pragma once

#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/importers/input_costs.h"
#include "allways/importers/read.h"
#include "command/cli_fwd.h"
#include "command/input.h"

namespace allways::command {

// Help texts on what each schedule is for: auto and sweep, and all of tile_schedules().
inline constexpr const char* sweep_text =
    "auto chooses sweep or blocked, whichever is predicted to be faster; sweep, for networks, eliminates nodes in a "
    "good order and then needs few operations per pair, on the host's processor";
inline constexpr const char* tile_schedules_text =
    "blocked, groups of tiles, the least memory traffic; naive, Floyd-Warshall as in textbooks, to compare with; "
    "recursive, halves of halves (R-Kleene), twice the memory; squaring, min-plus squarings until nothing changes, for "
    "graphs whose paths have few arcs, twice the memory";

struct SolveArguments {
    std::string cost;
    std::string cost_type;  // empty: chosen
    std::string schedule = "auto";
    std::string device = "auto";
    std::uint64_t memory_bytes = 0;
    std::uint64_t device_memory_bytes = 0;
    std::string scratch;
    std::size_t tile = 0;
    std::vector<std::string> skims;

    CostOptions cost_options() const;
    SolveOptions options() const;                  // without callbacks
    SolveOptions options(Console& console) const;  // with the console's callbacks
};

void add_cost_options(CLI::App& app, SolveArguments& arguments);  // --cost, --cost-type
void add_skim_option(CLI::App& app, SolveArguments& arguments);   // --skim
// The input, set to be read directly in the cost type that it will be solved in (this matters for matrices).
InputArguments for_solving(InputArguments input, const SolveArguments& arguments);
void add_device_option(CLI::App& app, SolveArguments& arguments);   // --device
void add_engine_options(CLI::App& app, SolveArguments& arguments);  // --schedule, --device, --memory, --device-memory,
                                                                    // --scratch, --tile

}  // namespace allways::command
