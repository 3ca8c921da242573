// The stops named on a command line with --from, --to and --via, or --pairs.
#pragma once

#include <string>
#include <vector>

#include "allways/points/pairs_file.h"
#include "allways/routes/route.h"
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

// The columns of each route's pair, where an alternative has those of the shortest path before it.
PairColumns columns_of_routes(const PairColumns& of_pairs, const std::vector<Route>& routes);

// Adds --alternatives N, 3 if no number is given; 0 without it.
void add_alternatives_option(CLI::App& app, std::size_t& alternatives);

}  // namespace allways::command
