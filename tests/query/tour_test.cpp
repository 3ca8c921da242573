// SPDX-License-Identifier: Apache-2.0
// Tours against all permutations, and large ones against the best tour of stops on a circle.
#include "allways/query/tour.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "allways/base/error.h"
#include "base/random.h"

namespace allways::test {

namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();

double cost_of(std::span<const double> costs, std::size_t stops, const std::vector<std::uint32_t>& tour, bool returns) {
    double sum = 0;
    for (std::size_t at = 1; at < tour.size(); ++at) sum += costs[tour[at - 1] * stops + tour[at]];
    return returns && tour.size() > 1 ? sum + costs[tour.back() * stops + tour.front()] : sum;
}

bool is_allowed(const std::vector<std::uint32_t>& tour, const TourOptions& options) {
    const std::size_t last = tour.size() - 1;
    if (options.returns && options.ends_last && !options.begins_first) return tour.front() == last;
    if ((options.returns || options.begins_first) && tour.front() != 0) return false;
    return !options.ends_last || tour.back() == last;
}

double least_cost(std::span<const double> costs, std::size_t stops, const TourOptions& options) {
    std::vector<std::uint32_t> tour(stops);
    std::iota(tour.begin(), tour.end(), 0);
    double least = no_way;
    do {
        if (is_allowed(tour, options)) least = std::min(least, cost_of(costs, stops, tour, options.returns));
    } while (std::ranges::next_permutation(tour).found);
    return least;
}

void expect_permutation(std::vector<std::uint32_t> tour, std::size_t stops) {
    ASSERT_EQ(tour.size(), stops);
    std::ranges::sort(tour);
    for (std::uint32_t i = 0; i < stops; ++i) EXPECT_EQ(tour[i], i);
}

std::vector<TourOptions> all_options() {
    std::vector<TourOptions> all;
    for (int bits = 0; bits < 8; ++bits) all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, {}});
    return all;
}

}  // namespace

TEST(Tour, IsTheBestOfAllPermutations) {
    Random random(5);
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t stops = 1 + random.below(7);
        std::vector<double> costs(stops * stops);
        for (double& cost : costs) {
            cost = trial % 2 == 1 && random.below(4) == 0 ? no_way : static_cast<double>(random.below(100));
        }
        for (std::size_t i = 0; i < stops; ++i) costs[i * stops + i] = 0;
        for (const TourOptions& options : all_options()) {
            const auto tour = find_tour(costs, stops, options);
            const double least = least_cost(costs, stops, options);
            EXPECT_EQ(tour.empty(), std::isinf(least)) << trial;
            if (tour.empty()) continue;
            expect_permutation(tour, stops);
            EXPECT_TRUE(is_allowed(tour, options)) << trial;
            EXPECT_EQ(cost_of(costs, stops, tour, options.returns), least) << trial;
        }
    }
}

TEST(Tour, OfManyStopsKeepsItsEndsAndIsShort) {
    // Stops on a circle in a random order: the best tour follows the circle.
    constexpr std::size_t stops = 60;
    Random random(7);
    std::vector<double> angle(stops);
    for (double& one : angle) one = static_cast<double>(random.below(1'000'000)) / 1'000'000 * 6.283185307;
    std::vector<double> costs(stops * stops);
    for (std::size_t i = 0; i < stops; ++i) {
        for (std::size_t j = 0; j < stops; ++j) {
            costs[i * stops + j] =
                std::hypot(std::cos(angle[i]) - std::cos(angle[j]), std::sin(angle[i]) - std::sin(angle[j]));
        }
    }
    std::vector<std::uint32_t> round(stops);
    std::iota(round.begin(), round.end(), 0);
    std::ranges::sort(round, {}, [&](std::uint32_t stop) { return angle[stop]; });
    EXPECT_NEAR(cost_of(costs, stops, find_tour(costs, stops), true), cost_of(costs, stops, round, true), 1e-9);
    for (const TourOptions& options : all_options()) {
        const auto tour = find_tour(costs, stops, options);
        expect_permutation(tour, stops);
        EXPECT_TRUE(is_allowed(tour, options));
        EXPECT_LT(cost_of(costs, stops, tour, options.returns), 2 * cost_of(costs, stops, round, true));
    }
}

// On tables that the exact method can answer, the heuristic of one more stop, at the place of the first, is compared
// with the best tour.
TEST(Tour, HeuristicIsNearTheBestTourOfUnequalDirections) {
    constexpr std::size_t stops = exact_tour_stops;
    Random random(11);
    double sum = 0;
    double best = 0;
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<double> x(stops);
        std::vector<double> y(stops);
        for (std::size_t i = 0; i < stops; ++i) {
            x[i] = static_cast<double>(random.below(1000));
            y[i] = static_cast<double>(random.below(1000));
        }
        const auto cost = [&](std::size_t from, std::size_t to) {  // eastwards is cheaper
            return std::hypot(x[from] - x[to], y[from] - y[to]) * (x[from] < x[to] ? 1 : 1.3);
        };
        std::vector<double> exact;
        for (std::size_t i = 0; i < stops; ++i) {
            for (std::size_t j = 0; j < stops; ++j) exact.push_back(cost(i, j));
        }
        std::vector<double> larger;
        for (std::size_t i = 0; i <= stops; ++i) {
            for (std::size_t j = 0; j <= stops; ++j) larger.push_back(cost(i % stops, j % stops));
        }
        const double least = cost_of(exact, stops, find_tour(exact, stops), true);
        const double found = cost_of(larger, stops + 1, find_tour(larger, stops + 1), true);
        EXPECT_GE(found, least - 1e-9);
        EXPECT_LE(found, 1.15 * least);
        sum += found;
        best += least;
    }
    EXPECT_LE(sum, 1.03 * best);
}

TEST(Tour, AvoidsPairsWithoutAPath) {
    constexpr std::size_t stops = 20;  // only i → i + 1 is possible, and everything towards lower numbers
    std::vector<double> costs(stops * stops, no_way);
    for (std::size_t i = 0; i < stops; ++i) {
        for (std::size_t j = 0; j <= std::min(i + 1, stops - 1); ++j) costs[i * stops + j] = i == j ? 0 : 1;
    }
    EXPECT_EQ(find_tour(costs, stops).size(), stops);
    EXPECT_TRUE(find_tour(std::vector<double>(stops * stops, no_way), stops).empty());
}

TEST(Tour, RefusesTablesThatAreNone) {
    EXPECT_THROW(find_tour(std::vector<double>(3), 2), InvalidArgument);
    EXPECT_THROW(find_tour(std::vector<double>{0, -1, 1, 0}, 2), InvalidArgument);
    EXPECT_THROW(find_tour(std::vector<double>{0, std::nan(""), 1, 0}, 2), InvalidArgument);
    EXPECT_TRUE(find_tour({}, 0).empty());
    TourOptions cancelled;
    cancelled.progress = [](const Progress&) { return false; };
    EXPECT_THROW(find_tour(std::vector<double>(400, 1), 20, cancelled), Cancelled);
}

}  // namespace allways::test
