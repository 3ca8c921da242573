// SPDX-License-Identifier: Apache-2.0
// Facts about a table before it is solved, so that content that its format cannot hold is refused before the work.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/export/export.h"
#include "allways/network/road_network.h"

namespace allways {

// The distances or a skim. Sums of integers are integers; sums of other numbers hardly ever are.
struct FieldOutline {
    std::string name;
    std::string unit;
    // Returns true if every arc's number is an integer in `unit` (empty: its own) or, with `raw`, as stored. Reads all
    // arcs.
    std::function<bool(const std::string& unit, bool raw)> is_whole;
};

// Borrows its parts.
struct TableOutline {
    FieldOutline distances;
    std::vector<FieldOutline> skims;
    const IdTable& rows;
    const IdTable& columns;
    bool one_list;  // rows and columns are the same nodes, in the same order
    bool places;    // their coordinates are known
    bool snapped;   // some are positions, with distances from their roads
};

// The outline of a network's or a matrix' distances; it borrows the input.
ALLWAYS_API FieldOutline outline_of(const RoadNetwork& network, const CostOptions& cost);
ALLWAYS_API FieldOutline outline_of(const CostMatrix& matrix);
ALLWAYS_API FieldOutline outline_of(const NetworkFactor& factor);
ALLWAYS_API FieldOutline outline_of_skim(const RoadNetwork& network, const std::string& name);
ALLWAYS_API FieldOutline outline_of_skim(const NetworkFactor& factor, const std::string& name);

// Throws InvalidArgument if the format of `path` cannot hold such a table, InputError if a companion file is in the
// way.
ALLWAYS_API void check_table_content(const TableOutline& table, const std::string& path, const ExportOptions& options);

}  // namespace allways
