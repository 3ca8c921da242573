// The options of solving, shared by `solve` and by commands that solve on the way.
#pragma once

#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "command/cli_fwd.h"
#include "command/input.h"

namespace allways::command {

// What each schedule is for, for helps: those of networks and of everything, and all of tile_schedules().
inline constexpr const char* sweep_text =
    "auto takes sweep or blocked, whichever is predicted to be faster; sweep, for networks, eliminates nodes in a good "
    "order "
    "and then has few operations a pair, on the host's processor";
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
    std::size_t tile = 0;
    std::vector<std::string> skims;

    SolveOptions options() const;                  // without callbacks
    SolveOptions options(Console& console) const;  // with the console's
};

void add_cost_options(CLI::App& app, SolveArguments& arguments);  // --cost, --cost-type
void add_skim_option(CLI::App& app, SolveArguments& arguments);   // --skim
// The input, to be read straight into the number type that it will be solved in (which matters for matrices).
InputArguments for_solving(InputArguments input, const SolveArguments& arguments);
// Throws InvalidArgument for those that do nothing for what was read.
void check_cost_options(const SolveArguments& arguments, const Input& input);
// The column that is the cost: the one that --cost names, or that --cost-field made; empty: chosen.
std::string named_cost(const SolveArguments& arguments, const ReadOptions& read, const Input& input);
// Throws InputError where a network has no such cost on more than a fifth of its arcs, which would be closed, unless
// read.lenient; InvalidArgument for a cost that it has not at all.
void require_costs(const std::string& cost, const ReadOptions& read, const Input& input);
void add_engine_options(CLI::App& app, SolveArguments& arguments);  // --schedule, --device, --memory, --tile

}  // namespace allways::command
