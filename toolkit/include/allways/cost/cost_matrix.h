// A dense matrix of direct costs: what matrix files hold, and what an app hands in without copying.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/ids.h"
#include "allways/base/units.h"

namespace allways {

// n×n, row-major, [from][to], of int32, float or double. An absent arc is unreachable_cost<T>, or NaN; the diagonal
// is never used (d(i,i) = 0). Costs may be negative, -inf may not. Copies share the values.
class CostMatrix {
public:
    CostMatrix() = default;

    // Owns `values` (n·n of them). Throws InvalidArgument where the size is not a square.
    static CostMatrix own(CostVector values, std::size_t node_count, CostScale scale = {}, IdTable ids = {});

    // Borrows: the caller keeps the values alive and unchanged while the matrix is used. Throws InvalidArgument where
    // there are not n·n of them. Eigen matrices: allways/result/eigen.h.
    template <class T>
    static CostMatrix view(std::span<const T> values, std::size_t node_count, CostScale scale = {});

    std::size_t node_count() const { return node_count_; }
    CostType type() const { return static_cast<CostType>(values_.index()); }
    template <class T>
    std::span<const T> values() const {
        return std::get<std::span<const T>>(values_);
    }
    const CostScale& scale() const { return scale_; }
    const IdTable& node_ids() const { return node_ids_; }  // 1 … n where the source states none
    // What errors about the costs name: a file, or "matrix".
    const std::string& source() const { return source_; }
    void set_source(std::string source) { source_ = std::move(source); }

private:
    std::size_t node_count_ = 0;
    std::variant<std::span<const std::int32_t>, std::span<const float>, std::span<const double>> values_;
    std::shared_ptr<const CostVector> owned_;
    CostScale scale_;
    IdTable node_ids_;
    std::string source_ = "matrix";
};

// In another number type: to int32 only where every cost is an integer that fits; a float matrix of integers keeps its
// values. From int32 fixed point the scale's digits are taken back. Throws InputError, with the matrix's source, naming
// the first cell that does not convert. O(n²).
CostMatrix convert_matrix(const CostMatrix& matrix, CostType type);

}  // namespace allways
