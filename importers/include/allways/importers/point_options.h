// SPDX-License-Identifier: Apache-2.0
// The options of reading points as rows, from which the command and Python make theirs.
#pragma once

#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/importers/points.h"

namespace allways {

using PointOptionRow = OptionRow<PointOptions, std::string>;

// In the order of the command's help.
ALLWAYS_API const std::vector<PointOptionRow>& point_options();

}  // namespace allways
