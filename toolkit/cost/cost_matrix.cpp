// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/cost_matrix.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

void require_square(std::size_t values, std::size_t n) {
    if (values != n * n) {
        throw InvalidArgument(format("a cost matrix of {} nodes needs {} values, found {}", n, n * n, values));
    }
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

}  // namespace allways
