// SPDX-License-Identifier: Apache-2.0
// Writes the result of `allways isochrone` to a file: areas, arcs and nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "allways/points/snapped_points.h"
#include "allways/query/isochrone.h"

namespace allways {

struct IsochroneRequest {
    std::vector<PointSet> starts = {};  // nodes and positions: make_points, read_point_list
    std::vector<double> cutoffs = {};   // above 0, ascending, in `unit`
    std::string unit = {};              // of cutoffs and of the distances written; empty: the cost's own
    IsochroneDirection direction = IsochroneDirection::from_starts;
    bool merge = false;  // distances from the nearest start; false: results for each start alone
    CostOptions cost = {};
    SnapChoice snap = {};
    std::string name = {};  // of the network, for errors; empty: its source
};

// The result for one cutoff, from one start or from all together.
struct IsochroneCount {
    std::optional<std::uint32_t> start;  // its index; nothing: all starts together
    double cutoff = 0;                   // as given
    std::uint64_t nodes = 0;             // within the cutoff
    std::optional<double> area;          // km², or squares of the coordinates' unit; nothing: no area was computed
};

struct IsochroneOutput {
    std::string path = {};
    std::string format = {};               // of feature_format()
    std::string what = {};                 // "areas", "arcs", "nodes"; empty: see completed()
    std::optional<double> buffer = {};     // around roads, in metres; nothing: usual_buffer()
    std::optional<double> tolerance = {};  // of outlines, in metres; nothing: half the buffer
    bool rings = false;                    // areas exclude those of smaller cutoffs
    bool overwrite = false;
    ProgressCallback progress = {};  // stages "reach" (in nodes), "areas" and "write"
    LogCallback log = {};
};

// The options of both that the command and Python declare alike, in the order of the command's help.
using IsochroneRequestRow = OptionRow<IsochroneRequest, std::string, bool>;
using IsochroneOutputRow = OptionRow<IsochroneOutput, std::string, std::optional<double>, bool>;
ALLWAYS_API const std::vector<IsochroneRequestRow>& isochrone_request_options();
ALLWAYS_API const std::vector<IsochroneOutputRow>& isochrone_output_options();

// The median length of the network's arcs, in whole metres from 20 to 500; the plain median if the reference system is
// unknown.
ALLWAYS_API double usual_buffer(const RoadNetwork& network);

// Fills in the empty fields of the output: the format by the suffix, and the usual content of that format (areas, arcs
// and nodes in a GeoPackage, areas in GeoJSON, nodes in CSV). Throws InvalidArgument for an unknown format or content,
// for areas in CSV, and for options of areas if no areas are written.
ALLWAYS_API IsochroneOutput completed(IsochroneOutput output);

struct Isochrones {
    std::vector<IsochroneCount> counts;  // by start and cutoff
    IdTable starts;                      // ids of the snapped starts: a node's, a point's, "@7.4246,43.7311"
    std::vector<std::string> unsnapped;  // names of the other positions
    std::vector<Place> positions;        // all positions
    std::string unit;                    // of cutoffs; empty if the cost has none
    CostScale scale;                     // of the cost
};

// Searches from each start, or from all together, and writes the results. Logs where positions are snapped. Throws
// InputError if the file cannot be written, for unknown ids, if areas or positions need coordinates that the network
// lacks, and if no start is on the network; InvalidArgument for cutoffs that are not above 0, not ascending or larger
// than any cost, for a buffer, tolerance or unit out of range, and for snapping options without a position; Cancelled,
// which leaves no file.
ALLWAYS_API Isochrones write_isochrones(RoadNetwork network, const IsochroneRequest& request,
                                        const IsochroneOutput& output);

}  // namespace allways
