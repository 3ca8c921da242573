// SPDX-License-Identifier: Apache-2.0
// The memory that a sweep writes to, and the way it stores a cell there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <variant>

#include "allways/result/next_hops.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// The columns of a sweep, a half-open range.
struct ColumnRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
};

// The caller's memory: row first_row + i of the problem and column range.begin + j are at i·stride + j, in cells and in
// hops alike. So the same code writes a whole table, a band of its rows and a buffer of some columns.
template <class T>
struct SweepTarget {
    T* cells = nullptr;
    std::size_t stride = 0;
    void* hops = nullptr;       // null: not wanted
    std::size_t hop_bytes = 0;  // 1, 2 or 4, as NextHops stores them
    std::size_t first_row = 0;
};

// The path's cost as a cell that can be added to another: the first-arc bits cleared.
template <class T>
T cost_part(T cell, std::int32_t first_arc_mask) {
    if constexpr (std::is_integral_v<T>) {
        return cell & ~first_arc_mask;
    } else {
        return cell;
    }
}

template <class T>
T restored_distance(const SweepProblem<T>& problem, std::size_t row, std::size_t column, T cell) {
    if (!(cell < problem.unreachable())) return unreachable_cost<T>;
    if constexpr (std::is_integral_v<T>) {
        if (problem.has_hops()) cell >>= problem.format.first_arc_bits;
    }
    if (problem.rows.potential.empty()) return cell;
    return static_cast<T>(cell - problem.rows.potential[row] + problem.columns.potential[column]);
}

// `hops`: problem.hops_of(row).
template <class T>
std::uint32_t restored_hop(const SweepProblem<T>& problem, std::span<const std::uint32_t> hops, T cell) {
    if (!(cell < problem.unreachable())) return NextHops::none;
    const auto first_arc = static_cast<std::uint32_t>(static_cast<std::int32_t>(cell) & problem.first_arc_mask());
    // If hops are listed, the all-ones value of a node's path to itself is not among them; that cell is a fixed one.
    return hops.empty() ? first_arc : first_arc < hops.size() ? hops[first_arc] : NextHops::none;
}

// The memory of all hops, as NextHops stores them, row after row.
inline std::span<unsigned char> bytes_of(NextHops& hops) {
    return std::visit(
        [](auto& stored) {
            return std::span(reinterpret_cast<unsigned char*>(stored.edit().data()),
                             stored.size() * sizeof(*stored.data()));
        },
        hops.storage());
}

// Stores a hop; NextHops::none becomes the largest value of the stored type.
inline void store_hop(void* hops, std::size_t hop_bytes, std::size_t at, std::uint32_t hop) {
    const auto put = [&](auto value) {
        std::memcpy(static_cast<unsigned char*>(hops) + at * sizeof value, &value, sizeof value);
    };
    switch (hop_bytes) {
        case 1: return put(static_cast<std::uint8_t>(hop));
        case 2: return put(static_cast<std::uint16_t>(hop));
        default: return put(hop);
    }
}

}  // namespace allways::engine
