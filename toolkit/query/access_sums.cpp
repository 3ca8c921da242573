// SPDX-License-Identifier: Apache-2.0
#include "query/access_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "allways/base/cost_type.h"
#include "base/int32_sums.h"
#include "base/vector_clones.h"

namespace allways::query {

namespace {

constexpr std::size_t lanes = 16;  // sums side by side, as many on every processor: so the result is the same

template <class Sum, class Term>
[[gnu::always_inline]] inline Sum sum_of(std::size_t count, const Term& term) {
    std::array<Sum, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += term(i + lane);
    }
    for (std::size_t lane = 0; i < count; ++i, ++lane) sums[lane] += term(i);
    return std::accumulate(sums.begin(), sums.end(), Sum{0});
}

template <class T, class Weight>
[[gnu::always_inline]] inline Weight sum_up_to(const T* distances, const Weight* weights, std::size_t count, T limit) {
    // A factor of 0 or 1: of a conditional sum in lanes GCC 12 makes wrong vector code.
    return sum_of<Weight>(count,
                          [&](std::size_t i) { return weights[i] * static_cast<Weight>(distances[i] <= limit); });
}

// Several limits at once, each cell and weight loaded once: in vectors by hand, since GCC 12 makes none of such loops.
constexpr std::size_t limits_at_once = 4;

template <class T, std::size_t bytes>
struct VectorOf {
    typedef T type __attribute__((vector_size(bytes)));
};

template <std::size_t bytes, class T>
[[gnu::always_inline]] inline void sums_up_to(const T* distances, const std::int32_t* weights, std::size_t count,
                                              const T* limits, std::int32_t* sums) {
    using Distances = VectorOf<T, bytes>::type;
    using Weights = VectorOf<std::int32_t, bytes>::type;
    constexpr std::size_t width = sizeof(Weights) / sizeof(std::int32_t);
    static_assert(sizeof(T) == sizeof(std::int32_t));
    Weights found[limits_at_once] = {};
    std::size_t i = 0;
    for (; i + width <= count; i += width) {
        Distances some;
        Weights counted;
        std::memcpy(&some, distances + i, sizeof some);
        std::memcpy(&counted, weights + i, sizeof counted);
        for (std::size_t k = 0; k < limits_at_once; ++k) {
            found[k] += counted & reinterpret_cast<Weights>(some <= (Distances{} + limits[k]));
        }
    }
    for (std::size_t k = 0; k < limits_at_once; ++k) {
        sums[k] = 0;
        for (std::size_t lane = 0; lane < width; ++lane) sums[k] += found[k][lane];
        for (std::size_t j = i; j < count; ++j) sums[k] += distances[j] <= limits[k] ? weights[j] : 0;
    }
}

template <class T>
[[gnu::always_inline]] inline T least_of(const T* distances, std::size_t count) {
    std::array<T, lanes> least;
    least.fill(distances[0]);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            least[lane] = distances[i + lane] < least[lane] ? distances[i + lane] : least[lane];
        }
    }
    for (; i < count; ++i) least[0] = std::min(least[0], distances[i]);
    return *std::ranges::min_element(least);
}

// One function for each pair of types, since clones are made of plain functions.
ALLWAYS_VECTOR_CLONES("avx512f")
std::int32_t sum_within(const std::int32_t* d, const std::int32_t* w, std::size_t count, std::int32_t limit) {
    return sum_up_to(d, w, count, limit);
}
ALLWAYS_VECTOR_CLONES("avx512f")
std::int32_t sum_within(const double* d, const std::int32_t* w, std::size_t count, double limit) {
    return sum_up_to(d, w, count, limit);
}
ALLWAYS_VECTOR_CLONES("avx512f")
double sum_within(const std::int32_t* d, const double* w, std::size_t count, std::int32_t limit) {
    return sum_up_to(d, w, count, limit);
}
ALLWAYS_VECTOR_CLONES("avx512f")
double sum_within(const double* d, const double* w, std::size_t count, double limit) {
    return sum_up_to(d, w, count, limit);
}
// Vectors of 64 bytes are worse than none without AVX-512, so clones do not serve here.
#if defined(__x86_64__)
__attribute__((target("avx512f"))) void sums_in_wide(const std::int32_t* d, const std::int32_t* w, std::size_t count,
                                                     const std::int32_t* limits, std::int32_t* sums) {
    sums_up_to<64>(d, w, count, limits, sums);
}
__attribute__((target("avx2"))) void sums_in_narrow(const std::int32_t* d, const std::int32_t* w, std::size_t count,
                                                    const std::int32_t* limits, std::int32_t* sums) {
    sums_up_to<32>(d, w, count, limits, sums);
}
#endif
void sums_within(const std::int32_t* d, const std::int32_t* w, std::size_t count, const std::int32_t* limits,
                 std::int32_t* sums) {
#if defined(__x86_64__)
    static const bool wide = __builtin_cpu_supports("avx512f");
    static const bool narrow = __builtin_cpu_supports("avx2");
    if (wide) return sums_in_wide(d, w, count, limits, sums);
    if (narrow) return sums_in_narrow(d, w, count, limits, sums);
#endif
    sums_up_to<16>(d, w, count, limits, sums);
}

