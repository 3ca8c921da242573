// SPDX-License-Identifier: Apache-2.0
// Units that the options state because a file does not, or states them wrongly.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "allways/base/units.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Returns the symbol of a unit of one of these kinds: "ft" for "feet". Throws InvalidArgument, naming the option, for
// any other text.
std::string stated_unit(std::string_view option, std::string_view text, std::initializer_list<Unit::Kind> kinds);

// Replaces a unit; logs if the file states another one. `what` names the numbers: "'time'".
void replace_unit(std::string& unit, const std::string& stated, std::string_view what, const LogCallback& log);

// Adds the column of an expression in ReadOptions::cost, after the turn rules, whose prices it has to fit. Sets the
// unit ReadOptions::cost_unit on a column: ReadOptions::cost, or the one that is minimised by default. Throws as
// add_cost() does, and InvalidArgument if there is no such column, if its unit is known because it was computed, if the
// unit is of another kind (a length cannot be in minutes), and if a requested column states another unit.
void settle_cost(RoadNetwork& network, const ReadOptions& options);
// Sets the unit of the numbers of a matrix or a table.
void state_cost_unit(CostScale& scale, const ReadOptions& options);

}  // namespace allways::importers
