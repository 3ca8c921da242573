// SPDX-License-Identifier: Apache-2.0
#include "export/formats/stored_numbers.h"

#include <algorithm>
#include <mutex>

#include "base/threads/parallel.h"

namespace allways::tools {

void check_dtype(const std::string& dtype) {
    if (dtype == "raw" || dtype == "natural" || parse_cost_type(dtype)) return;
    throw InvalidArgument(format("unknown `dtype` '{}'; expected natural, raw, float32, float64 or int32", dtype));
}

double largest_number(const CostView& numbers) {
    const auto* const cells = std::get_if<std::span<const std::int32_t>>(&numbers);
    if (cells == nullptr) return 0;
    constexpr std::size_t cells_of_a_job = std::size_t{1} << 20;
    std::int32_t largest = 0;
    std::mutex mutex;
    parallel_for((cells->size() + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
        const std::size_t first = job * cells_of_a_job;
        std::int32_t found = 0;
        for (const std::int32_t cell : cells->subspan(first, std::min(cells_of_a_job, cells->size() - first))) {
            found = std::max(found, is_reachable(cell) ? std::abs(cell) : 0);
        }
        const std::lock_guard lock(mutex);
        largest = std::max(largest, found);
    });
    return largest;
}

StoredNumbers::StoredNumbers(const CostScale& scale, CostType from, double largest, const std::string& unit,
                             const std::string& dtype)
    : scale_(scale), natural_(scale, unit), from_(from), raw_(dtype == "raw"), type_(from) {
    check_dtype(dtype);
    if (raw_) return;
    type_ = dtype == "natural" ? natural_type(largest) : *parse_cost_type(dtype);
    decimals_ = restorable_decimals(largest);
}

// The stored type of natural numbers, which are integers of the last digit times the scale's multiplier.
CostType StoredNumbers::natural_type(double largest) const {
    if (from_ != CostType::int32) return from_;
    const bool fits = natural_.is_decimal() &&
                      largest * static_cast<double>(natural_.multiplier()) < whole_limit<float>(natural_.digits());
    return fits ? CostType::float32 : CostType::float64;
}

std::optional<int> StoredNumbers::restorable_decimals(double largest) const {
    if (from_ != CostType::int32 || type_ == CostType::int32 || !natural_.is_decimal()) return std::nullopt;
    const double limit =
        type_ == CostType::float32 ? whole_limit<float>(natural_.digits()) : whole_limit<double>(natural_.digits());
    if (!(largest * static_cast<double>(natural_.multiplier()) < limit)) return std::nullopt;
    return natural_.digits();
}

StoredNumbers StoredNumbers::in_float64() const {
    StoredNumbers numbers = *this;
    numbers.type_ = CostType::float64;
    return numbers;
}

}  // namespace allways::tools
