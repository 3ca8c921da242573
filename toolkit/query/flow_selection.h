// SPDX-License-Identifier: Apache-2.0
// Select link: which trips pass an arc of every chosen set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/query/assignment.h"

namespace allways::query {

struct ArcSets {
    std::vector<std::uint8_t> of;  // by arc: the bits of the sets that it is in; empty: no sets, all trips count
    std::uint8_t all = 0;          // the bits of all sets

    // Throws InvalidArgument for an index out of range, a set without arcs and more than 8 sets.
    ArcSets(std::span<const std::vector<ArcIndex>> sets, std::size_t arc_count);
};

// The flow on one step of the paths to a destination.
struct FlowStep {
    NodeIndex tail = no_node;
    NodeIndex head = no_node;
    std::uint8_t sets = 0;  // that its arc is in
    double flow = 0;
};

struct SelectedFlow {
    std::vector<double> shares;    // of each of the trips, the part that passes all sets
    std::vector<double> of_steps;  // these trips on each step
};

// At each node the trips to `end` divide as the flows that leave it do, after cycles of flow are taken out. `steps`:
// grouped by tail. O(steps × 2^sets).
SelectedFlow select_flow(NodeIndex end, std::span<const NodeTrips> trips, std::vector<FlowStep> steps, std::uint8_t all,
                         std::size_t node_count);

}  // namespace allways::query
