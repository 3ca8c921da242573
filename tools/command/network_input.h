// The INPUT of commands that want a network and nothing else.
#pragma once

#include "command/input.h"

namespace allways::command {

// The input with its format named: what could be a matrix as well is a network here. Throws InputError where the format
// holds something else.
InputArguments network_input(InputArguments input);

// As read() does (input.h), of network_input().
RoadNetwork read_network_input(const InputArguments& input, Console& console, ImportReport* report = nullptr,
                               double* seconds = nullptr);

}  // namespace allways::command
