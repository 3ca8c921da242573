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

namespace allways::tools {

// Throws InvalidArgument for a value that ExportOptions::dtype does not take.
void check_dtype(const std::string& dtype);

class StoredNumbers {
public:
    // `from`: the type of the table's numbers. `dtype` "natural": float64, or float32 if `from` is float32; "float32",
    // "float64", "int32": natural numbers of that type; "raw": unchanged numbers. Throws InvalidArgument as
    // NaturalScale and check_dtype do.
    StoredNumbers(const CostScale& scale, CostType from, const std::string& unit, const std::string& dtype);

    CostType type() const { return type_; }
    bool raw() const { return raw_; }
    const std::string& unit() const { return natural_.unit(); }
    // natural = stored number × 10^-digits; 0 unless raw.
    int digits() const { return raw_ ? scale_.digits : 0; }
    // "time_ms" for raw numbers, "time_s" for natural ones.
    std::string column_name() const { return raw_ ? scale_.raw_name() : natural_.column_name(); }
    // The number of decimals if doubles are decimals, from which a reader can restore integers; else nothing.
    std::optional<int> decimals() const;

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
    CostScale scale_;
    NaturalScale natural_;
    CostType from_;
    CostType type_;
    bool raw_;
};

}  // namespace allways::tools
