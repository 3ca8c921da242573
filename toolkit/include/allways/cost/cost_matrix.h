// SPDX-License-Identifier: Apache-2.0
// A dense matrix of direct costs, from a matrix file or borrowed from an application without copying.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/ids.h"
#include "allways/base/units.h"

namespace allways {

struct RandomNetworkOptions;  // allways/network/make_network.h

// n×n, row-major, [from][to], of int32, float or double. An absent arc is unreachable_cost<T> or NaN; the diagonal is
// never used (d(i,i) = 0). Costs may be negative but not -inf. Copies share the values.
class ALLWAYS_API CostMatrix {
public:
    CostMatrix() = default;

    // Owns `values` (n·n of them). Throws InvalidArgument if there are not n·n.
    static CostMatrix own(CostVector values, std::size_t node_count, CostScale scale = {}, IdTable ids = {});

    // Borrows: the caller keeps the values alive and unchanged while the matrix is used. Throws InvalidArgument if
    // there are not n·n of them. For Eigen matrices see allways/result/eigen.h.
    template <class T>
    static CostMatrix view(std::span<const T> values, std::size_t node_count, CostScale scale = {});

    std::size_t node_count() const { return node_count_; }
    CostType type() const { return static_cast<CostType>(values_.index()); }
    template <class T>
    std::span<const T> values() const {
        return std::get<std::span<const T>>(values_);
    }
    const CostScale& scale() const { return scale_; }
    const IdTable& node_ids() const { return node_ids_; }  // 1 … n if the source states none
    // The source that errors about the costs name: a file, or "matrix".
    const std::string& source() const { return source_; }
    void set_source(std::string source) { source_ = std::move(source); }

private:
    std::size_t node_count_ = 0;
    CostView values_;
    std::shared_ptr<const CostVector> owned_;
    CostScale scale_;
    IdTable node_ids_;
    std::string source_ = "matrix";
};

// Converts to another number type: to int32 only if every cost is an integer that fits; a float matrix of integers
// keeps its values. From int32 fixed point the values are scaled back by 10^-digits. Throws InputError, with the
// matrix's source, naming the first cell that does not convert. O(n²).
ALLWAYS_API CostMatrix convert_matrix(const CostMatrix& matrix, CostType type);

// The arcs of generate_random_network(options) as an int32 matrix. Same errors; O(n²) time and memory.
ALLWAYS_API CostMatrix generate_random_matrix(const RandomNetworkOptions& options);

}  // namespace allways
