// SPDX-License-Identifier: Apache-2.0
// Eigen matrices as input and output, without copies. An opt-in header: nothing else in the library uses Eigen.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include <Eigen/Core>

#include "allways/base/error.h"
#include "allways/cost/cost_matrix.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

template <class T>
using RowMajorMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using RowMajorView = Eigen::Map<const RowMajorMatrix<T>>;

// The matrix as costs, n×n, [from][to]; T is std::int32_t, float or double. Borrows: the caller keeps `matrix` alive
// and unchanged while it is used. Throws InvalidArgument if it is not square.
template <class T>
CostMatrix view_matrix(const RowMajorMatrix<T>& matrix, CostScale scale = {}) {
    if (matrix.rows() != matrix.cols()) throw InvalidArgument("a cost matrix has as many rows as columns");
    const auto n = static_cast<std::size_t>(matrix.rows());
    return CostMatrix::view(std::span<const T>(matrix.data(), n * n), n, std::move(scale));
}
template <class T>
CostMatrix view_matrix(RowMajorMatrix<T>&& matrix, CostScale scale = {}) = delete;  // would outlive its values

// The raw values, row-major, [from][to]. T is the C++ type of type(); the view is valid as long as its source.
template <class T>
RowMajorView<T> eigen_view(const CostMatrix& matrix) {
    const auto n = static_cast<Eigen::Index>(matrix.node_count());
    return {matrix.values<T>().data(), n, n};
}
template <class T>
RowMajorView<T> eigen_view(const DistanceTable& table) {
    const auto n = static_cast<Eigen::Index>(table.node_count());
    return {table.values<T>().data(), n, n};
}
template <class T>
RowMajorView<T> eigen_view(const OriginDestinationTable& table) {
    return {table.values<T>().data(), static_cast<Eigen::Index>(table.origin_count()),
            static_cast<Eigen::Index>(table.destination_count())};
}
template <class T>
RowMajorView<T> eigen_view(DistanceTable&& table) = delete;
template <class T>
RowMajorView<T> eigen_view(OriginDestinationTable&& table) = delete;

}  // namespace allways
