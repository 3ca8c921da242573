// SPDX-License-Identifier: Apache-2.0
// The stops named on a command line: --from, --to and --via, lists of places, or --pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/importers/points.h"
#include "allways/importers/read.h"
#include "allways/points/pair_lists.h"
#include "allways/routes/route.h"
#include "command/cli_fwd.h"

namespace allways::command {

struct StopArguments {
    std::string from;
    std::string to;
    std::vector<std::string> via;
    std::string pairs;
    std::string points;  // named by the pairs
    std::optional<std::uint64_t> nearest;
    bool towards = false;  // the nearest starts of each end
    PointOptions read_points;
};

void add_stop_options(CLI::App& app, StopArguments& arguments);

// Throws InvalidArgument for options that do not go together.
void check_stop_options(const StopArguments& arguments);

// For each path its stops, and the columns of the --pairs file. The stops: from, via and to; each place of a list with
// each of another, or its nearest ones; or the two ends of a --pairs line. Without --to, --from alone. Reads the files.
// Throws as read_pairs, read_point_list and find_stops do. `departure`: null, or that of the paths.
std::pair<AskedRoutes, PairColumns> find_asked_stops(Input input, const std::string& file,
                                                     const StopArguments& arguments, const SolveOptions& solve,
                                                     const SnapChoice& snap, const HourlyDeparture* departure);

// The columns of each route's pair, where an alternative has those of the shortest path before it.
PairColumns columns_of_routes(const PairColumns& of_pairs, const std::vector<Route>& routes);

// Adds --alternatives N, 3 if no number is given; 0 without it.
void add_alternatives_option(CLI::App& app, std::size_t& alternatives);

}  // namespace allways::command
