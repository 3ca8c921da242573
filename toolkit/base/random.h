// SPDX-License-Identifier: Apache-2.0
// Random integers that are the same on every platform and compiler, unlike the standard library's distributions.
#pragma once

#include <cstdint>

namespace allways {

// SplitMix64 (Steele, Lea and Flood 2014): small, fast, and good enough for generated test data.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    // 0 … count-1; count is at most 2^32. The bias is at most count / 2^32.
    std::uint64_t below(std::uint64_t count) { return ((next() >> 32) * count) >> 32; }

    // first … last, both included; the range spans less than 2^32 numbers.
    std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(last - first + 1)));
    }

    // True with this probability, 0 … 1. Compares 32 bits exactly, so that every platform draws alike.
    bool chance(double probability) { return static_cast<double>(next() >> 32) < probability * 0x1p32; }

private:
    std::uint64_t state_;
};

}  // namespace allways
