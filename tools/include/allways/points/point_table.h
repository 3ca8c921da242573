// SPDX-License-Identifier: Apache-2.0
// Distances between lists of nodes and points, from any kind of input.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/units.h"
#include "allways/cost/cost_updates.h"
#include "allways/engine/solve.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/points/snapped_points.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// The request for a table.
struct TableRequest {
    PointSet origins;
    std::optional<PointSet> destinations = {};  // nothing: the same as the origins
    SolveOptions solve = {};                    // networks: cost, cost type, skims, memory, callbacks; matrices: all
    SnapChoice snap = {};
    bool drop_unsnapped = false;   // leave out points that were not snapped
    std::string unit = {};         // for the distances when written; empty: their own. Checked before the work
    std::string name = "network";  // of the input, for errors
    std::function<void(const TableOutline&)> check = {};  // called before the work
    std::string no_unreachable = {};                      // the table's format, if it cannot express unreachable
    // Networks: columns, each once, that have a table each; the positions snap to roads that have the first. Empty: the
    // cost of `solve`. The table is that of the first; the distances of the others are its skims of their names, and a
    // skim is summed along the paths of each cost: "length_by_time". Takes no `unit`, `hourly` and access speed.
    std::vector<std::string> costs = {};
    // Null, or the costs of a table for each hour. Positions snap once, to roads that have the cost of `solve`.
    const HourlyCosts* hourly = nullptr;
    // Nothing, or the time of departure: durations with the costs of each hour on the way (DepartureSearch), in one
    // table. `hourly` then has the costs of all hours of a day or a week.
    std::optional<ClockTime> depart = {};

    const PointSet& columns() const { return destinations ? *destinations : origins; }
};

// The table and, for networks and matrices, the report of the solve.
struct FoundTable {
    OriginDestinationTable table;
    std::optional<SolveReport> report;
    std::vector<Place> positions = {};             // all positions; the report does not count them as nodes
    std::vector<std::string> unsnapped = {};       // ids of points on both sides
    std::vector<std::uint32_t> kept_origins = {};  // lists with positions: indexes of those in the table
    std::vector<std::uint32_t> kept_destinations = {};
    HourlyTables hours = {};  // of request.hourly; `table` is then the first
};

// A network is solved between the two lists, with positions as added nodes. A solved table yields its cells, a factor
// is swept; if positions are requested, or skims from a table, the embedded network is solved instead. A matrix is
// solved as a whole. Costs by hour need a network, as the input or embedded in it, of which they are columns; with a
// departure each origin is searched from, and cost type, device and memory limit do not count. Throws
// InputError for unknown ids and for positions without coordinates, InvalidArgument for
// options that do not apply, and as solve_between does.
ALLWAYS_API FoundTable find_table(const Input& input, const TableRequest& request);
ALLWAYS_API FoundTable find_table(const RoadNetwork& network, const TableRequest& request);

// The tables of several costs as one: that of the first, whose skims are the distances of the others, and the skims of
// each, which are called "length_by_time".
ALLWAYS_API OriginDestinationTable one_table(const std::vector<OriginDestinationTable>& tables);

}  // namespace allways
