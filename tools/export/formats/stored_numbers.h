// SPDX-License-Identifier: Apache-2.0
// A table's numbers in binary files (npy, omx), as ExportOptions::dtype and unit choose them.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "allways/result/natural_scale.h"
#include "base/decimal_cells.h"

namespace allways::tools {

// Throws InvalidArgument for a value that ExportOptions::dtype does not take.
void check_dtype(const std::string& dtype);

// The largest absolute value of reachable numbers, found by all threads; 0 for floats, where it is not needed.
double largest_number(const CostView& numbers);

class StoredNumbers {
public:
    // `from`: the type of the table's numbers; `largest`: for int32 a bound on their absolute values. `dtype`
    // "natural": int32 becomes the smallest float type from which a reader can restore the numbers (decimals()), else
    // float64, and floats keep their type; "float32", "float64", "int32": natural numbers of that type; "raw":
    // unchanged numbers. Throws InvalidArgument as NaturalScale and check_dtype do.
    StoredNumbers(const CostScale& scale, CostType from, double largest, const std::string& unit,
                  const std::string& dtype);

    CostType type() const { return type_; }
    bool raw() const { return raw_; }
    const std::string& unit() const { return natural_.unit(); }
    // natural = stored number × 10^-digits; 0 unless raw.
    int digits() const { return raw_ ? scale_.digits : 0; }
    // "time_ms" for raw numbers, "time_s" for natural ones.
    std::string column_name() const { return raw_ ? scale_.raw_name() : natural_.column_name(); }
    // The number of decimals if a reader can restore integers from them; else nothing.
    std::optional<int> decimals() const { return decimals_; }
    // The same conversion, but to float64: for a few numbers that may exceed `largest`.
    StoredNumbers in_float64() const;

    // Converts a reachable number. Throws InvalidArgument if int32 cannot hold it.
    template <class Out, class T>
    Out stored(T value) const {
        const double number = raw_ ? static_cast<double>(value) : natural_.value(static_cast<double>(value));
        if constexpr (std::is_integral_v<Out>) {
            if (number != std::trunc(number) || std::abs(number) >= unreachable_cost<Out>) {
                throw InvalidArgument(format(
                    "`dtype` int32 cannot hold the {} {}; choose float64, raw or another `unit`", scale_.name, number));
            }
        }
        return static_cast<Out>(number);
    }

    // Converts a row; unreachable numbers become `absent`, unknown ones (NaN) stay. Throws as stored().
    template <class Out, class T>
    void store(std::span<const T> row, Out* into, Out absent) const {
        if constexpr (std::is_integral_v<T> && std::is_floating_point_v<Out>) {
            if (decimals_ && natural_.multiplier() == 1) return decimals_of(row, *decimals_, absent, into);
        }
        for (std::size_t j = 0; j < row.size(); ++j) {
            if constexpr (std::is_floating_point_v<Out> && std::is_floating_point_v<T>) {
                if (std::isnan(row[j])) {
                    into[j] = std::numeric_limits<Out>::quiet_NaN();
                    continue;
                }
            }
            into[j] = is_reachable(row[j]) ? stored<Out>(row[j]) : absent;
        }
    }

private:
    CostType natural_type(double largest) const;
    std::optional<int> restorable_decimals(double largest) const;

    CostScale scale_;
    NaturalScale natural_;
    CostType from_;
    bool raw_;
    CostType type_;
    std::optional<int> decimals_;
};

}  // namespace allways::tools
