// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/cost_matrix.h"

#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/make_network.h"
#include "network/generate_random.h"

namespace allways {

namespace {

void require_square(std::size_t values, std::size_t n) {
    if (values != n * n) {
        throw InvalidArgument(format("a cost matrix of {} nodes needs {} values, found {}", n, n * n, values));
    }
}

constexpr std::int64_t int32_limit = unreachable_cost<std::int32_t>;

std::string pair_text(const CostMatrix& matrix, std::size_t cell) {
    const std::size_t n = matrix.node_count();
    return format("from {} to {}", matrix.node_ids().text(static_cast<std::uint32_t>(cell / n)),
                  matrix.node_ids().text(static_cast<std::uint32_t>(cell % n)));
}

template <class From, class To>
CostMatrix convert(const CostMatrix& matrix) {
    const std::span<const From> values = matrix.values<From>();
    const std::size_t n = matrix.node_count();
    std::vector<To> converted(values.size(), unreachable_cost<To>);
    CostScale scale = matrix.scale();
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        const From value = values[cell];
        if (!is_reachable(value) || cell / n == cell % n) continue;
        if constexpr (std::is_integral_v<To>) {
            if (std::trunc(value) != value || std::abs(double(value)) >= double(int32_limit)) {
                throw InputError(matrix.source(), 0,
                                 format("cost {} {} is not an integer that fits int32; use float64", value,
                                        pair_text(matrix, cell)));
            }
            converted[cell] = static_cast<To>(value);
        } else {
            converted[cell] = static_cast<To>(natural_value(static_cast<double>(value), matrix.scale()));
            if (!std::isfinite(converted[cell]) && std::isfinite(static_cast<double>(value))) {
                throw InputError(matrix.source(), 0,
                                 format("cost {} {} is beyond {}; use float64", value, pair_text(matrix, cell),
                                        name(cost_type_of<To>)));
            }
        }
    }
    scale.digits = std::is_integral_v<To> ? scale.digits : 0;
    CostMatrix result = CostMatrix::own(std::move(converted), n, std::move(scale), matrix.node_ids());
    result.set_source(matrix.source());
    return result;
}

}  // namespace

CostMatrix CostMatrix::own(CostVector values, std::size_t node_count, CostScale scale, IdTable ids) {
    CostMatrix matrix;
    matrix.owned_ = std::make_shared<const CostVector>(std::move(values));
    std::visit(
        [&](const auto& owned) {
            require_square(owned.size(), node_count);
            matrix.values_ = std::span(owned);
        },
        *matrix.owned_);
    matrix.node_count_ = node_count;
    matrix.scale_ = std::move(scale);
    matrix.node_ids_ = ids.size() == node_count ? std::move(ids) : IdTable::consecutive(node_count);
    return matrix;
}

template <class T>
CostMatrix CostMatrix::view(std::span<const T> values, std::size_t node_count, CostScale scale) {
    require_square(values.size(), node_count);
    CostMatrix matrix;
    matrix.values_ = values;
    matrix.node_count_ = node_count;
    matrix.scale_ = std::move(scale);
    matrix.node_ids_ = IdTable::consecutive(node_count);
    return matrix;
}

template CostMatrix CostMatrix::view(std::span<const std::int32_t>, std::size_t, CostScale);
template CostMatrix CostMatrix::view(std::span<const float>, std::size_t, CostScale);
template CostMatrix CostMatrix::view(std::span<const double>, std::size_t, CostScale);

CostMatrix convert_matrix(const CostMatrix& matrix, CostType type) {
    return with_cost_type(matrix.type(), [&]<class From>() {
        return with_cost_type(type, [&]<class To>() { return convert<From, To>(matrix); });
    });
}

CostMatrix generate_random_matrix(const RandomNetworkOptions& options) {
    check_random_options(options);
    const std::size_t n = options.nodes;
    std::vector<std::int32_t> values(n * n, unreachable_cost<std::int32_t>);
    for (std::size_t node = 0; node < n; ++node) values[node * n + node] = 0;
    for_each_random_arc(
        options, [&](std::size_t tail, std::size_t head, std::int32_t weight) { values[tail * n + head] = weight; });
    return CostMatrix::own(std::move(values), n, {}, IdTable::consecutive(n));
}

}  // namespace allways
