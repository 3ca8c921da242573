// Distances between lists of ends, from whatever the input holds.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/export/outline.h"
#include "allways/importers/read.h"
#include "allways/points/point_list.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// What is asked for.
struct TableRequest {
    PointList origins;
    std::optional<PointList> destinations = {};  // nothing: the origins again
    SolveOptions solve = {};                     // cost, cost type, skims, memory, callbacks; of a matrix all of it
    SnapChoice snap = {};
    bool drop_unsnapped = false;   // leave points out that lie on no road
    std::string unit = {};         // that the distances will be written in; empty: their own. Refused before the work
    std::string name = "network";  // of the input, for errors
    std::function<void(const TableOutline&)> check = {};  // called before the work
    std::string no_unreachable = {};  // the format that the table is for, where it has no word for unreachable

    const PointList& columns() const { return destinations ? *destinations : origins; }
};

// What was found, and for networks and matrices how.
struct FoundTable {
    OriginDestinationTable table;
    std::optional<SolveReport> report;
    std::uint64_t points = 0;                      // positions, which the report does not count as nodes
    std::vector<std::string> unsnapped = {};       // ids of points, of both sides
    std::vector<std::uint32_t> kept_origins = {};  // of lists with positions: indexes of what is in the table
    std::vector<std::uint32_t> kept_destinations = {};
};

// A network is solved between the ends, with positions as further nodes; a solved table gives its cells, or where
// positions or skims are asked for the network that it carries is solved, as that of a factor is; a matrix is solved as
// a whole. Throws InputError for unknown ids and for positions where there are no places, InvalidArgument for options
// that mean nothing here, and as solve_between does.
FoundTable find_table(const Input& input, const TableRequest& request);
FoundTable find_table(const RoadNetwork& network, const TableRequest& request);

}  // namespace allways
