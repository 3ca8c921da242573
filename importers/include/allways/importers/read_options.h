// SPDX-License-Identifier: Apache-2.0
// The options of the readers as rows, from which the command and Python make theirs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/importers/read.h"

namespace allways {

using ReadOptionRow = OptionRow<ReadOptions, bool, std::string, std::optional<std::string>, std::optional<double>,
                                std::optional<ReadOptions::Box>, ReadOptions::Join, CostType, std::optional<CostType>>;

// In the order of the command's help.
ALLWAYS_API const std::vector<ReadOptionRow>& read_options();

inline std::vector<std::string> words_of(ReadOptions::Join) {
    return {"auto", "ends", "vertices", "crossings", "heights"};
}

}  // namespace allways
