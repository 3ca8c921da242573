// What a cell of a prepared problem holds: a cost, perhaps with the path's first arc in its low bits, in 16, 32 or 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"

namespace allways::engine {

// How next hops travel with the distances.
enum class HopMode {
    none,     // distances only
    label,    // int32 only: cell = cost·2^label_bits + label of the path's first arc. The diagonal of a node is
              // the largest label (so it never wins a tie); unreachable is unreachable_key(label_bits).
              // C ← min(C, A + (B with the label bits cleared))
    carried,  // a second array of uint32: hop(C) ← hop(A at the winning k) where the cost strictly falls
};

// Cells are never negative, nor negative zero (prepare sees to it), which some devices use: the bits of such floats are
// in their order.
struct CellFormat {
    CostType type = CostType::int32;
    HopMode hops = HopMode::none;
    int label_bits = 0;
    bool narrow = false;  // int32 costs in cells of 16 bits (not in carried mode): half the memory, two in a GPU's lane
    bool small = false;   // int32, carried: no distance reaches small_unreachable, which leaves bits for a step
};

// Bytes of a cell, without its hop.
inline std::size_t cell_bytes(const CellFormat& format) {
    return format.narrow ? 2 : size_of(format.type);
}

// The largest key whose double still fits and whose label bits are 0, so that adding to it never looks reachable.
constexpr std::int32_t unreachable_key(int label_bits) {
    return unreachable_cost<std::int32_t> & ~((std::int32_t{1} << label_bits) - 1);
}

inline constexpr int most_narrow_label_bits = 13;

// The same for narrow cells: the sum of two still fits 16 bits.
constexpr std::uint16_t narrow_unreachable_key(int label_bits) {
    return static_cast<std::uint16_t>(0x7fff & ~((1 << label_bits) - 1));
}

// The same for small cells: the sum of two still fits 25 bits.
inline constexpr std::int32_t small_unreachable = (std::int32_t{1} << 24) - 1;

// The value that stands for unreachable in the cells of a format whose type is int32.
constexpr std::int32_t unreachable_cell(const CellFormat& format) {
    if (format.narrow) return narrow_unreachable_key(format.label_bits);
    return format.small ? small_unreachable : unreachable_key(format.label_bits);
}

// Calls function.template operator()<T>() for the T of a format's cells.
template <class Function>
decltype(auto) with_cell_type(const CellFormat& format, Function&& function) {
    if (format.narrow) return function.template operator()<std::uint16_t>();
    return with_cost_type(format.type, std::forward<Function>(function));
}

// The value of a cell that nothing reaches.
template <class T>
constexpr T empty_cell(const CellFormat& format) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(unreachable_cell(format));
    else
        return unreachable_cost<T>;
}

// The hop value of a cell that has none (carried mode).
inline constexpr std::uint32_t no_hop = ~std::uint32_t{0};

// Throws InvalidArgument for a combination that no executor takes.
inline void check_format(const CellFormat& format) {
    if (format.narrow && (format.type != CostType::int32 || format.hops == HopMode::carried ||
                          format.label_bits > most_narrow_label_bits)) {
        throw InvalidArgument("narrow cells hold int32 costs, alone or with at most 13 bits of label");
    }
    if (format.small && (format.type != CostType::int32 || format.hops != HopMode::carried)) {
        throw InvalidArgument("small cells are int32 with carried hops");
    }
    if (format.hops != HopMode::label) return;
    if (format.type != CostType::int32) throw InvalidArgument("labels travel in int32 keys only; use carried hops");
    if (format.label_bits < 1 || format.label_bits > 29) throw InvalidArgument("label_bits must be 1 … 29");
}

}  // namespace allways::engine
