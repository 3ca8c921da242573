// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/reference.h"

namespace allways::engine {

template <class T>
void floyd_warshall(std::span<T> cells, std::size_t n, std::size_t pivots) {
    for (std::size_t k = 0; k < pivots; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const T sum = static_cast<T>(cells[i * n + k] + cells[k * n + j]);
                if (sum < cells[i * n + j]) cells[i * n + j] = sum;
            }
        }
    }
}

template <class T>
void floyd_warshall_first_arcs(std::span<T> keys, std::size_t n, std::size_t pivots, int first_arc_bits) {
    const T cost_bits = static_cast<T>(~((1 << first_arc_bits) - 1));
    for (std::size_t k = 0; k < pivots; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const T sum = static_cast<T>(keys[i * n + k] + (keys[k * n + j] & cost_bits));
                if (sum < keys[i * n + j]) keys[i * n + j] = sum;
            }
        }
    }
}

template <class T>
void floyd_warshall_hops(std::span<T> cells, std::span<std::uint32_t> hops, std::size_t n, std::size_t pivots) {
    for (std::size_t k = 0; k < pivots; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const T sum = cells[i * n + k] + cells[k * n + j];
                if (sum < cells[i * n + j]) {
                    cells[i * n + j] = sum;
                    hops[i * n + j] = hops[i * n + k];
                }
            }
        }
    }
}

template void floyd_warshall(std::span<std::int32_t>, std::size_t, std::size_t);
template void floyd_warshall(std::span<std::uint16_t>, std::size_t, std::size_t);
template void floyd_warshall_first_arcs(std::span<std::int32_t>, std::size_t, std::size_t, int);
template void floyd_warshall_first_arcs(std::span<std::uint16_t>, std::size_t, std::size_t, int);
template void floyd_warshall(std::span<float>, std::size_t, std::size_t);
template void floyd_warshall(std::span<double>, std::size_t, std::size_t);
template void floyd_warshall_hops(std::span<std::int32_t>, std::span<std::uint32_t>, std::size_t, std::size_t);
template void floyd_warshall_hops(std::span<float>, std::span<std::uint32_t>, std::size_t, std::size_t);
template void floyd_warshall_hops(std::span<double>, std::span<std::uint32_t>, std::size_t, std::size_t);

}  // namespace allways::engine
