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

    // 0 … count-1. The bias is at most count / 2^32.
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(((next() >> 32) * count) >> 32); }

    // first … last, both included; the range spans less than 2^32 numbers.
    std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + below(static_cast<std::uint32_t>(last - first + 1));
    }

    // True with probability threshold / 2^32.
    bool chance(std::uint64_t threshold) { return (next() >> 32) < threshold; }

private:
    std::uint64_t state_;
};

// Converts a probability (0 … 1) to a threshold for Random::chance.
inline std::uint64_t chance_threshold(double probability) {
    return static_cast<std::uint64_t>(probability * 4294967296.0);
}

}  // namespace allways
