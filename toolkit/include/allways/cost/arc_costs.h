// SPDX-License-Identifier: Apache-2.0
// Costs of a network: which column is the cost, in which number type, at which scale; expressions of columns; and costs
// of roads that points divide.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/network/road_network.h"

namespace allways {

struct CostOptions {
    std::string field = {};             // a column's name; empty: usual_cost_column()
    std::optional<CostType> type = {};  // nothing: chosen as below
};

// Returns the column of that name, or usual_cost_column(). Throws InvalidArgument if there is none.
ALLWAYS_API const ArcColumn& cost_column(const RoadNetwork& network, std::string_view field = {});

// One cost per arc. Arcs with a missing cost are unreachable_cost and never used.
struct ArcCosts {
    CostScale scale;
    CostVector values;
    std::optional<std::int64_t> bound = {};  // largest absolute value of a path's sum; nothing: unknown, or not int32
    CostType type() const { return type_of(values); }
};

// Chooses int32 fixed point if it fits, with the fewest digits that hold every cost exactly (or the column's
// resolution), else float64, and logs the choice. The test for int32 bounds path sums: loosely in O(m), and if that
// bound is too large, by the in- plus out-eccentricity of one node in each strongly connected component, which bounds
// any distance inside; components are chained over their crossing arcs, O(m log n). Throws InvalidArgument for an
// unknown field; InputError if an explicit int32 or an integer format does not fit, naming the arc or the bound and a
// type that would fit; NegativeCycleError if the bound itself reveals a negative cycle.
ALLWAYS_API ArcCosts build_arc_costs(const RoadNetwork& network, const CostOptions& options,
                                     const LogCallback& log = {});

// ---- chooses the column to minimise if the user names none: one rule for networks from every source

struct CostChoice {
    std::optional<std::size_t> column;     // nothing: no candidate, or several without a usual name
    bool has_usual_name = false;           // false: `column` is the only candidate
    std::vector<std::size_t> candidates;   // without a usual name: columns that may be a cost
    std::vector<std::size_t> rivals;       // with a usual name other than "cost": columns that could as well be meant
    std::vector<std::size_t> passed_over;  // columns of zeros; if nothing else can be chosen, the first is the column
};

// Takes the names of all numeric columns, in any case. A usual name of a cost is preferred: "cost", "weight", "time",
// "travel_time", "length", then others such as "duration" and "distance", with or without a unit ("time_min").
// Otherwise the choice is the only column whose name is not that of an id, count, flag, speed or capacity.
// Names of times and of lengths are no rivals: a time is preferred.
ALLWAYS_API CostChoice choose_cost(std::span<const std::string> names);

// The same for columns with their values: passes over columns that are 0 on every arc.
ALLWAYS_API CostChoice choose_cost(std::span<const ArcColumn> columns);

// Returns the column that is the cost if none is named, or null if there is no candidate or more than one.
ALLWAYS_API const ArcColumn* usual_cost_column(const RoadNetwork& network);

// ---- cost expressions: "time + 0.055 * toll" becomes a column, which is then a cost like any other

// Adds the column of a cost expression to a network, named as the text. Does nothing for an empty text, the name of a
// column, and a text without an operator, which can only be a name.
//
//   sum     = product {("+" | "-") product}
//   product = factor {("*" | "/") factor}
//   factor  = ("+" | "-") factor | "(" sum ")" | number | column
//
// A column is a name of letters, digits, "_", ":" and "." that does not begin with a digit, or any name in double
// quotes (of which "" is one). Columns are multiplied and divided by numbers alone.
//
// Values are exact decimals of up to 18 digits; quotients that do not end are rounded to 18. A column with a resolution
// counts with its values rounded to that. An arc lacks the cost if it lacks one of the columns. O(m · columns).
//
// Units: columns without a factor have the same unit, or none. The result has the unit of the first of them that has
// one; if every column has a factor, the unit of the first column. Prices of turns are added, once, to a result in a
// unit of time, so that a network with such prices needs one of its times without a factor.
//
// Throws InvalidArgument for an unknown column, columns without a factor in different units, a text outside the
// grammar, a product of columns, a division by 0 or by a column, no column, and times with factors beside prices.
ALLWAYS_API void add_cost(RoadNetwork& network, std::string_view expression);

// Returns the column of that name, or the one that add_cost() would add. Throws as add_cost().
ALLWAYS_API ArcColumn column_or_expression(const RoadNetwork& network, std::string_view text);

// Returns true if `cost` has operators and names only columns of the network: add_cost() has made or could make it.
ALLWAYS_API bool is_cost_expression(const RoadNetwork& network, std::string_view cost);

// ---- the precision to which arc costs are divided at points inside arcs

// For each column, the digits after the decimal point to which with_points (allways/network/snap.h) rounds the values
// of divided arcs; nothing for columns that do not add up along a road. These columns add up: the cost, those in
// `sums`, and those that is_additive() accepts.
//
// A column keeps the digits its own values need, and more until the median value has a thousand steps, so that half of
// all roads are divided to within a thousandth. The cost gets no more digits than path sums in int32 allow, if its own
// digits fit (see build_arc_costs). The result depends only on the network and the options. O(m log n). Throws
// InvalidArgument for an unknown field.
ALLWAYS_API std::vector<std::optional<int>> split_precision(const RoadNetwork& network, const CostOptions& cost,
                                                            std::span<const std::string> sums = {});

// The same for columns that need not be the network's: for each of `costs` as the cost, on all cores; for a column that
// adds up and is not the cost.
ALLWAYS_API std::vector<std::optional<int>> split_precision(const RoadNetwork& network,
                                                            std::span<const ArcColumn> costs,
                                                            std::optional<CostType> type);
ALLWAYS_API int split_precision(const ArcColumn& sum);

}  // namespace allways
