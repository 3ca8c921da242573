// SPDX-License-Identifier: Apache-2.0
// Simplifies a network to fewer nodes: chains of roads become one arc for each direction.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways {

struct SimplifyOptions {
    std::vector<NodeIndex> keep = {};  // nodes that always stay
    bool dead_ends = false;            // also remove the nodes of dead ends
    std::vector<std::string> sums =
        {};  // further columns that add up along a chain, besides those that is_additive() accepts
};

using SimplifyOptionRow = OptionRow<SimplifyOptions, bool, std::vector<std::string>>;
// The options that need no network, in the order of the command's help.
ALLWAYS_API const std::vector<SimplifyOptionRow>& simplify_options();

struct SimplifiedNetwork {
    RoadNetwork network;
    std::size_t folded_nodes = 0;    // nodes inside a chain, now points of its shape
    std::size_t dead_end_nodes = 0;  // removed with their arcs; no path can start or end there any more
    std::vector<std::string> sums;   // the columns that were added up
};

// Distances between remaining nodes stay exactly those of the whole network, to the last digit, for every column that
// adds up and costs without negative cycles.
//
// A node is folded if paths may pass it and it joins exactly two others, by one arc each way with both or by one arc
// from the one and one arc to the other, without a self-loop, and if both arcs of a direction have values in the same
// columns that add up. So a ring keeps two of its nodes, and the node where a one-way street begins stays. A dead end
// is a passable node whose arcs all lead to or from a single other node; removing it may make that other node a dead
// end. A network that is a tree keeps one node. Kept, no-through and isolated nodes stay, and so do nodes whose removal
// would lose a turn rule. All nodes stay if removing some would put other nodes inside destination zones
// (docs/turns.md).
//
// Nodes and arcs keep the network's order. A merged arc takes the position and the id of the first of its arcs in the
// file. Arcs that become parallel are all kept. A merged arc has:
// - in the columns that add up, the sums of its arcs, each rounded to the column's resolution, as costs are; missing if
//   any arc's value is missing; in other columns the value that all its arcs share, else missing;
// - facility_type, junction and service if all its arcs agree, else empty; the turn:lanes of its last arc; in other
// texts
//   the different texts of its arcs in the direction of travel ("High Street; Mill Road");
// - the shapes of its arcs joined; arcs without a shape run straight between their nodes.
// An elimination order stays, without the removed nodes. Provenance gets a note "simplified".
//
// O(n + m), plus sorting the arcs; progress stage "simplify". Throws InvalidArgument for an unknown column or a node
// out of range, for removing dead ends if paths may turn round nowhere else, and Cancelled.
ALLWAYS_API SimplifiedNetwork simplify(const RoadNetwork& network, const SimplifyOptions& options = {},
                                       const ProgressCallback& progress = {});

}  // namespace allways
