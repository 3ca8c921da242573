// From the stops that a user names to a source of routes that has them as nodes.
#pragma once

#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "allways/points/snapped_points.h"
#include "allways/routes/route.h"

namespace allways {

// A stop by name: the id of a node, or "@7.4166,43.7311".
struct StopName {
    std::string text;
    std::string file;  // that named it; empty: the command line
    std::uint64_t line = 0;
};

// Routes between the stops.
struct AskedRoutes {
    PathSource source;
    std::vector<std::vector<Stop>> stops;  // as the names
    std::size_t unsnapped = 0;             // positions from which nothing is reached
};

// Where a name is a position, the source is the network of the input (of a table or a factor the one that it carries)
// with these positions as further nodes, on roads or at nodes as `snap` says; else the input itself. Where each
// position came to lie is logged as information, of positions in files in one line for all. Throws InputError for an
// unknown id, where positions lead nowhere, and where no route begins on the network or none ends there;
// InvalidArgument for a malformed position.
AskedRoutes find_stops(Input input, const std::string& file, const std::vector<std::vector<StopName>>& names,
                       const SolveOptions& solve, const SnapChoice& snap);

}  // namespace allways
