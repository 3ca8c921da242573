// Distances between lists of ends, from whatever the input holds.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "allways/result/origin_destination_table.h"
#include "allways/export/outline.h"
#include "allways/points/point_list.h"

namespace allways {

// What is asked for. Borrows.
struct TableRequest {
    const std::string& file;  // the input
    const EndList& origins;
    const EndList& destinations;  // perhaps the same list
    const SolveOptions& solve;
    const SnapChoice& snap;
    const std::string& unit;  // that the distances have to be told in; empty: their own
    std::function<void(const TableOutline&)> check = {};  // called before the work
    bool drop_unsnapped = false;         // leave points out that lie on no road
    std::string no_unreachable = {};  // the format that the table is for, where it has no word for unreachable
};

// What was found, and for networks and matrices how.
struct FoundTable {
    OriginDestinationTable table;
    std::optional<SolveReport> report;
    std::uint64_t points = 0;                 // positions, which the report does not count as nodes
    std::vector<std::string> unsnapped = {};  // ids of points, of both sides
    std::vector<std::uint32_t> kept_origins = {};  // of lists with positions: indexes of what is in the table
    std::vector<std::uint32_t> kept_destinations = {};
};

// A network is solved between the ends, with positions as further nodes; a solved table gives its cells, or where positions or
// skims are asked for the network that it carries is solved, as that of a factor is; a matrix is solved as a whole. Throws
// InputError for unknown ids and for positions where there are no places, InvalidArgument for options that mean nothing here,
// and as solve_between does.
FoundTable find_table(const Input& input, const TableRequest& request);

}  // namespace allways
