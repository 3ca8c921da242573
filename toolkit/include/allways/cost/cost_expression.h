// SPDX-License-Identifier: Apache-2.0
// Cost expressions: "time + 0.055 * toll" becomes a column, which is then a cost like any other.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

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

// Returns true if `cost` has operators and names only columns of the network: add_cost() has made or could make it.
ALLWAYS_API bool is_cost_expression(const RoadNetwork& network, std::string_view cost);

}  // namespace allways
