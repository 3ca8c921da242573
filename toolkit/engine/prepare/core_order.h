// SPDX-License-Identifier: Apache-2.0
// The elimination order of a core: the network's own if it has one, otherwise computed here. Costs have cores that are
// parts of one graph, that of the passable nodes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"
#include "engine/prepare/zero_classes.h"
#include "ordering/elimination.h"
#include "ordering/nested_dissection.h"

namespace allways::engine {

// The graph that every cost of a network is a part of: its passable nodes and all arcs between them. In it the classes
// of costs without cycles of zero cost have the same numbers.

struct PassableGraph {
    // O(n + m).
    PassableGraph(const RoadNetwork& network, WorkMeter& meter);

    std::vector<NodeIndex> nodes;      // passable ones, ascending
    std::vector<NodeIndex> number_of;  // by node of the network: its index in `nodes`; no_node: not passable
    std::vector<std::size_t> first_out;
    std::vector<std::uint32_t> head;  // numbers; without self-loops

    ordering::Graph graph() const { return {first_out, head}; }
};

// Converts passable nodes, each occurring once, to classes of the core, in the order of their first members, whatever
// is contracted.
std::vector<std::uint32_t> classes_in(const ZeroClasses& classes, std::span<const NodeIndex> order);

// The method of an order that came with the network, and the message about one that does not fit.
inline constexpr const char* kept_with_network = "kept with the network";
std::string ignored_order(std::string_view why);

// `core`: a graph whose nodes are class indexes. The method is kept_with_network if network.elimination_order fits; if
// it does not fit, a log message states this. Reports the stage "order".
ordering::Dissection order_core(const RoadNetwork& network, const ZeroClasses& classes, const ordering::Graph& core,
                                const LogCallback& log_to, const ProgressCallback& progress);

}  // namespace allways::engine
