// SPDX-License-Identifier: Apache-2.0
#include "base/fixed_point.h"

#include <algorithm>

#include "allways/base/cost_type.h"
#include "base/threads/blocks.h"

namespace allways {

namespace {

// The value of a number that fits.
std::optional<std::int32_t> fixed_value(const Decimal& number, int digits) {
    constexpr std::int64_t limit = unreachable_cost<std::int32_t>;
    if (number.is_missing()) return unreachable_cost<std::int32_t>;
    const auto value = digits > most_cost_digits ? std::nullopt : number.rounded_fixed_point(digits);
    if (!value || *value >= limit || *value <= -limit) return {};
    return static_cast<std::int32_t>(*value);
}

}  // namespace

int decimal_digits(std::span<const Decimal> numbers, WorkMeter& meter) {
    std::vector<int> of_block(block_count(numbers.size()), 0);
    for_each_block(numbers.size(), meter, [&](std::size_t begin, std::size_t end) {
        int digits = 0;
        for (std::size_t i = begin; i < end; ++i) {
            if (!numbers[i].is_missing()) digits = std::max(digits, numbers[i].scale());
        }
        of_block[begin / block_size] = digits;
    });
    return of_block.empty() ? 0 : *std::ranges::max_element(of_block);
}

FixedPoint to_fixed_point(std::span<const Decimal> numbers, int digits, WorkMeter& meter) {
    FixedPoint fixed{digits, large_vector<std::int32_t>(numbers.size()), {}};
    std::vector<std::size_t> misfit(block_count(numbers.size()), numbers.size());  // the first of each block
    for_each_block(numbers.size(), meter, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto value = fixed_value(numbers[i], digits);
            if (!value) {
                misfit[begin / block_size] = i;
                return;
            }
            fixed.values[i] = *value;
        }
    });
    const auto first = std::ranges::min_element(misfit);
    if (first != misfit.end() && *first < numbers.size()) {
        fixed.misfit = *first;
        fixed.values.resize(*first);
    }
    return fixed;
}

int decimal_digits(std::span<const Decimal> numbers) {
    WorkMeter unmetered;
    return decimal_digits(numbers, unmetered);
}

FixedPoint to_fixed_point(std::span<const Decimal> numbers, int digits) {
    WorkMeter unmetered;
    return to_fixed_point(numbers, digits, unmetered);
}

}  // namespace allways
