// SPDX-License-Identifier: Apache-2.0
// Runs the whole command line: parses it, runs the subcommand, turns errors into messages and exit codes.
#pragma once

#include <string>
#include <vector>

#include "command/command.h"

namespace allways::command {

struct Program {
    std::string name;               // "allways"
    std::string description;        // one line
    std::vector<Command> commands;  // in the order that help lists them
    std::string first_commands{};   // lines to begin with; empty: a command is required
};

// Returns the exit code of the process.
int run_command_line(const Program& program, int argc, char** argv);

}  // namespace allways::command
