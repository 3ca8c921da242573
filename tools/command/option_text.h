// SPDX-License-Identifier: Apache-2.0
// What the declared command line says of itself: the source of help, manual pages and completion.
#pragma once

#include <string>
#include <vector>

#include "command/cli_fwd.h"

namespace allways::command {

// Returns true if the option takes a value; false for a flag.
bool is_value(const CLI::Option* option);
// Returns true if it takes any number of values.
bool is_list(const CLI::Option* option);
// Its help, with the default.
std::string description_of(const CLI::Option* option);
// What its value is: "{ends,auto}", "NUMBER", "FILE".
std::string kind_of(const CLI::Option* option);

// "allways solve [OPTIONS] INPUT"
std::string usage_of(const CLI::App* app, const std::string& name);
// A command's own options come first; those for reading its inputs, which all commands share, last.
std::vector<std::string> ordered_groups(const CLI::App& app);
std::vector<const CLI::Option*> positionals_of(const CLI::App& app);
// Without positional ones.
std::vector<const CLI::Option*> options_of(const CLI::App& app, const std::string& group);
// The commands that help lists, in its order.
std::vector<const CLI::App*> shown_commands(const CLI::App& app);

}  // namespace allways::command
