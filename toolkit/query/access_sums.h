// SPDX-License-Identifier: Apache-2.0
// The sums of opportunities along a stretch of a row of distances. Integer weights whose total fits 32 bits are added
// as such, in twice as many lanes as doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/query/access.h"

namespace allways::query {

// The weight of each distance.
struct Decay {
    explicit Decay(AccessDecay of) : kind(of) {}
    AccessDecay kind;
    std::vector<double> cutoffs;  // raw, ascending

    // Writes what each distance counts under one cutoff, 0 … 1.
    template <class T>
    void shares(std::span<const T> distances, std::size_t cutoff, double* made) const;
};

// The largest distance that is not above a raw cutoff.
template <class T>
T largest_within(double raw);

class Weights {
public:
    Weights() = default;
    explicit Weights(std::span<const std::span<const double>> kinds);

    bool empty() const { return kinds_.empty(); }
    // Adds the weights of the destinations from `first` on, whose distances these are, to sums[kind][cutoff].
    template <class T>
    void add(std::span<const T> distances, std::size_t first, const Decay& decay, std::span<double> sums) const;

private:
    template <class T>
    void add_within(std::span<const T> distances, std::size_t first, const Decay& decay, std::span<double> sums) const;

    std::vector<std::span<const double>> kinds_;
    std::vector<std::vector<std::int32_t>> integers_;  // the same; empty unless all are integers with small totals
};

}  // namespace allways::query
