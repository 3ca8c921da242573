// The stops that a command line asks for: --from, --to and --via, or --pairs.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "routes/stops.h"

namespace allways::tools {

struct StopArguments {
    std::string from;
    std::string to;
    std::vector<std::string> via;
    std::string pairs;
};

void add_stop_options(CLI::App& app, StopArguments& arguments);

// One list of names for each path: from, via and to, or each line of --pairs. Where no --to is given, --from alone. Throws as
// read_pairs.
std::vector<std::vector<StopName>> stop_names(const StopArguments& arguments);

}  // namespace allways::tools
