// SPDX-License-Identifier: Apache-2.0
#include "allways/base/cost_type.h"

#include <array>

#include "base/threads/blocks.h"
#include "base/threads/large_vector.h"

namespace allways {

namespace {
constexpr std::array<std::string_view, 3> names = {"int32", "float32", "float64"};
}

std::string_view name(CostType type) {
    return names[static_cast<std::size_t>(type)];
}

std::optional<CostType> parse_cost_type(std::string_view text) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (text == names[i]) return static_cast<CostType>(i);
    }
    return std::nullopt;
}

std::size_t size_of(CostType type) {
    return type == CostType::float64 ? 8 : 4;
}

std::vector<float> in_float32(std::span<const double> numbers) {
    std::vector<float> rounded = large_vector<float>(numbers.size());
    WorkMeter unmetered;
    for_each_index(numbers.size(), unmetered, [&](std::size_t i) { rounded[i] = static_cast<float>(numbers[i]); });
    return rounded;
}

}  // namespace allways
