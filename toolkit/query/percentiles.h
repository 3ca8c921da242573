// SPDX-License-Identifier: Apache-2.0
// Exact percentiles of a sequence that is too long to keep.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace allways::query {

// Each pass over the same numbers, in any order, finds 16 more bits of the percentiles, the highest first; this works
// because the bits of numbers from 0 upwards are ordered as the numbers. Memory is half a megabyte for each percentile.
class Percentiles {
public:
    // `shares` from 0 to 100. The percentile of a share is the least number that this share of all numbers does not
    // exceed (nearest rank).
    explicit Percentiles(std::span<const double> shares);

    void add(double number);  // at least 0
    // Ends a pass. Returns false after the last one.
    bool next_pass();
    // After the last pass: returns one number per share, or an empty vector if no number was added.
    std::vector<double> numbers() const;

private:
    struct Target {
        double share = 0;
        std::uint64_t rank = 0;  // among the numbers that begin with the bits found so far
        std::uint64_t bits = 0;
        std::size_t group = 0;
    };
    // Numbers that begin with the same bits, counted by the next 16.
    struct Group {
        std::uint64_t bits = 0;
        std::vector<std::uint64_t> counts;
    };
    void regroup();

    static constexpr int step = 16;
    std::vector<Target> targets_;
    std::vector<Group> groups_;
    int known_bits_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace allways::query
