// The stops that a command line asks for: --from, --to and --via, or --pairs.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "console.h"
#include "routes/route.h"

namespace allways::tools {

struct StopArguments {
    std::string from;
    std::string to;
    std::vector<std::string> via;
    std::string pairs;
    std::string component;  // of positions, "largest" or "any"; empty: largest
};

void add_stop_options(CLI::App& app, StopArguments& arguments);

// One list of stops for each path: from, via and to, or each line of --pairs. Where no --to is given, --from alone. Of a
// long list, where all positions led is said in one line. Throws as NodeFinder::find, naming the line of --pairs, and
// InvalidArgument for a component without positions.
std::vector<std::vector<Stop>> find_stops(const StopArguments& arguments, const RouteSource& source, Console& console);

}  // namespace allways::tools
