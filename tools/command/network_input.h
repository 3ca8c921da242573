// SPDX-License-Identifier: Apache-2.0
// The INPUT of commands that accept only a network.
#pragma once

#include "command/input.h"

namespace allways::command {

// The input with its format set: a file that could also be a matrix is read as a network. Throws InputError if the
// format holds something else.
InputArguments network_input(InputArguments input);

// Reads network_input() as read() does (input.h).
RoadNetwork read_network_input(const InputArguments& input, Console& console, ImportReport* report = nullptr,
                               double* seconds = nullptr);

// The network whose arcs have costs by hour: the input, or the network of a factor, which becomes the input; its cost
// is then `cost`. Throws InputError for another input.
RoadNetwork& hourly_network(Input& input, const std::string& path, std::string& cost);

}  // namespace allways::command
