// SPDX-License-Identifier: Apache-2.0
// Converts raw numbers of costs and distances to the unit a user requests (seconds, metres, the file's own), exactly
// where decimals allow it: as numbers and as text.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/decimal.h"
#include "allways/base/units.h"

namespace allways {

// Throws InvalidArgument unless `unit` is a known time or length. Empty means the table's own.
ALLWAYS_API void check_unit(const std::string& unit);

// natural = raw × multiplier / divisor. Conversions between units are exact ratios of integers (1 mi = 1,609,344
// mm).
class ALLWAYS_API NaturalScale {
public:
    // `unit` empty: the table's own. Throws InvalidArgument if the two units are of different kinds, or one is unknown.
    NaturalScale(const CostScale& scale, const std::string& unit);

    const std::string& unit() const { return unit_; }
    // The name of natural numbers with their unit: "time_s", "cost".
    std::string column_name() const { return unit_.empty() ? name_ : name_ + "_" + unit_; }

    // True if every integer raw number is a finite decimal: value × multiplier() × 10^-digits().
    bool is_decimal() const { return is_decimal_; }
    std::int64_t multiplier() const { return multiplier_; }
    int digits() const { return digits_; }

    // natural = raw × multiplier() / divisor(), integers; throws InvalidArgument if 10^digits() exceeds 64 bits.
    std::int64_t divisor() const;

    double value(double raw) const { return raw * static_cast<double>(multiplier_) / divisor_; }
    // The largest integer raw number whose natural number is at most `natural`, exactly; clamped to the range of 64
    // bits.
    std::int64_t raw_limit(const Decimal& natural) const;

private:
    std::string name_;
    std::string unit_;
    std::int64_t multiplier_ = 1;
    std::int64_t rest_ = 1;  // the divisor without its powers of ten
    double divisor_ = 1;     // rest × 10^digits
    int digits_ = 0;
    bool is_decimal_ = true;
};

// Converts a limit in `unit` (empty: the scale's own) to a natural number of the scale, exactly if one unit is an
// integer multiple of the other. Throws InvalidArgument for a unit that the scale cannot have.
ALLWAYS_API Decimal natural_limit(double limit, const std::string& unit, const CostScale& scale);

// The cutoffs of isochrones and of access. Throws InvalidArgument unless they grow, from above 0, and are finite.
ALLWAYS_API void check_cutoffs(std::span<const double> cutoffs);
// Converts a cutoff in `unit` to a raw cost. Throws as natural_limit, and InvalidArgument if it is larger than any
// cost.
ALLWAYS_API double raw_cutoff(double cutoff, const std::string& unit, const CostScale& scale);

// ---- as text

// Exact for int32, the shortest text that reads back for floats; "inf" if unreachable.
ALLWAYS_API std::string natural_text(double raw, CostType type, const CostScale& scale);
// The same for sums of many costs: floats are cut to the digits that are certain despite rounding, 6 or 15 (float64).
ALLWAYS_API std::string sum_text(double raw, CostType type, const CostScale& scale);
// The same in the unit of the scale: exact if the costs' own unit is an integer multiple of it.
ALLWAYS_API std::string natural_text(double raw, CostType type, const NaturalScale& scale);
ALLWAYS_API std::string sum_text(double raw, CostType type, const NaturalScale& scale);
// Returns " min", or an empty text without a unit.
ALLWAYS_API std::string unit_suffix(const CostScale& scale);

// Returns each number in the unit of `scale`; +inf if there is no path, NaN if a sum is unknown. Runs on all cores.
ALLWAYS_API std::vector<double> natural_numbers(const CostView& raw, const NaturalScale& scale);

}  // namespace allways
