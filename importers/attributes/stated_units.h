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

// The symbol of a unit of one of these kinds: "ft" for "feet". Throws InvalidArgument, naming the option, for any other
// text.
std::string stated_unit(std::string_view option, std::string_view text, std::initializer_list<Unit::Kind> kinds);

// Replaces a unit; a file's own other unit is logged. `what` names the numbers: "'time'".
void replace_unit(std::string& unit, const std::string& stated, std::string_view what, const LogCallback& log);

// Gives a column the unit of ReadOptions::cost_unit: ReadOptions::cost, or the one that is minimised by default. Throws
// InvalidArgument if there is no such column, if its unit is known because it was computed, if it is of another kind
// (a length cannot be in minutes), and if a column that is asked for states another unit.
void state_cost_unit(RoadNetwork& network, const ReadOptions& options);
// The same for the numbers of a matrix or a table.
void state_cost_unit(CostScale& scale, const ReadOptions& options);

}  // namespace allways::importers
