// SPDX-License-Identifier: Apache-2.0
// The options of snapping as rows, from which the command and Python make theirs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/points/snapped_points.h"

namespace allways {

using SnapOptionRow = OptionRow<SnapChoice, SnapOptions::Onto, SnapOptions::Component, std::optional<double>>;

// OptionText::formats of rows for results with times.
inline constexpr const char* with_times = "results with times";

// In the order of the command's help.
ALLWAYS_API const std::vector<SnapOptionRow>& snap_options();

inline std::vector<std::string> words_of(SnapOptions::Onto) {
    return {"arcs", "nodes"};
}
inline std::vector<std::string> words_of(SnapOptions::Component) {
    return {"largest", "any"};
}

}  // namespace allways
