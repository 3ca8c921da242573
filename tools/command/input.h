// SPDX-License-Identifier: Apache-2.0
// The INPUT of a command: declares its options and reads it. Some commands accept only a network.
#pragma once

#include <string>

#include "allways/importers/read.h"
#include "command/cli_fwd.h"
#include "command/console.h"

namespace allways::command {

struct InputArguments {
    std::string path;
    ReadOptions read;
};

// Declares the positional argument `name` and the reading options.
void add_input(CLI::App& app, InputArguments& input, const std::string& name, const std::string& description);
// Declares the same options for inputs that are named otherwise ("--network").
void add_read_options(CLI::App& app, ReadOptions& read);

// Throws InvalidArgument for reading options that have no effect on this file, judged by its format alone.
void check_read_options(const InputArguments& input);

// Reads with the console's progress and log, after check_read_options(). `seconds` may be null.
Input read(const InputArguments& input, Console& console, ImportReport* report = nullptr, double* seconds = nullptr);

// The input with its format set: a file that could also be a matrix is read as a network. Throws InputError if the
// format holds something else.
InputArguments network_input(InputArguments input);

// Reads network_input() as read() does.
RoadNetwork read_network_input(const InputArguments& input, Console& console, ImportReport* report = nullptr,
                               double* seconds = nullptr);

// The network whose arcs have costs by hour: the input, or the network of a factor, which becomes the input; its cost
// is then `cost`. Throws InputError for another input.
RoadNetwork& hourly_network(Input& input, const std::string& path, std::string& cost);

}  // namespace allways::command
