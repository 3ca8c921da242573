// The same network with fewer nodes: chains of roads become one arc for each direction.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways {

struct SimplifyOptions {
    std::vector<NodeIndex> keep = {};  // nodes that stay whatever they are
    bool dead_ends = false;            // also remove the nodes of dead ends
    std::vector<std::string> sums =
        {};  // columns that add up along a chain, beside those that is_additive() tells (sums.h)
};

struct SimplifiedNetwork {
    RoadNetwork network;
    std::size_t folded_nodes = 0;    // inside a chain, now points of its shape
    std::size_t dead_end_nodes = 0;  // removed with their arcs: they can be neither start nor end any more
    std::vector<std::string> sums;   // the columns that were added up
};

// Distances between nodes that stay are those of the whole network, to the last digit, for every column that adds up
// and costs without negative cycles.
//
// A node is folded where paths may pass it and it joins exactly two others, by one arc each way with both or by one arc
// from the one and one arc to the other, without a self-loop, and where both arcs of a direction have a value in the
// same columns that add up. So a ring keeps two of its nodes, and the node where a one-way street begins stays. A dead
// end is a node that paths may pass whose arcs all lead to or from a single other node; where it is removed, the other
// may become one. Of a network that is a tree one node is left. Nodes that are kept, no-through or isolated stay.
//
// Nodes and arcs are in the order of the network, an arc with parts where the first of them was in the file, with its
// id. Arcs that become parallel are all kept. Of an arc with parts:
// - columns that add up are sums of its parts, each rounded to the column's resolution, as costs are; missing where a
// part
//   has no value; other columns keep a value that all parts share, and are missing else;
// - facility_type and junction are kept where all parts agree, else empty; other texts tell the different ones of its
// parts
//   in the direction of travel ("High Street; Mill Road");
// - the shape is that of its parts in a row; parts without one run straight between their nodes.
// An order of elimination stays, without the nodes that went. Provenance gets a note "simplified".
//
// O(n + m) and the order of the arcs; progress stage "simplify". Throws InvalidArgument for an unknown column or a node
// out of range, and Cancelled.
SimplifiedNetwork simplify(const RoadNetwork& network, const SimplifyOptions& options = {},
                           const ProgressCallback& progress = {});

}  // namespace allways
