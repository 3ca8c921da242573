// What is known of a table before it is solved, so that what its format cannot hold is refused before the work.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/export/export.h"
#include "allways/network/road_network.h"

namespace allways {

// The distances or a skim. Sums of integers are whole; sums of others hardly ever are.
struct FieldOutline {
    std::string name;
    std::string unit;
    // Whether every arc's number is whole in a unit (empty: its own); with `raw` as it is stored. Looks at all arcs.
    std::function<bool(const std::string& unit, bool raw)> is_whole;
};

// Borrows.
struct TableOutline {
    FieldOutline distances;
    std::vector<FieldOutline> skims;
    const IdTable& rows;
    const IdTable& columns;
    bool one_list;  // rows and columns are the same nodes, at the same places
    bool places;    // which are known
};

// Of what a network or a matrix will be solved for; the outline borrows it.
FieldOutline outline_of(const RoadNetwork& network, const CostOptions& cost);
FieldOutline outline_of(const CostMatrix& matrix);
FieldOutline outline_of_skim(const RoadNetwork& network, const std::string& name);

// Throws InvalidArgument where the format of `path` cannot hold such a table, or InputError where a file beside it is
// in the way.
void check_table_content(const TableOutline& table, const std::string& path, const ExportOptions& options);

}  // namespace allways
