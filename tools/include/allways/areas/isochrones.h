// What `allways isochrone` found, into a file: areas, arcs and nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/areas/isochrone_starts.h"
#include "allways/base/progress.h"
#include "allways/query/isochrone.h"

namespace allways {

struct IsochroneCutoff {
    double given = 0;  // in `unit`
    double raw = 0;
};

// What one cutoff found, from one start or from all of them together.
struct IsochroneCount {
    std::optional<std::uint32_t> start;  // its index; nothing: all
    double cutoff = 0;                   // as given
    std::uint64_t nodes = 0;             // within it
    std::optional<double> area;          // in km², or squares of the coordinates' unit; nothing: no area was made
};

struct IsochroneOutput {
    std::string path = {};
    std::string format = {};               // of feature_format()
    std::string what = {};                 // "areas", "arcs", "nodes"; empty: everything that the format holds
    std::string unit = {};                 // of cutoffs and distances; empty: the cost's own
    std::optional<double> buffer = {};     // around roads, in metres; nothing: as usual_buffer() tells
    std::optional<double> tolerance = {};  // of outlines, in metres; nothing: half the buffer
    bool rings = false;                    // an area is without those of smaller cutoffs
    bool merge = false;                    // all starts together, of which the nearest counts; else each alone
    bool overwrite = false;
    ProgressCallback progress = {};  // stages "reach", in nodes, "areas" and "write"
    LogCallback log = {};
};

// The median length of the network's arcs, in whole metres from 20 to 500; where the reference system is unknown the
// median itself.
double usual_buffer(const RoadNetwork& network);

// `cutoffs` grow. Searches from each start, or from all, and writes what it finds; returns it by start and cutoff.
// Throws InputError where the file cannot be written, or areas are wanted of a network without coordinates,
// InvalidArgument for a buffer or tolerance that is out of range, and Cancelled, which leaves no file.
std::vector<IsochroneCount> write_isochrones(const IsochroneStarts& starts, const ArcCosts& costs,
                                             IsochroneDirection direction, std::span<const IsochroneCutoff> cutoffs,
                                             const IsochroneOutput& output);

}  // namespace allways
