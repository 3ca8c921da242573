// The formats of `allways path`: the writers, one a file, and how a format is found.
#pragma once

#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/points/pairs_file.h"
#include "allways/routes/route.h"

namespace allways {

struct RouteOutput {
    std::string path = "-";
    std::string format{};  // empty: from the suffix
    bool overwrite = false;
    std::string steps{};          // text: "arcs" or "roads"; empty: roads where they have names
    ProgressCallback progress{};  // stage "write"
    LogCallback log{};
    PairColumns pairs{};  // what is told of each route beside its ends; none where they were not asked for by a file
};

struct RouteFormat {
    std::string name;
    std::vector<std::string> suffixes;
    // The file appears complete or not at all. Throws InputError where it cannot be written, or lacks what the format
    // is made of, and Cancelled.
    void (*write)(const PathSource&, const std::vector<Route>&, const RouteOutput&) = nullptr;
    bool needs_coordinates = false;
    bool standard_output = true;
    bool steps = false;
};

const std::vector<RouteFormat>& route_formats();

// The format of output.format, else of the suffix, else text for standard output. Throws InvalidArgument where there is
// none, or it does not take what `output` says.
const RouteFormat& find_route_format(const RouteOutput& output);

// "@7.4,43.7", or the id.
std::string stop_text(const PathSource& source, const Stop& stop);

}  // namespace allways
