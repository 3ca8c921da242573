// The stops that a command line asks for: --from, --to and --via, or --pairs.
#pragma once

#include <string>
#include <vector>

#include "allways/points/pairs_file.h"
#include "allways/routes/stops.h"
#include "command/cli_fwd.h"

namespace allways::command {

struct StopArguments {
    std::string from;
    std::string to;
    std::vector<std::string> via;
    std::string pairs;
};

void add_stop_options(CLI::App& app, StopArguments& arguments);

struct NamedStops {
    std::vector<std::vector<StopName>> names;  // one list for each path
    PairColumns columns;                       // of --pairs
};

// Of each path from, via and to, or the ends of a line of --pairs. Where no --to is given, --from alone. Throws as
// read_pairs.
NamedStops stop_names(const StopArguments& arguments);

}  // namespace allways::command
