// Decimals → int32 × 10^digits, float32 or float64.
#include "decimal_matrix.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "float_cost.h"

namespace allways {

namespace {

[[noreturn]] void refuse(const DecimalMatrix& matrix, std::size_t cell, CostType type, std::string_view way_out,
                         const std::string& path) {
    const auto place = matrix.place_of(cell);
    throw InputError(path, place.line,
                     format("the cost {} {} does not fit {}{}", scientific_text(matrix.costs[cell]), place.text,
                            name(type), way_out));
}

// A try at int32 × 10^digits, with the fewest digits that keep every cost.
struct FixedPoint {
    int digits = 0;
    std::vector<std::int32_t> values;
    std::optional<std::size_t> misfit;  // a cell that int32 does not hold
};

FixedPoint try_fixed_point(const std::vector<Decimal>& costs) {
    constexpr std::int64_t limit = unreachable_cost<std::int32_t>;
    FixedPoint fixed;
    for (const Decimal& cost : costs) {
        if (!cost.is_missing()) fixed.digits = std::max(fixed.digits, cost.scale());
    }
    fixed.values.reserve(costs.size());
    for (std::size_t cell = 0; cell < costs.size(); ++cell) {
        if (costs[cell].is_missing()) {
            fixed.values.push_back(unreachable_cost<std::int32_t>);
            continue;
        }
        const auto value = costs[cell].fixed_point(fixed.digits);
        if (!value || *value >= limit || *value <= -limit) {
            fixed.misfit = cell;
            return fixed;
        }
        fixed.values.push_back(static_cast<std::int32_t>(*value));
    }
    return fixed;
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
            refuse(matrix, cell, cost_type_of<T>, wider ? "; read it with --cost-type float64" : "", path);
        }
        values[cell] = *value;
    }
    return values;
}

[[noreturn]] void refuse_int32(const DecimalMatrix& matrix, const FixedPoint& fixed, const std::string& path) {
    constexpr std::string_view way_out = "; read it with --cost-type float64";
    refuse(matrix, *fixed.misfit, CostType::int32,
           fixed.digits == 0
               ? std::string(way_out)
               : format(" with the {} digits after the point that the file needs{}", fixed.digits, way_out),
           path);
}

}  // namespace

CostMatrix matrix_of_decimals(DecimalMatrix matrix, const std::string& path, const ReadOptions& options) {
    const std::size_t n = matrix.ids.size();
    for (std::size_t i = 0; i < n; ++i) matrix.costs[i * n + i] = Decimal();  // d(i, i) = 0 whatever the file says

    const CostType wanted = options.cost_type.value_or(CostType::int32);
    if (wanted == CostType::int32) {
        FixedPoint fixed = try_fixed_point(matrix.costs);
        if (!fixed.misfit) {
            return CostMatrix::own(CostVector(std::move(fixed.values)), n, CostScale{"cost", "", fixed.digits},
                                   std::move(matrix.ids));
        }
        if (options.cost_type || matrix.whole_numbers) refuse_int32(matrix, fixed, path);
        log(options.log, LogLevel::warning,
            format("{}: costs with {} digits after the point do not fit int32; they are read as float32", path,
                   fixed.digits));
    }
    CostVector values = wanted == CostType::float64 ? CostVector(float_costs<double>(matrix, path))
                                                    : CostVector(float_costs<float>(matrix, path));
    return CostMatrix::own(std::move(values), n, CostScale{"cost", "", 0}, std::move(matrix.ids));
}

}  // namespace allways
