// SPDX-License-Identifier: Apache-2.0
// Lengths against published and independently computed geodesics.
#include "libraries/reference_system.h"

#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "allways/base/error.h"

namespace allways {

using namespace importers;
namespace {

TEST(ReferenceSystem, RecognisesWhatItIs) {
    const ReferenceSystem degrees("EPSG:4326");
    EXPECT_TRUE(degrees.is_geographic());
    EXPECT_EQ(degrees.text(), "EPSG:4326");
    const ReferenceSystem feet("EPSG:2223");
    EXPECT_FALSE(feet.is_geographic());
    EXPECT_NEAR(feet.metres_per_unit(), 0.3048, 1e-12);
    EXPECT_THROW(ReferenceSystem("EPSG:1"), InvalidArgument);
    EXPECT_THROW(ReferenceSystem("streets"), InvalidArgument);
}

TEST(ReferenceSystem, LengthsOnTheEllipsoid) {
    // One degree of latitude from the equator: 110574.389 m on WGS 84; of longitude: a * pi / 180.
    const ReferenceSystem degrees("EPSG:4326");
    EXPECT_NEAR(degrees.length_m(std::array<Coordinate, 2>{{{7, 0}, {7, 1}}}), 110574.389, 0.001);
    EXPECT_NEAR(degrees.length_m(std::array<Coordinate, 2>{{{179.5, 0}, {-179.5, 0}}}), 6378137 * M_PI / 180, 1e-6);
    const std::array<Coordinate, 3> bent{{{0, 0}, {0, 1}, {0, 0}}};
    EXPECT_NEAR(degrees.length_m(bent), 2 * 110574.389, 0.001);
}

TEST(ReferenceSystem, EstimatesAreAsCloseAsTheySay) {
    const ReferenceSystem degrees("EPSG:4326");
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(-1, 1);
    int short_lines = 0;
    for (int i = 0; i < 20000; ++i) {
        const double size = std::pow(10, -5 + 3.5 * std::abs(unit(random)));  // a metre to 3.5 km
        std::array<Coordinate, 4> line;
        line[0] = {180 * unit(random), 89 * unit(random)};
        for (std::size_t at = 1; at < line.size(); ++at) {
            line[at] = {line[at - 1].x + size * unit(random), line[at - 1].y + size * unit(random) / 10};
        }
        const auto [length_m, error_m] = degrees.estimate_length(line);
        EXPECT_NEAR(length_m, degrees.length_m(line), error_m) << line[0].x << ' ' << line[0].y << ' ' << size;
        short_lines += error_m > 0;
    }
    EXPECT_GT(short_lines, 10000);
    EXPECT_LT(short_lines, 20000);
    const ReferenceSystem feet("EPSG:2223");
    const std::array<Coordinate, 2> street{{{700000, 900000}, {700300, 900400}}};
    EXPECT_EQ(feet.estimate_length(street).length_m, feet.length_m(street));
}

TEST(ReferenceSystem, ProjectedLengthsAreTrueLengths) {
    // Web Mercator at 60° north draws everything twice as long as it is.
    const ReferenceSystem mercator("EPSG:3857");
    const ReferenceSystem degrees("EPSG:4326");
    const std::array<Coordinate, 2> line{{{10, 60}, {10.01, 60.01}}};
    const std::array<Coordinate, 2> drawn{{mercator.from_lon_lat(line[0]), mercator.from_lon_lat(line[1])}};
    EXPECT_GT(std::hypot(drawn[1].x - drawn[0].x, drawn[1].y - drawn[0].y), 1.9 * degrees.length_m(line));
    EXPECT_NEAR(mercator.length_m(drawn), degrees.length_m(line), 1e-3);
    const Coordinate back = mercator.to_lon_lat(drawn[1]);
    EXPECT_NEAR(back.x, 10.01, 1e-9);
    EXPECT_NEAR(back.y, 60.01, 1e-9);
}

}  // namespace
}  // namespace allways
