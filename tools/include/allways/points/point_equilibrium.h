// SPDX-License-Identifier: Apache-2.0
// Equilibrium assignment as users state it (allways/query/equilibrium.h): volume–delay functions by columns of the
// network, classes of trips, and when to end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/engine/solve.h"
#include "allways/network/road_network.h"
#include "allways/points/snapped_points.h"
#include "allways/query/equilibrium.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// Columns are names or expressions of columns (add_cost). Each field is also a row of equilibrium_options().
struct EquilibriumChoice {
    std::optional<VolumeDelayForm> vdf = {};  // nothing: all or nothing
    std::string capacity = {};                // column; empty: by usual names
    std::string lanes = {};                   // column that multiplies the capacity; empty: lanes in GMNS, else none
    std::string alpha = {};                   // column or number; empty: by usual names, else the usual number
    std::string beta = {};
    // CSV with the column class, a text of the roads' facility_type, and some of capacity, alpha and beta, which then
    // are not columns; empty: none.
    std::string road_classes = {};
    std::string fixed_cost = {};  // column, in the unit of the cost; empty: none
    std::string preload = {};     // column of volumes; empty: none
    std::optional<EquilibriumMethod> method = {};
    double gap = 1e-4;
    std::uint32_t iterations = 1000;
    std::optional<double> seconds = {};
};

using EquilibriumOptionRow =
    OptionRow<EquilibriumChoice, std::optional<VolumeDelayForm>, std::optional<EquilibriumMethod>, std::string, double,
              std::uint32_t, std::optional<double>>;

// In the order of the command's help.
ALLWAYS_API const std::vector<EquilibriumOptionRow>& equilibrium_options();

// A class of trips: those of a list of pairs up to `end`, after those of the class before.
struct ClassColumns {
    std::string name = "trips";
    std::size_t end = 0;
    double pce = 1;
    // CSV with the column class, a text of the roads' facility_type, and some of capacity, alpha and beta, which then
    // are not columns; empty: none.
    std::string road_classes = {};
    std::string fixed_cost = {};  // column, in the unit of the cost; empty: that of EquilibriumChoice
    std::string closed = {};      // column: not 0 where the class may not go; empty: open
};

// Reads the volume–delay functions of a network whose free-flow times are the column `cost`. Logs the columns that are
// found by their names: capacity, cap, link_capacity; alpha, b, vdf_alpha; beta, power, vdf_beta; each also with 1 at
// its end. Without such columns bpr and bpr2 take 0.15 and 4, a guess. Arcs of classes without a row have a constant
// time, which is a warning. Throws InvalidArgument for unknown columns and
// those that are missing, and InputError, naming `file` and the arc, for values that VolumeDelay refuses.
ALLWAYS_API VolumeDelay volume_delay(const RoadNetwork& network, const EquilibriumChoice& choice,
                                     const std::string& cost, const std::string& file, const LogCallback& log = {});

// The preload by arc; empty without one. Throws InputError for values below 0; missing ones are none.
ALLWAYS_API std::vector<double> preload_of(const RoadNetwork& network, const EquilibriumChoice& choice,
                                           const std::string& file);

// The classes with their columns as numbers; `trips`: of all classes, in the order of their pairs. Arcs without a fixed
// cost have none, which is logged. Throws InvalidArgument for unknown columns and a unit of fixed costs that is not the
// cost's, and InputError for values below 0.
ALLWAYS_API std::vector<TripClass> trip_classes(const RoadNetwork& network, const EquilibriumChoice& choice,
                                                const std::vector<ClassColumns>& classes,
                                                std::span<const NodeTrips> trips, const std::string& cost,
                                                const std::string& file, const LogCallback& log = {});

// The loads of an equilibrium as those of all-or-nothing: sums of all classes, by arc and node.
ALLWAYS_API Assignment sum_of_classes(const RoadNetwork& network, const std::vector<TripClass>& classes,
                                      const Equilibrium& found);

// Costs at the volumes of an equilibrium: for each class the table of its least costs, of which "time" is a skim, and
// the columns in `options.skims`. One table: further classes are its skims, "trucks" and "time_by_trucks".
ALLWAYS_API OriginDestinationTable congested_skims(const RoadNetwork& network, const std::vector<TripClass>& classes,
                                                   const Equilibrium& found, const TableSide& origins,
                                                   const TableSide& destinations, const SolveOptions& options);

}  // namespace allways
