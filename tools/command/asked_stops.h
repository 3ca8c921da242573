// The stops named on a command line with --from, --to and --via, or --pairs.
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
    PairColumns columns;                       // columns of the --pairs file
};

// For each path its stops: from, via and to, or the two ends of a --pairs line. Without --to, --from alone. Throws as
// read_pairs.
NamedStops stop_names(const StopArguments& arguments);

}  // namespace allways::command
