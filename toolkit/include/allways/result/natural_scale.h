// SPDX-License-Identifier: Apache-2.0
// Converts a table's raw numbers to the unit a user requests, exactly where decimals allow it.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "allways/base/api.h"
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

}  // namespace allways
