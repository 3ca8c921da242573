// SPDX-License-Identifier: Apache-2.0
// Checks the cost to minimise against an input, before anything is solved.
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/cost/arc_costs.h"
#include "allways/importers/read.h"

namespace allways {

// Returns the column to minimise: cost.field, or the one that ReadOptions::cost_field has made; empty: chosen by
// cost_column(). Throws InvalidArgument for a column's name if the input is not a network, and for a type if it is
// solved already.
ALLWAYS_API std::string named_cost(const CostOptions& cost, const ReadOptions& read, const Input& input);

// Throws InputError if more than a fifth of a network's arcs lack this cost, which would close them, unless
// ReadOptions::lenient is set; InvalidArgument if the network has no such column. Fewer are logged: as a loss, or as a
// fact if the network is one of Allways' own files, where a closed road has no cost.
ALLWAYS_API void require_costs(const std::string& cost, const ReadOptions& read, const Input& input,
                               const LogCallback& log_to);

}  // namespace allways
