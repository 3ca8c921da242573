// SPDX-License-Identifier: Apache-2.0
// Decimals → int32 × 10^digits, float32 or float64.
#include "matrices/decimal_matrix.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/stated_units.h"
#include "base/fixed_point.h"
#include "matrices/matrix_costs.h"

namespace allways::importers {

namespace {

[[noreturn]] void refuse(const DecimalMatrix& matrix, std::size_t cell, CostType type, std::string_view way_out,
                         const std::string& path) {
    const auto place = matrix.place_of(cell);
    throw InputError(path, place.line,
                     format("the cost {} {} does not fit {}{}", scientific_text(matrix.costs[cell]), place.text,
                            name(type), way_out));
}

template <class T>
std::vector<T> float_costs(const DecimalMatrix& matrix, const std::string& path) {
    std::vector<T> values(matrix.costs.size(), unreachable_cost<T>);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        const Decimal& cost = matrix.costs[cell];
        if (cost.is_missing()) continue;
        const auto value = float_cost<T>(cost);
        if (!value) {
            const bool wider = std::is_same_v<T, float> && float_cost<double>(cost);
            refuse(matrix, cell, cost_type_of<T>, wider ? "; read it with `cost_type` float64" : "", path);
        }
        values[cell] = *value;
    }
    return values;
}

[[noreturn]] void refuse_int32(const DecimalMatrix& matrix, const FixedPoint& fixed, const std::string& path) {
    constexpr std::string_view way_out = "; read it with `cost_type` float64";
    refuse(matrix, *fixed.misfit, CostType::int32,
           fixed.digits == 0
               ? std::string(way_out)
               : format(" with the {} digits after the point that the file needs{}", fixed.digits, way_out),
           path);
}

}  // namespace

CostVector typed_costs(DecimalMatrix& matrix, const std::string& path, const ReadOptions& options) {
    if (options.keep_diagonal) matrix.sides.same_nodes = false;
    if (matrix.sides.same_nodes) {  // d(i, i) = 0 whatever the file states
        const std::size_t n = matrix.sides.rows.size();
        for (std::size_t i = 0; i < n; ++i) matrix.costs[i * n + i] = Decimal();
    }
    matrix.scale.digits = 0;
    CostType type = options.cost_type.value_or(CostType::int32);
    if (type == CostType::int32) {
        FixedPoint fixed = to_fixed_point(matrix.costs, decimal_digits(matrix.costs));
        if (!fixed.misfit) {
            matrix.scale.digits = fixed.digits;
            return std::move(fixed.values);
        }
        if (options.cost_type || matrix.whole_numbers) refuse_int32(matrix, fixed, path);
        type = options.float_type;
        log(options.log, type == CostType::float64 ? LogLevel::info : LogLevel::loss,
            format("{}: costs with {} digits after the point do not fit int32; they are read as {}", path, fixed.digits,
                   name(type)));
    }
    if (type == CostType::float64) return float_costs<double>(matrix, path);
    return float_costs<float>(matrix, path);
}

TableContent content_of_decimals(DecimalMatrix matrix, const std::string& path, const ReadOptions& options) {
    CostVector costs = typed_costs(matrix, path, options);
    state_cost_unit(matrix.scale, options);
    return content_of(std::move(costs), std::move(matrix.scale), std::move(matrix.sides));
}

}  // namespace allways::importers
