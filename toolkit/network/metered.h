// SPDX-License-Identifier: Apache-2.0
// Variants of public functions for use in longer work that reports its progress and can be cancelled.
#pragma once

#include <span>

#include "allways/network/adjacency.h"
#include "allways/network/components.h"
#include "base/threads/work_meter.h"

namespace allways {

AdjacencyArray build_adjacency(std::size_t node_count, std::span<const NodeIndex> tail, WorkMeter& meter);
Components weak_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head,
                           WorkMeter& meter);
Components strong_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head,
                             WorkMeter& meter);
// The number and the size of the components of list_components(); `of` stays empty.
Components count_components(const RoadNetwork& network, Connection connection, WorkMeter& meter);

}  // namespace allways
