// SPDX-License-Identifier: Apache-2.0
#include "query/percentiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace allways::query {
namespace {

constexpr std::array<double, 5> shares{0, 50, 90, 99, 100};

std::vector<double> percentiles_of(const std::vector<double>& numbers) {
    Percentiles found(shares);
    do {
        for (const double number : numbers) found.add(number);
    } while (found.next_pass());
    return found.numbers();
}

// The nearest rank.
std::vector<double> by_sorting(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    std::vector<double> found;
    for (const double share : shares) {
        const auto rank = static_cast<std::size_t>(std::ceil(share / 100 * static_cast<double>(numbers.size())));
        found.push_back(numbers[std::max<std::size_t>(rank, 1) - 1]);
    }
    return found;
}

TEST(Percentiles, AreThoseOfSortedNumbers) {
    std::mt19937_64 random(7);
    std::lognormal_distribution<double> wide(0, 20);
    for (const std::size_t count : {1u, 2u, 3u, 10u, 99u, 100u, 101u, 5000u}) {
        std::vector<double> numbers(count);
        std::ranges::generate(numbers, [&] { return random() % 3 == 0 ? 0.0 : wide(random); });
        EXPECT_EQ(percentiles_of(numbers), by_sorting(numbers)) << count;
        std::ranges::fill(numbers, 4.25);
        EXPECT_EQ(percentiles_of(numbers), by_sorting(numbers)) << count;
    }
    EXPECT_EQ(percentiles_of({-0.0, 0.0}), (std::vector<double>(shares.size(), 0.0)));
    EXPECT_TRUE(percentiles_of({}).empty());
}

}  // namespace
}  // namespace allways::query
