// SPDX-License-Identifier: Apache-2.0
#include "attributes/coordinate_guess.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace allways::importers {

namespace {

// A typical road is longer than a tenth of a metre or a foot, and shorter than a tenth of a degree (11 km).
constexpr double shortest_road = 0.1;

// The first two decimals of degrees carry little information; in a plane of ±180 m, further decimals are millimetres.
bool has_fine_fraction(double value) {
    constexpr double hundredths = 100;
    return std::abs(value * hundredths - std::round(value * hundredths)) > 1e-6;
}

// The guesses that the points alone allow.
struct Range {
    bool degrees = true;
    bool exchanged = true;
    std::size_t points = 0;
    std::size_t fine = 0;

    void add(Coordinate at) {
        const double x = std::abs(at.x);
        const double y = std::abs(at.y);
        degrees = degrees && x <= 180 && y <= 90;
        exchanged = exchanged && x <= 90 && y <= 180;
        ++points;
        fine += has_fine_fraction(at.x) || has_fine_fraction(at.y);
    }
};

double distance(Coordinate a, Coordinate b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

// `lengths`: those of all roads, in the units of the coordinates.
CoordinateGuess guess(const Range& range, std::vector<double> lengths) {
    std::erase_if(lengths, [](double length) { return !(length > 0); });
    if (lengths.empty()) return CoordinateGuess::plane;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::ranges::nth_element(lengths, middle);
    if (*middle < shortest_road) return range.degrees ? CoordinateGuess::degrees : CoordinateGuess::exchanged_degrees;
    return range.degrees && 2 * range.fine > range.points ? CoordinateGuess::unclear : CoordinateGuess::plane;
}

}  // namespace

CoordinateGuess guess_coordinates(const ArcShapes& lines) {
    Range range;
    for (const Coordinate at : std::span<const Coordinate>(lines.all_points())) range.add(at);
    if (!range.degrees && !range.exchanged) return CoordinateGuess::plane;
    std::vector<double> lengths;
    for (ArcShapes::ShapeIndex line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        double length = 0;
        for (std::size_t i = 1; i < points.size(); ++i) length += distance(points[i - 1], points[i]);
        lengths.push_back(length);
    }
    return guess(range, std::move(lengths));
}

CoordinateGuess guess_coordinates(const RoadNetwork& network) {
    Range range;
    for (const Coordinate at : network.coordinates) {
        if (is_finite(at)) range.add(at);
    }
    if (range.points == 0 || (!range.degrees && !range.exchanged)) return CoordinateGuess::plane;
    std::vector<double> lengths;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        lengths.push_back(distance(network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]));
    }
    return guess(range, std::move(lengths));
}

}  // namespace allways::importers
