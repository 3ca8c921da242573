// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/tile_operations.h"

#include <algorithm>
#include <type_traits>

#include "base/vector_clones.h"

#define ALLWAYS_ALWAYS_INLINE __attribute__((always_inline)) inline

namespace allways::engine {
namespace {

template <class T>
ALLWAYS_ALWAYS_INLINE T right_operand(T b, [[maybe_unused]] std::int32_t cost_bits) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(b & cost_bits);
    } else {
        return b;
    }
}

// Four steps k at a time: a quarter of the loads and stores of C.
template <class T>
ALLWAYS_ALWAYS_INLINE void multiply(T* __restrict c, const T* __restrict a, const T* __restrict b, std::size_t tile,
                                    std::int32_t cost_bits) {
    for (std::size_t i = 0; i < tile; ++i) {
        T* __restrict own = c + i * tile;
        const T* left = a + i * tile;
        std::size_t k = 0;
        for (; k + 4 <= tile; k += 4) {
            const T left0 = left[k], left1 = left[k + 1], left2 = left[k + 2], left3 = left[k + 3];
            const T* __restrict right = b + k * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                const T sum0 = static_cast<T>(left0 + right_operand(right[j], cost_bits));
                const T sum1 = static_cast<T>(left1 + right_operand(right[tile + j], cost_bits));
                const T sum2 = static_cast<T>(left2 + right_operand(right[2 * tile + j], cost_bits));
                const T sum3 = static_cast<T>(left3 + right_operand(right[3 * tile + j], cost_bits));
                const T least01 = sum0 < sum1 ? sum0 : sum1;
                const T least23 = sum2 < sum3 ? sum2 : sum3;
                const T least = least01 < least23 ? least01 : least23;
                own[j] = least < own[j] ? least : own[j];
            }
        }
        for (; k < tile; ++k) {
            const T* __restrict right = b + k * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                const T sum = static_cast<T>(left[k] + right_operand(right[j], cost_bits));
                own[j] = sum < own[j] ? sum : own[j];
            }
        }
    }
}

template <class T>
ALLWAYS_ALWAYS_INLINE void multiply(T* __restrict c, std::uint32_t* __restrict c_hops, const T* __restrict a,
                                    const std::uint32_t* __restrict a_hops, const T* __restrict b, std::size_t tile) {
    for (std::size_t i = 0; i < tile; ++i) {
        T* __restrict own = c + i * tile;
        std::uint32_t* __restrict own_hops = c_hops + i * tile;
        for (std::size_t k = 0; k < tile; ++k) {
            const T left = a[i * tile + k];
            const std::uint32_t hop = a_hops[i * tile + k];
            const T* __restrict right = b + k * tile;
            for (std::size_t j = 0; j < tile; ++j) {
                const T sum = left + right[j];
                own_hops[j] = sum < own[j] ? hop : own_hops[j];
                own[j] = sum < own[j] ? sum : own[j];
            }
        }
    }
}

}  // namespace

ALLWAYS_VECTOR_CLONES("avx512f")
void multiply_tile(std::int32_t* c, const std::int32_t* a, const std::int32_t* b, std::size_t tile,
                   std::int32_t cost_bits) {
    multiply(c, a, b, tile, cost_bits);
}

ALLWAYS_VECTOR_CLONES("avx512f")
void multiply_tile(std::uint16_t* c, const std::uint16_t* a, const std::uint16_t* b, std::size_t tile,
                   std::int32_t cost_bits) {
    multiply(c, a, b, tile, cost_bits);
}

ALLWAYS_VECTOR_CLONES("avx512f")
void multiply_tile(float* c, const float* a, const float* b, std::size_t tile, std::int32_t cost_bits) {
    multiply(c, a, b, tile, cost_bits);
}

ALLWAYS_VECTOR_CLONES("avx512f")
void multiply_tile(double* c, const double* a, const double* b, std::size_t tile, std::int32_t cost_bits) {
    multiply(c, a, b, tile, cost_bits);
}

ALLWAYS_VECTOR_CLONES("avx512f")
void multiply_tile(std::int32_t* c, std::uint32_t* c_hops, const std::int32_t* a, const std::uint32_t* a_hops,
                   const std::int32_t* b, std::size_t tile) {
    multiply(c, c_hops, a, a_hops, b, tile);
}

ALLWAYS_VECTOR_CLONES("avx512f")
void multiply_tile(float* c, std::uint32_t* c_hops, const float* a, const std::uint32_t* a_hops, const float* b,
                   std::size_t tile) {
    multiply(c, c_hops, a, a_hops, b, tile);
}

ALLWAYS_VECTOR_CLONES("avx512f")
void multiply_tile(double* c, std::uint32_t* c_hops, const double* a, const std::uint32_t* a_hops, const double* b,
                   std::size_t tile) {
    multiply(c, c_hops, a, a_hops, b, tile);
}

}  // namespace allways::engine
