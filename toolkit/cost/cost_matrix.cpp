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

template <class T>
CostMatrix CostMatrix::view(const RowMajorMatrix<T>& matrix, CostScale scale) {
    if (matrix.rows() != matrix.cols()) {
        throw InvalidArgument(format("a cost matrix is square; this one has {} rows and {} columns", matrix.rows(),
                                     matrix.cols()));
    }
    const auto n = static_cast<std::size_t>(matrix.rows());
    return view(std::span<const T>(matrix.data(), n * n), n, std::move(scale));
}

template CostMatrix CostMatrix::view(std::span<const std::int32_t>, std::size_t, CostScale);
template CostMatrix CostMatrix::view(std::span<const float>, std::size_t, CostScale);
template CostMatrix CostMatrix::view(std::span<const double>, std::size_t, CostScale);
template CostMatrix CostMatrix::view(const RowMajorMatrix<std::int32_t>&, CostScale);
template CostMatrix CostMatrix::view(const RowMajorMatrix<float>&, CostScale);
template CostMatrix CostMatrix::view(const RowMajorMatrix<double>&, CostScale);

}  // namespace allways