ALLWAYS_VECTOR_CLONES("avx512f")
std::int32_t least(const std::int32_t* d, std::size_t count) {
    return least_of(d, count);
}
ALLWAYS_VECTOR_CLONES("avx512f")
double least(const double* d, std::size_t count) {
    return least_of(d, count);
}
ALLWAYS_VECTOR_CLONES("avx512f")
double product(const double* shares, const double* weights, std::size_t count) {
    return sum_of<double>(count, [&](std::size_t i) { return shares[i] * weights[i]; });
}

double share_of(AccessDecay kind, double distance, double cutoff) {
    const double d = std::max(distance, 0.0);
    switch (kind) {
        case AccessDecay::step: return d <= cutoff ? 1 : 0;
        case AccessDecay::linear: return d <= cutoff ? 1 - d / cutoff : 0;
        case AccessDecay::exponential: return std::exp(-d / cutoff);
        case AccessDecay::gaussian: return std::exp(-d * d / (2 * cutoff * cutoff));
    }
    return 0;
}

}  // namespace

template <class T>
T largest_within(double raw) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(std::min(std::floor(raw), static_cast<double>(unreachable_cost<T> - 1)));
    } else {
        const T rounded = static_cast<T>(raw);
        return static_cast<double>(rounded) > raw ? std::nextafter(rounded, std::numeric_limits<T>::lowest()) : rounded;
    }
}

template <class T>
void Decay::shares(std::span<const T> distances, std::size_t cutoff, double* made) const {
    for (std::size_t i = 0; i < distances.size(); ++i) {
        made[i] = is_reachable(distances[i]) ? share_of(kind, static_cast<double>(distances[i]), cutoffs[cutoff]) : 0;
    }
}

Weights::Weights(std::span<const std::span<const double>> kinds) : kinds_(kinds.begin(), kinds.end()) {
    if (!std::ranges::all_of(kinds_, add_up_in_int32)) return;
    for (const auto weights : kinds_) integers_.emplace_back(weights.begin(), weights.end());
}

template <class T>
void Weights::add_within(std::span<const T> distances, std::size_t first, const Decay& decay,
                         std::span<double> sums) const {
    const std::size_t cutoffs = decay.cutoffs.size();
    const T nearest = least(distances.data(), distances.size());
    std::size_t c = 0;
    while (c < cutoffs && nearest > largest_within<T>(decay.cutoffs[c])) ++c;  // cutoffs ascend
    if constexpr (std::is_integral_v<T>) {
        for (; !integers_.empty() && c + limits_at_once <= cutoffs; c += limits_at_once) {
            std::array<T, limits_at_once> limits;
            for (std::size_t k = 0; k < limits_at_once; ++k) limits[k] = largest_within<T>(decay.cutoffs[c + k]);
            for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
                std::array<std::int32_t, limits_at_once> found;
                sums_within(distances.data(), integers_[kind].data() + first, distances.size(), limits.data(),
                            found.data());
                for (std::size_t k = 0; k < limits_at_once; ++k) sums[kind * cutoffs + c + k] += found[k];
            }
        }
    }
    for (; c < cutoffs; ++c) {
        const T limit = largest_within<T>(decay.cutoffs[c]);
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            double& sum = sums[kind * cutoffs + c];
            sum += integers_.empty()
                       ? sum_within(distances.data(), kinds_[kind].data() + first, distances.size(), limit)
                       : sum_within(distances.data(), integers_[kind].data() + first, distances.size(), limit);
        }
    }
}

template <class T>
void Weights::add(std::span<const T> distances, std::size_t first, const Decay& decay, std::span<double> sums) const {
    if (decay.kind == AccessDecay::step) return add_within(distances, first, decay, sums);
    const std::size_t cutoffs = decay.cutoffs.size();
    std::vector<double> shares(distances.size());
    for (std::size_t c = 0; c < cutoffs; ++c) {
        decay.shares(distances, c, shares.data());
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            sums[kind * cutoffs + c] += product(shares.data(), kinds_[kind].data() + first, distances.size());
        }
    }
}

#define ALLWAYS_INSTANTIATE(T)                                                   \
    template T largest_within(double);                                           \
    template void Decay::shares(std::span<const T>, std::size_t, double*) const; \
    template void Weights::add(std::span<const T>, std::size_t, const Decay&, std::span<double>) const;
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::query
