// SPDX-License-Identifier: Apache-2.0
// Volume–delay functions: times by their formulas, slopes by differences, integrals by Gauss–Legendre sums.
#include "allways/query/volume_delay.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "allways/base/error.h"

namespace allways {
namespace {

using enum VolumeDelayForm;

struct OneArc {
    VolumeDelayForm form;
    double free_time, capacity, alpha, beta;

    VolumeDelay function() const { return {form, {{free_time}, {capacity}, {alpha}, {beta}}}; }
    // The formula as the header has it.
    double time(double volume) const {
        const double x = volume / capacity;
        switch (form) {
            case bpr: return free_time * (1 + alpha * std::pow(x, beta));
            case bpr2: return free_time * (1 + alpha * std::pow(x, x > 1 ? 2 * beta : beta));
            case conical: {
                const double b = (2 * alpha - 1) / (2 * alpha - 2);
                return free_time * (2 + std::sqrt(alpha * alpha * (1 - x) * (1 - x) + b * b) - alpha * (1 - x) - b);
            }
            case inrets: return free_time * (x > 1 ? (1.1 - alpha) / 0.1 * x * x : (1.1 - alpha * x) / (1.1 - x));
            case akcelik: return free_time + alpha * (x - 1 + std::sqrt((x - 1) * (x - 1) + beta * x / capacity));
        }
        return 0;
    }
};

const std::vector<OneArc> arcs{
    {bpr, 6, 25900.2, 0.15, 4},
    {bpr, 2.5, 100, 1, 1},
    {bpr, 1, 50, 0.6, 5.5},
    {bpr, 3, 10, 2, 0},
    {bpr, 3, 10, 0, 4},
    {bpr2, 6, 1000, 0.15, 4},
    {bpr2, 2, 7, 0.5, 1.5},
    {conical, 4, 800, 2, 0},
    {conical, 1, 3, 7.5, 0},
    {inrets, 5, 1200, 0.9, 0},
    {inrets, 2, 40, 1, 0},
    {inrets, 2, 40, 0, 0},
    {akcelik, 0.1, 1800, 0.25, 0.8},
    {akcelik, 0.1, 2, 0.25, 8},
    {akcelik, 0.1, 2, 0.25, 20},
    {akcelik, 0.1, 900, 0.25, 0},
};

std::string named(const OneArc& arc, double volume) {
    return words_of(arc.form)[static_cast<std::size_t>(arc.form)] + " alpha " + std::to_string(arc.alpha) + " at " +
           std::to_string(volume / arc.capacity);
}

TEST(VolumeDelay, TimesFollowTheFormulas) {
    for (const OneArc& arc : arcs) {
        const VolumeDelay function = arc.function();
        for (const double x : {0.0, 1e-6, 0.3, 0.9999, 1.0, 1.0001, 1.7, 5.0}) {
            const double volume = x * arc.capacity;
            EXPECT_NEAR(function.time(0, volume), arc.time(volume), 1e-9 * arc.time(volume)) << named(arc, volume);
        }
        EXPECT_GE(function.time(0, 0), arc.free_time * (1 - 1e-15));
    }
}

TEST(VolumeDelay, TimesDoNotFall) {
    for (const OneArc& arc : arcs) {
        const VolumeDelay function = arc.function();
        double before = 0;
        for (int step = 0; step <= 3000; ++step) {
            const double time = function.time(0, step * arc.capacity / 1000);
            EXPECT_GE(time, before * (1 - 1e-15)) << named(arc, step * arc.capacity / 1000);
            before = time;
        }
    }
}

TEST(VolumeDelay, SlopesAreThoseOfTheTimes) {
    for (const OneArc& arc : arcs) {
        const VolumeDelay function = arc.function();
        for (const double x : {0.05, 0.3, 0.8, 0.99, 1.2, 3.0}) {
            const double volume = x * arc.capacity;
            const double step = 1e-5 * arc.capacity;
            const double by_differences =
                (function.time(0, volume + step) - function.time(0, volume - step)) / (2 * step);
            EXPECT_NEAR(function.slope(0, volume), by_differences,
                        1e-6 * std::max(by_differences, arc.free_time / arc.capacity))
                << named(arc, volume);
        }
    }
}

// Gauss–Legendre with five points on each of many pieces, which end at the capacity, where some functions have a bend.
double summed(const OneArc& arc, double volume) {
    constexpr std::array<double, 5> at{-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                       0.9061798459386640};
    constexpr std::array<double, 5> weights{0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                            0.4786286704993665, 0.2369268850561891};
    constexpr int pieces = 2000;
    double sum = 0;
    const double middle = std::min(volume, arc.capacity);
    for (const auto& [from, to] : {std::pair(0.0, middle), std::pair(middle, volume)}) {
        const double half = (to - from) / (2 * pieces);
        for (int piece = 0; piece < pieces; ++piece) {
            for (std::size_t i = 0; i < at.size(); ++i)
                sum += half * weights[i] * arc.time(from + half * (2 * piece + 1 + at[i]));
        }
    }
    return sum;
}

TEST(VolumeDelay, IntegralsAreThoseOfTheTimes) {
    for (const OneArc& arc : arcs) {
        const VolumeDelay function = arc.function();
        EXPECT_EQ(function.integral(0, 0), 0) << named(arc, 0);
        for (const double x : {1e-3, 0.3, 0.9999, 1.0, 1.2, 4.0}) {
            const double volume = x * arc.capacity;
            const double sum = summed(arc, volume);
            EXPECT_NEAR(function.integral(0, volume), sum, 2e-9 * sum) << named(arc, volume);
        }
    }
}

TEST(VolumeDelay, ArcsWithoutCapacityAreConstant) {
    for (const double capacity : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
        const VolumeDelay function(bpr, {{3}, {capacity}, {0.15}, {4}});
        EXPECT_EQ(function.time(0, 1e6), 3);
        EXPECT_EQ(function.slope(0, 1e6), 0);
        EXPECT_EQ(function.integral(0, 10), 30);
    }
}

TEST(VolumeDelay, FreeTimesOfZeroStayZero) {
    const VolumeDelay function(bpr, {{0}, {10}, {0.15}, {0.5}});
    EXPECT_EQ(function.time(0, 100), 0);
    EXPECT_EQ(function.slope(0, 0), 0);
    EXPECT_EQ(function.integral(0, 100), 0);
}

TEST(VolumeDelay, RefusesWhatIsNoFunction) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto refused = [](VolumeDelayForm form, const VolumeDelay::Arcs& of) {
        EXPECT_THROW(VolumeDelay(form, of), InvalidArgument);
    };
    refused(bpr, {{-1}, {10}, {0.15}, {4}});
    refused(bpr, {{nan}, {10}, {0.15}, {4}});
    refused(bpr, {{1}, {-10}, {0.15}, {4}});
    refused(bpr, {{1}, {10}, {-0.15}, {4}});
    refused(bpr, {{1}, {10}, {0.15}, {-4}});
    refused(bpr, {{1}, {10}, {0.15}, {nan}});
    refused(bpr, {{1}, {10}, {0.15}, {}});
    refused(bpr, {{1, 2}, {10}, {0.15}, {4}});
    refused(conical, {{1}, {10}, {1}, {}});
    refused(inrets, {{1}, {10}, {1.05}, {}});
    try {
        VolumeDelay(bpr, {{1, 1}, {10, 10}, {0.15, -2}, {4, 4}});
        ADD_FAILURE();
    } catch (const InvalidArgument& error) {
        EXPECT_STREQ(error.what(), "volume–delay function of arc 1: expected alpha from 0, found -2");
    }
}

}  // namespace
}  // namespace allways
