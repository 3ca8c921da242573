// SPDX-License-Identifier: Apache-2.0
// Positions of the rows of an edge list, if fields state them: the ends' coordinates, and the line between them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/road_network.h"
#include "attributes/edge_list_layout.h"
#include "text/records.h"

namespace allways::importers {

// One arc of a row: forward or reverse.
struct RowArc {
    ArcIndex row = 0;
    bool against = false;
};

class EdgeListPlaces {
public:
    // Throws InputError for coordinates that are not numbers, and for text that is not a line if an earlier row has a
    // line.
    void add_row(const EdgeListLayout& layout, const Records& records, const std::vector<std::string_view>& fields);

    // `ends` has two nodes per row. A node's first row gives its coordinates.
    void finish(RoadNetwork& network, const std::vector<NodeIndex>& ends, std::span<const RowArc> arcs,
                const std::string& path, const LogCallback& log_to) &&;

private:
    struct Row {
        Coordinate from, to;
        bool has_ends = false;
        ArcShapes::ShapeIndex shape = ArcShapes::no_shape;
        bool shape_is_backward = false;
    };
    bool add_line(Row& row, const EdgeListLayout& layout, const Records& records, std::string_view text);

    std::vector<Row> rows_;
    ArcShapes shapes_;
    int srid_ = 0;
    std::string no_line_;  // the first text of a line field that contains no line at all
};

}  // namespace allways::importers
