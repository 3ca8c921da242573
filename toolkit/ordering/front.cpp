// SPDX-License-Identifier: Apache-2.0
#include "ordering/front.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "base/vector_clones.h"

namespace allways::ordering {

namespace {

// A panel of pivots, small enough for its rows to stay in the cache while a tile of rows passes over them.
constexpr std::size_t panel_size = 64;
constexpr std::size_t row_tile = 32;
constexpr std::size_t column_tile = 1024;

// row[j] = min(row[j], from[k] + over[k][j]) for k in 0 … count - 1. Four pivots share a load and a store of the row.
template <class T>
inline __attribute__((always_inline)) void lower_row_by(T* __restrict row, const T* from, const T* __restrict over,
                                                        std::size_t stride, std::size_t count, std::size_t columns) {
    std::size_t k = 0;
    for (; k + 4 <= count; k += 4) {
        const T a = from[k], b = from[k + 1], c = from[k + 2], d = from[k + 3];
        const T* __restrict to_a = over + k * stride;
        const T* __restrict to_b = to_a + stride;
        const T* __restrict to_c = to_b + stride;
        const T* __restrict to_d = to_c + stride;
        for (std::size_t j = 0; j < columns; ++j) {
            const T first = std::min<T>(a + to_a[j], b + to_b[j]);
            const T second = std::min<T>(c + to_c[j], d + to_d[j]);
            row[j] = std::min(row[j], std::min(first, second));
        }
    }
    for (; k < count; ++k) {
        const T a = from[k];
        const T* __restrict to_a = over + k * stride;
        for (std::size_t j = 0; j < columns; ++j) row[j] = std::min<T>(row[j], a + to_a[j]);
    }
}

ALLWAYS_VECTOR_CLONES("avx512f")
void lower_row(std::int32_t* row, const std::int32_t* from, const std::int32_t* over, std::size_t stride,
               std::size_t count, std::size_t columns) {
    lower_row_by(row, from, over, stride, count, columns);
}
ALLWAYS_VECTOR_CLONES("avx512f")
void lower_row(float* row, const float* from, const float* over, std::size_t stride, std::size_t count,
               std::size_t columns) {
    lower_row_by(row, from, over, stride, count, columns);
}
ALLWAYS_VECTOR_CLONES("avx512f")
void lower_row(double* row, const double* from, const double* over, std::size_t stride, std::size_t count,
               std::size_t columns) {
    lower_row_by(row, from, over, stride, count, columns);
}

template <class T>
T without_first_arc(T cell, int first_arc_bits) {
    if constexpr (std::is_integral_v<T>) {
        return cell & ~((T{1} << first_arc_bits) - 1);
    } else {
        return cell;
    }
}

// `for_each(count, work)` calls work(i) for i in 0 … count - 1.
template <class T, class ForEach>
void eliminate_panels(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits,
                      const ForEach& for_each, const WorkMeter& meter) {
    std::vector<T> costs(std::min(pivots, panel_size) * size);  // of the panel's rows
    for (std::size_t begin = 0; begin < pivots; begin += panel_size) {
        const std::size_t end = std::min(pivots, begin + panel_size);
        const auto row = [&](std::size_t i) { return cells.data() + i * size; };
        const auto cost_row = [&](std::size_t k) { return costs.data() + (k - begin) * size; };
        // The panel's own rows are updated by the pivots before each. A row is final when its pivot is reached.
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t k = begin; k < i; ++k)
                lower_row(row(i) + k + 1, row(i) + k, cost_row(k) + k + 1, size, 1, size - k - 1);
            for (std::size_t j = begin; j < size; ++j) cost_row(i)[j] = without_first_arc(row(i)[j], first_arc_bits);
        }
        // All other rows are updated: first within the panel's columns, pivot by pivot, then the rest.
        const std::size_t rows = size - end;
        for_each((rows + row_tile - 1) / row_tile, [&](std::size_t tile) {
            const std::size_t first = end + tile * row_tile;
            const std::size_t last = std::min(size, first + row_tile);
            for (std::size_t i = first; i < last; ++i) {
                for (std::size_t k = begin; k + 1 < end; ++k) {
                    lower_row(row(i) + k + 1, row(i) + k, cost_row(k) + k + 1, size, 1, end - k - 1);
                }
            }
            for (std::size_t j = end; j < size; j += column_tile) {
                const std::size_t columns = std::min(column_tile, size - j);
                for (std::size_t i = first; i < last; ++i) {
                    lower_row(row(i) + j, row(i) + begin, costs.data() + j, size, end - begin, columns);
                }
            }
            meter.check();
        });
    }
}

}  // namespace

template <class T>
void eliminate_front(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits, WorkMeter& meter) {
    const auto in_turn = [](std::size_t count, const auto& work) {
        for (std::size_t i = 0; i < count; ++i) work(i);
    };
    eliminate_panels(cells, size, pivots, first_arc_bits, in_turn, meter);
}

template <class T>
void eliminate_front(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits, unsigned threads,
                     WorkMeter& meter) {
    const auto shared = [&](std::size_t count, const auto& work) { meter.run(count, work, threads); };
    eliminate_panels(cells, size, pivots, first_arc_bits, shared, meter);
}

#define ALLWAYS_INSTANTIATE(T)                                                                 \
    template void eliminate_front<T>(std::span<T>, std::size_t, std::size_t, int, WorkMeter&); \
    template void eliminate_front<T>(std::span<T>, std::size_t, std::size_t, int, unsigned, WorkMeter&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::ordering
