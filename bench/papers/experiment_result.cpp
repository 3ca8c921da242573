// SPDX-License-Identifier: Apache-2.0
#include "papers/experiment_result.h"

#include <algorithm>

namespace allways::papers {

const Column* find_column(const ExperimentResult& result, const std::string& name) {
    const auto found = std::find_if(result.columns.begin(), result.columns.end(),
                                    [&](const Column& column) { return column.name == name; });
    return found == result.columns.end() ? nullptr : &*found;
}

std::vector<std::optional<double>> speed_up_values(const ExperimentResult& result, const SpeedUp& speed_up) {
    std::vector<std::optional<double>> values(result.sizes.size());
    const Column* method = find_column(result, speed_up.method);
    const Column* baseline = find_column(result, speed_up.baseline);
    if (method == nullptr || baseline == nullptr) return values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& shorter = method->cells[i].seconds;
        const auto& longer = baseline->cells[i].seconds;
        if (shorter && longer && *shorter > 0) values[i] = *longer / *shorter;
    }
    return values;
}

}  // namespace allways::papers
