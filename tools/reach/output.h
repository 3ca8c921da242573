// What `allways reach` found, into a file: areas, arcs and nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/query/reach.h"
#include "reach/starts.h"

namespace allways::tools {

struct ReachCutoff {
    double given = 0;  // in `unit`
    double raw = 0;
    std::uint64_t nodes = 0;     // within it
    std::optional<double> area;  // of its area, in km², or squares of the coordinates' unit; nothing: no area was made
};

struct ReachOutput {
    std::string path = {};
    std::string format = {};             // of feature_format()
    std::string what = {};               // "areas", "arcs", "nodes"; empty: everything that the format holds
    std::string unit = {};               // of cutoffs and distances; empty: the cost's own
    std::optional<double> buffer = {};   // around roads, in metres; nothing: as usual_buffer() tells
    bool rings = false;                  // an area is without those of smaller cutoffs
    bool overwrite = false;
    ProgressCallback progress = {};  // stage "write", in cutoffs
    LogCallback log = {};
};

// The median length of the network's arcs, in whole metres from 20 to 500; where the reference system is unknown the median
// itself.
double usual_buffer(const RoadNetwork& network);

// `cutoffs` grow. Fills their nodes and areas. Throws InputError where the file cannot be written, or areas are wanted of a
// network without coordinates.
void write_reach(const ReachStarts& starts, const Reach& reach, const ArcCosts& costs, std::vector<ReachCutoff>& cutoffs,
                 const ReachOutput& output);

}  // namespace allways::tools
