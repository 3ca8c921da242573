// SPDX-License-Identifier: Apache-2.0
// Data of GraphML's edges → columns and texts of arcs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"
#include "networks/graphml_document.h"

namespace allways::importers {

struct GraphmlArc {
    std::size_t edge = 0;
    bool back = false;  // from the edge's target to its source
};

// The name of the field of an edge's line, if it contains lines ("LINESTRING (…)").
inline constexpr std::string_view geometry_field_name = "geometry";
bool holds_graphml_lines(const GraphmlField& field);

// `is_osmnx`: numbers, lists and units are as OSMnx writes them. Throws InvalidArgument for an unknown cost_field,
// InputError if it contains anything but numbers.
void add_graphml_columns(const std::string& path, const GraphmlDocument& document, const std::vector<GraphmlArc>& arcs,
                         bool is_osmnx, const ReadOptions& options, RoadNetwork& network);

// The name of the edge field with the arcs' ids, which is not a column.
inline constexpr std::string_view graphml_arc_id_name = "arc_id";

}  // namespace allways::importers
