// SPDX-License-Identifier: Apache-2.0
// The stretches of arcs between neighbouring nodes of the map, found by the ids of these nodes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::cost {

struct RoadStretch {
    std::int64_t from;  // node ids, or node indexes where ids are texts
    std::int64_t to;
    ArcIndex arc;
    float share;  // length of the stretch as a share of the arc's length
};

class RoadStretches {
public:
    // O(p log p) for p points of shapes.
    explicit RoadStretches(const RoadNetwork& network);

    std::size_t size() const { return stretches_.size(); }
    const RoadStretch& operator[](std::size_t i) const { return stretches_[i]; }
    // The stretches from one node to another: parallel roads have several. [begin, end)
    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    Range find(std::string_view from, std::string_view to) const;
    // Returns true if some stretch begins or ends at this node.
    bool knows(std::string_view node) const;

private:
    std::optional<std::int64_t> key(std::string_view node) const;

    IdTable node_ids_;                    // empty if ids are numbers
    std::vector<RoadStretch> stretches_;  // sorted by from, to, arc
    std::vector<std::int64_t> nodes_;     // ascending
};

}  // namespace allways::cost
