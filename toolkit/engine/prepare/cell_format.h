// SPDX-License-Identifier: Apache-2.0
// The content of a cell of a prepared problem: a cost, optionally with the path's first arc in its low bits, in 16, 32
// or 64 bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "base/cell_width.h"

namespace allways::engine {

// The storage of next hops with the distances.
enum class HopMode {
    none,       // distances only
    first_arc,  // int32 only: cell = cost·2^first_arc_bits + number of the path's first arc among its tail's arcs. The
                // diagonal of a node has all first-arc bits set (so that it never wins a tie); unreachable is
                // unreachable_key(first_arc_bits). C ← min(C, A + (B with the first-arc bits cleared))
    array,      // a hop array, of uint32, beside the costs: hop(C) ← hop(A at the winning k) if the cost strictly
                // decreases
};

// The type of potentials and of sums of T: exact for int32, double for floats.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

// Cells are never negative, nor negative zero (prepare ensures this). Some devices rely on it: such floats are ordered
// as their bits.
struct CellFormat {
    CostType type = CostType::int32;
    HopMode hops = HopMode::none;
    int first_arc_bits = 0;
    CellWidth width = CellWidth::full;  // bits16: not with a hop array; bits23: only with a hop array
};

// More first-arc bits than this leave too few bits for costs.
inline constexpr int most_first_arc_bits = 15;

// Bits for first arcs 0 … degree-1, and the value with all bits set for the diagonal.
constexpr int first_arc_bits(std::size_t max_out_degree) {
    return std::max(1, static_cast<int>(std::bit_width(max_out_degree)));
}

// The largest key for costs up to `bound`.
constexpr std::int64_t largest_key(std::int64_t bound, int bits) {
    return (bound << bits) + (std::int64_t{1} << bits) - 1;
}

// Bytes of a cell, without its hop.
inline std::size_t cell_bytes(const CellFormat& format) {
    return format.width == CellWidth::bits16 ? 2 : size_of(format.type);
}

// The largest key whose double still fits and whose first-arc bits are 0, so that a sum with it never looks reachable.
constexpr std::int32_t unreachable_key(int first_arc_bits) {
    return unreachable_cost<std::int32_t> & ~((std::int32_t{1} << first_arc_bits) - 1);
}

// The cost of a cell with that many first-arc bits. A damaged cell may be negative: its cost is 0.
template <class T>
T cost_of_cell(T cell, int first_arc_bits) {
    if constexpr (std::is_integral_v<T>) {
        if (cell >= unreachable_key(first_arc_bits)) return unreachable_cost<T>;
        cell >>= first_arc_bits;
    } else if (!(cell < unreachable_cost<T>)) {
        return unreachable_cost<T>;
    }
    return cell > T{0} ? cell : T{0};
}

inline constexpr int most_bits16_first_arc_bits = 13;

// The same for bits16: the sum of two such keys still fits 16 bits.
constexpr std::uint16_t bits16_unreachable_key(int first_arc_bits) {
    return static_cast<std::uint16_t>(0x7fff & ~((1 << first_arc_bits) - 1));
}

// The same for bits23: kernels pack cells up to this one with the number of a step.
inline constexpr std::int32_t bits23_unreachable = (std::int32_t{1} << 23) - 1;

// The value of unreachable in the cells of a format of type int32.
constexpr std::int32_t unreachable_cell(const CellFormat& format) {
    switch (format.width) {
        case CellWidth::bits16: return bits16_unreachable_key(format.first_arc_bits);
        case CellWidth::bits23: return bits23_unreachable;
        default: return unreachable_key(format.first_arc_bits);
    }
}

// Calls function.template operator()<T>() where T is the type of a format's cells.
template <class Function>
decltype(auto) with_cell_type(const CellFormat& format, Function&& function) {
    if (format.width == CellWidth::bits16) return function.template operator()<std::uint16_t>();
    return with_cost_type(format.type, std::forward<Function>(function));
}

// The value of an unreachable cell.
template <class T>
constexpr T empty_cell(const CellFormat& format) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(unreachable_cell(format));
    else
        return unreachable_cost<T>;
}

// The hop array's value for a cell without a hop.
inline constexpr std::uint32_t no_hop = ~std::uint32_t{0};

// Throws InvalidArgument for a combination that no executor supports.
inline void check_format(const CellFormat& format) {
    if (format.width == CellWidth::bits16 && (format.type != CostType::int32 || format.hops == HopMode::array ||
                                              format.first_arc_bits > most_bits16_first_arc_bits)) {
        throw InvalidArgument("cells of 16 bits hold int32 costs, alone or with at most 13 first-arc bits");
    }
    if (format.width == CellWidth::bits23 && (format.type != CostType::int32 || format.hops != HopMode::array)) {
        throw InvalidArgument("cells of 23 bits are int32 with a hop array");
    }
    if (format.hops != HopMode::first_arc) return;
    if (format.type != CostType::int32) {
        throw InvalidArgument("first arcs are kept in int32 keys only; use a hop array");
    }
    if (format.first_arc_bits < 1 || format.first_arc_bits > 29) {
        throw InvalidArgument("first_arc_bits must be 1 … 29");
    }
}

}  // namespace allways::engine
