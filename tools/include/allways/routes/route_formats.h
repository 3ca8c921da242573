// SPDX-License-Identifier: Apache-2.0
// The formats of `allways path`: their writers, and the choice of a format.
#pragma once

#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/points/pair_lists.h"
#include "allways/routes/route.h"

namespace allways {

struct RouteOutput {
    std::string path = "-";
    std::string format{};  // empty: from the suffix
    bool overwrite = false;
    std::string unit{};           // of costs, such as "min"; empty: the cost's own
    std::string steps{};          // text: "arcs" or "roads"; empty: roads if they have names
    std::string language{};       // of directions (allways/routes/instruction.h); empty: English
    ProgressCallback progress{};  // stage "write"
    LogCallback log{};
    bool alternatives = false;  // routes are numbered among those between the same stops (Route::alternative)
    PairColumns pairs{};        // extra columns for each route; empty unless a pairs file gave the routes
};

struct ALLWAYS_API RouteFormat {
    std::string name;
    std::vector<std::string> suffixes;
    // The file appears complete or not at all. Throws InputError if it cannot be written or content that the format
    // needs is missing, and Cancelled.
    void (*write)(const PathSource&, const std::vector<Route>&, const RouteOutput&) = nullptr;
    bool needs_coordinates = false;
    bool standard_output = true;
    bool steps = false;
};

ALLWAYS_API const std::vector<RouteFormat>& route_formats();

// The format of output.format, else of the suffix, else text for standard output. Throws InvalidArgument if there is
// none, or if it does not take the options in `output`.
ALLWAYS_API const RouteFormat& find_route_format(const RouteOutput& output);

// "@7.4,43.7", or the id.
ALLWAYS_API std::string stop_text(const PathSource& source, const Stop& stop);

}  // namespace allways
