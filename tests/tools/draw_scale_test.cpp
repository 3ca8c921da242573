// SPDX-License-Identifier: Apache-2.0
// The parts of maps: colours, bands, texts of values, the plane, pieces of lines.
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/draw/colours.h"
#include "allways/draw/map.h"
#include "allways/draw/maps.h"
#include "draw/base_map.h"

namespace allways::tools {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Relative luminance of sRGB, as WCAG 2 defines it.
double luminance(const Colour& colour) {
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

TEST(Colours, OfValuesRiseInLightnessFromEndToEnd) {
    for (int i = 0; i < 100; ++i) {
        EXPECT_LT(luminance(ramp_colour(i / 100.0)), luminance(ramp_colour((i + 1) / 100.0))) << i;
    }
    EXPECT_EQ(ramp_colour(-1), ramp_colour(0));
    EXPECT_EQ(ramp_colour(2), ramp_colour(1));
    EXPECT_LT(ramp_colour(0).green, ramp_colour(0).blue);  // violet
    EXPECT_LT(ramp_colour(1).blue, ramp_colour(1).green);  // yellow
}

TEST(Colours, OfSmallValuesStandOutOnEachPaper) {
    const Theme& light = theme_named("light");
    const Theme& dark = theme_named("dark");
    EXPECT_LT(luminance(value_colour(0, light)), luminance(value_colour(1, light)));
    EXPECT_GT(luminance(value_colour(0, dark)), luminance(value_colour(1, dark)));
    EXPECT_GT(luminance(light.paper) - luminance(value_colour(1, light)), 0.3);  // the end is seen too
    EXPECT_GT(luminance(value_colour(1, dark)) - luminance(dark.paper), 0.02);
    EXPECT_EQ(value_colours(5, light).size(), 5u);
    EXPECT_EQ(hex_text({0, 0.447, 0.698}), "#0072b2");
}

using Breaks = std::vector<double>;

Breaks breaks_of(const std::vector<double>& values, const ClassChoice& choice = {}) {
    return class_bands(values, "", choice).breaks;
}

const ClassChoice quantiles{ClassRule::quantiles, 0, {}};
const ClassChoice equal{ClassRule::equal, 0, {}};

TEST(ClassBands, HoldEqualCountsOrAreEquallyWide) {
    std::vector<double> values;
    for (int i = 1; i <= 700; ++i) values.push_back(i);
    values.push_back(infinite);  // does not count
    const Breaks equal_counts{100, 200, 300, 400, 500, 600, 700};
    EXPECT_EQ(breaks_of(values, quantiles), equal_counts);
    EXPECT_EQ(breaks_of(values, equal), equal_counts);
    EXPECT_EQ(breaks_of(values), equal_counts);
    EXPECT_EQ(breaks_of(values, {ClassRule::equal, 2, {}}), (Breaks{500, 700}));
    EXPECT_EQ(breaks_of(values, {{}, 3, {}}), (Breaks{200, 500, 700}));  // near 233 and 467
    EXPECT_EQ(breaks_of(values, {ClassRule::quantiles, 1, {}}), Breaks{700});
    values.back() = 70'000;
    EXPECT_EQ(breaks_of(values, equal), (Breaks{10'000, 20'000, 30'000, 40'000, 50'000, 60'000, 70'000}));
    EXPECT_EQ(breaks_of({-12, 3, 9}, equal), (Breaks{-10, -5, 0, 5, 9}));
    EXPECT_EQ(breaks_of({0, 0, 0, 12'345}, quantiles), Breaks{12'345});  // 0 is apart
    EXPECT_EQ(breaks_of({4, 4}, equal), Breaks{4});
    EXPECT_TRUE(breaks_of({}).empty());
    EXPECT_TRUE(breaks_of({0, 0}).empty());
    EXPECT_TRUE(breaks_of({NAN, infinite}).empty());
}

// The share of the values in each class, by a plain loop.
std::vector<double> shares_of(const std::vector<double>& values, const Breaks& breaks) {
    std::vector<double> shares(breaks.size(), 0);
    for (const double value : values) {
        std::size_t at = 0;
        while (breaks.at(at) < value) ++at;
        shares[at] += 1 / static_cast<double>(values.size());
    }
    return shares;
}

TEST(ClassBands, SpreadALongTailOverRoundClasses) {
    std::vector<double> loads;  // half below 1,000, the largest 27,000 times the smallest
    for (int i = 0; i < 3000; ++i) loads.push_back(1000 * std::pow(27, 2 * (i + 0.5) / 3000 - 1));
    const Breaks breaks = breaks_of(loads);
    ASSERT_EQ(breaks.size(), 7u);
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
        EXPECT_EQ(std::fmod(breaks[i], std::pow(10, std::floor(std::log10(breaks[i])) - 1)), 0) << breaks[i];
        const double rest = 1 - static_cast<double>(i + 1) / 7;
        const auto shares = shares_of(loads, breaks);
        EXPECT_NEAR(std::accumulate(shares.begin(), shares.begin() + static_cast<long>(i) + 1, 0.0), 1 - rest * rest,
                    0.07);
        EXPECT_GT(shares[i], shares[i + 1]);
    }
    EXPECT_LT(breaks.back() / breaks[5], 2);  // quantiles would put everything above 10,500 into one class
    // Without a long tail the counts are about equal.
    std::vector<double> speeds;
    for (int i = 0; i < 1000; ++i) speeds.push_back(30 + i * 0.0917);
    for (const double share : shares_of(speeds, breaks_of(speeds))) EXPECT_NEAR(share, 1 / 7.0, 0.08);
    // Few distinct values have a class each.
    EXPECT_EQ(breaks_of({1, 1, 1, 2, 2, 3, 4}), (Breaks{1, 2, 3, 4}));
    EXPECT_EQ(breaks_of({0.3, 0.3}), Breaks{0.3});
    EXPECT_EQ(breaks_of({5, 12}), (Breaks{5, 12}));  // no empty class from 5 to 10
}

TEST(ClassBands, EndAtTheSameDistancesOnBothSidesOfZero) {
    std::vector<double> changes(500, 0);
    for (int i = 1; i <= 300; ++i) changes.push_back(i);
    for (int i = 1; i <= 300; ++i) changes.push_back(-i);
    EXPECT_EQ(breaks_of(changes), (Breaks{-200, -100, 0, 100, 200, 300}));
    EXPECT_EQ(breaks_of(changes, quantiles), (Breaks{-200, -100, 0, 100, 200, 300}));
    EXPECT_EQ(breaks_of({-4939, -10, 5, 0}).front(), -10);
    EXPECT_EQ(breaks_of({-7, -7}), Breaks{-7});
    EXPECT_EQ(breaks_of({-7, 7}), (Breaks{-7, 0, 7}));
    EXPECT_EQ(breaks_of({-20, -10}, equal), (Breaks{-18, -16, -14, -12, -10}));
}

TEST(ClassBands, EndAtGivenLimits) {
    const ClassChoice limits{{}, 0, {100, 500}};
    const Bands bands = class_bands(std::vector{0.0, 50.0, 700.0}, "veh", limits);
    EXPECT_EQ(bands.breaks, (Breaks{100, 500}));
    EXPECT_EQ(bands.count(), 3u);
    EXPECT_EQ(bands.label(2), "over 500 veh");
    EXPECT_EQ(class_bands(std::vector{50.0}, "", limits).count(), 2u);  // of equal maps, equal classes
    EXPECT_EQ(class_bands({}, "", limits).count(), 2u);
}

TEST(Colours, OfChangesMirrorEachOtherInLightness) {
    for (const std::string name : {"light", "dark"}) {
        const Theme& theme = theme_named(name);
        const double paper = luminance(theme.ground);
        for (const double share : {0.25, 0.5, 1.0}) {
            const Colour less = change_colour(-share, theme);
            const Colour more = change_colour(share, theme);
            EXPECT_NEAR(luminance(less), luminance(more), 0.08) << share;
            EXPECT_GT(less.blue, less.red);
            EXPECT_GT(more.red, more.blue);
            EXPECT_GT(std::abs(luminance(less) - paper), 0.08);  // seen on its paper
        }
        EXPECT_GT(std::abs(luminance(change_colour(1, theme)) - paper),
                  std::abs(luminance(change_colour(0.1, theme)) - paper));
    }
}

TEST(Beside, IsToTheRightAtTheDistance) {
    using Line = std::vector<Coordinate>;
    EXPECT_EQ(beside({{0, 0}, {10, 0}}, 2), (Line{{0, 2}, {10, 2}}));  // y grows downwards
    EXPECT_EQ(beside({{10, 0}, {0, 0}}, 2), (Line{{10, -2}, {0, -2}}));
    EXPECT_EQ(beside({{0, 0}, {10, 0}, {10, 10}}, 2), (Line{{0, 2}, {8, 2}, {8, 10}}));
    EXPECT_EQ(beside({{0, 0}, {0, 0}, {10, 0}}, 2), (Line{{0, 2}, {10, 2}}));
    EXPECT_EQ(beside({{1, 1}, {1, 1}}, 2), (Line{{1, 1}, {1, 1}}));  // no direction
    for (const Coordinate& point : beside({{0, 0}, {10, 0}, {0, 0.1}}, 2)) EXPECT_LT(std::abs(point.x), 15);
}

TEST(Bands, AreRoundAndCoverAllValues) {
    EXPECT_EQ(nice_bands(std::vector{0.0, 1320.0, 700.0}, "s").breaks,
              (std::vector<double>{300, 600, 900, 1200, 1500}));
    EXPECT_EQ(nice_bands(std::vector{0.0, 22.0}, "min").breaks, (std::vector<double>{5, 10, 15, 20, 25}));
    EXPECT_EQ(nice_bands(std::vector{0.0, 0.7}, "").breaks,
              (std::vector<double>{0.1, 0.2, 0.30000000000000004, 0.4, 0.5, 0.6000000000000001, 0.7000000000000001}));
    EXPECT_EQ(nice_bands(std::vector{0.0, 800.0}, "m").breaks.size(), 8u);
    EXPECT_EQ(nice_bands(std::vector{0.0, infinite}, "m").count(), 1u);  // nothing to tell apart
    EXPECT_EQ(nice_bands({}, "m").count(), 1u);
}

TEST(Bands, LeaveFarValuesToAnOpenOne) {
    std::vector<double> values(99, 100);
    values.push_back(5000);
    const Bands bands = nice_bands(values, "m");
    EXPECT_TRUE(bands.open);
    EXPECT_EQ(bands.breaks.back(), 100);
    EXPECT_EQ(bands.band_of(5000), bands.breaks.size());
    EXPECT_EQ(bands.label(bands.band_of(5000)), "over 100 m");
}

TEST(Bands, EndWhereTheUserSays) {
    const Bands bands = bands_at(std::vector<double>{300, 600, 900}, "s");
    EXPECT_EQ(bands.count(), 3u);
    EXPECT_EQ(bands.band_of(0), 0u);
    EXPECT_EQ(bands.band_of(300), 0u);  // up to
    EXPECT_EQ(bands.band_of(300.001), 1u);
    EXPECT_EQ(bands.band_of(901), 3u);
    EXPECT_EQ(bands.band_of(infinite), 3u);
    EXPECT_EQ(bands.label(0), "up to 5 min");
    EXPECT_EQ(bands.label(1), "5 to 10 min");
    EXPECT_EQ(bands.beyond_label(), "farther than 15 min");
    for (const std::vector<double>& wrong :
         std::vector<std::vector<double>>{{}, {0}, {300, 200}, {300, 300}, {-1}, {NAN}, {300, NAN}}) {
        EXPECT_THROW(bands_at(wrong, "s"), InvalidArgument) << wrong.size();
    }
}

TEST(QuantityText, IsWhatPeopleSay) {
    EXPECT_EQ(quantity_text(45, "s"), "45 s");
    EXPECT_EQ(quantity_text(0, "s"), "0 s");
    EXPECT_EQ(quantity_text(300, "s"), "5 min");
    EXPECT_EQ(quantity_text(129.6, "s"), "2:10 min");
    EXPECT_EQ(quantity_text(5400, "s"), "1:30 h");
    EXPECT_EQ(quantity_text(3723, "s"), "1:02:03 h");
    EXPECT_EQ(quantity_text(1.5, "h"), "1:30 h");
    EXPECT_EQ(quantity_text(250, "m"), "250 m");
    EXPECT_EQ(quantity_text(1250, "m"), "1.25 km");
    EXPECT_EQ(quantity_text(4567890, "m"), "4,568 km");
    EXPECT_EQ(quantity_text(2000000, ""), "2,000,000");
    EXPECT_EQ(quantity_text(-1500, "ft"), "-1,500 ft");
    EXPECT_EQ(quantity_text(3.5, "ft"), "3.5 ft");
    EXPECT_EQ(quantity_text(7, ""), "7");
}

TEST(Projection, OfDegreesIsTrueInTheMiddle) {
    const std::vector<Coordinate> points{{7, 60}, {8, 60}};
    const Projection projection("EPSG:4326", points);
    // A degree of longitude on the parallel of 60° is half of one on the equator, 111.195 km of the mean sphere.
    EXPECT_NEAR(projection(points[1]).x - projection(points[0]).x, 111195 / 2.0, 10);
    const double north = projection({7, 60.001}).y - projection({7, 60}).y;
    EXPECT_NEAR(north, 111.195, 0.01);
    EXPECT_EQ(projection.metres_per_unit(), 1);
}

TEST(Projection, GoesAcrossTheAntimeridian) {
    const std::vector<Coordinate> points{{179, 0}, {-179, 0}};
    const Projection projection("EPSG:4326", points);
    EXPECT_NEAR(projection(points[1]).x - projection(points[0]).x, 2 * 111195, 20);
}

TEST(Projection, LeavesPlanesAsTheyAre) {
    const std::vector<Coordinate> points{{500000, 4000000}};
    EXPECT_EQ(Projection("EPSG:32632", points)(points[0]), points[0]);
    EXPECT_EQ(Projection("EPSG:32632", points).metres_per_unit(), 1);
    EXPECT_NEAR(Projection("EPSG:2223", points).metres_per_unit(), 0.3048, 1e-9);
    EXPECT_EQ(Projection("", points)(points[0]), points[0]);
    EXPECT_EQ(Projection("", points).metres_per_unit(), 0);  // unknown
}

TEST(Extent, IsNeverEmptyAndPassesOverMissingPoints) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(extent_of(std::vector<Coordinate>{{1, 2}, {nan, nan}, {3, 0}}), (BoundingBox{1, 0, 3, 2}));
    EXPECT_EQ(extent_of(std::vector<Coordinate>{{1, 2}}), (BoundingBox{0.5, 1.5, 1.5, 2.5}));
    EXPECT_EQ(grown({0, 0, 10, 2}, 0.1), (BoundingBox{-1, -1, 11, 3}));
}

TEST(RoadClass, KnowsTheTypesOfTheFormats) {
    EXPECT_EQ(road_class("primary_link"), RoadClass::primary);
    EXPECT_EQ(road_class("Freeway"), RoadClass::motorway);
    EXPECT_EQ(road_class("living_street"), RoadClass::local);
    EXPECT_EQ(road_class("ferry"), RoadClass::ferry);
    EXPECT_EQ(road_class(""), RoadClass::other);
    EXPECT_EQ(road_class("17"), RoadClass::other);
}

TEST(PartOfLine, IsCutByLength) {
    const std::vector<Coordinate> line{{0, 0}, {10, 0}, {10, 10}};
    EXPECT_EQ(part_of_line(line, 0, 0.25), (std::vector<Coordinate>{{0, 0}, {5, 0}}));
    EXPECT_EQ(part_of_line(line, 0.25, 0.75), (std::vector<Coordinate>{{5, 0}, {10, 0}, {10, 5}}));
    EXPECT_EQ(part_of_line(line, 0.75, 1), (std::vector<Coordinate>{{10, 5}, {10, 10}}));
    EXPECT_EQ(part_of_line({{1, 1}, {1, 1}}, 0.2, 0.8).size(), 2u);  // no length
}

TEST(CutRoad, EndsPiecesWhereBandsEnd) {
    const Bands bands = bands_at(std::vector<double>{10, 20}, "s");
    // Both ways, from 0 and from 30, 40 to drive: 10 after a quarter, 20 after half, met at 35/40.
    EXPECT_EQ(cut_road(0, 30, 40, 40, bands),
              (std::vector<BandStretch>{{0, true, 0, 0.25}, {1, true, 0.25, 0.5}, {2, true, 0.5, 1}}));
    // One way against the line.
    EXPECT_EQ(cut_road(infinite, 0, infinite, 20, bands),
              (std::vector<BandStretch>{{1, true, 0, 0.5}, {0, true, 0.5, 1}}));
    // Entered from both ends, farthest in the middle.
    EXPECT_EQ(cut_road(5, 5, 20, 20, bands),
              (std::vector<BandStretch>{{0, true, 0, 0.25}, {1, true, 0.25, 0.75}, {0, true, 0.75, 1}}));
    EXPECT_EQ(cut_road(5, 5, 0, 0, bands), (std::vector<BandStretch>{{0, true, 0, 1}}));
    EXPECT_EQ(cut_road(infinite, infinite, 20, 20, bands), (std::vector<BandStretch>{{2, false, 0, 1}}));
    EXPECT_EQ(cut_road(5, infinite, infinite, 20, bands),
              (std::vector<BandStretch>{{2, false, 0, 1}}));  // it can only be entered from an end that is not reached
}

}  // namespace
}  // namespace allways::tools
