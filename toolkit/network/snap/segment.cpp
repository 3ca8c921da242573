// SPDX-License-Identifier: Apache-2.0
#include "network/snap/segment.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace allways::network {

namespace {

double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector minus(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// a + t·b
Vector plus(const Vector& a, double t, const Vector& b) {
    return {a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]};
}

const Vector& nearer_end(const Vector& point, const Vector& a, const Vector& b) {
    return chord(point, a) <= chord(point, b) ? a : b;
}

// Returns the foot of the point on the plane of the great circle, from the chord a to b and the direction to its
// middle, which are at right angles: a cross product of almost parallel vectors would lose half the digits.
Vector nearest_on_great_circle(const Vector& point, const Vector& a, const Vector& b) {
    const Vector along = minus(b, a);
    const Vector middle = plus(a, 1, b);
    const double along_square = dot(along, along);
    const double middle_square = dot(middle, middle);
    if (along_square == 0) return a;
    if (middle_square == 0) return nearer_end(point, a, b);
    const double of_middle = dot(point, middle) / middle_square;
    if (of_middle <= 0) return nearer_end(point, a, b);
    const double of_along = dot(minus(point, a), along) / along_square - 0.5;
    const double t = of_along / (2 * of_middle) + 0.5;  // position on the chord that the foot's direction crosses
    if (t <= 0) return a;
    if (t >= 1) return b;
    const Vector on_chord = plus(a, t, along);
    const double size = std::sqrt(dot(on_chord, on_chord));
    return {on_chord[0] / size, on_chord[1] / size, on_chord[2] / size};
}

Vector nearest_on_line(const Vector& point, const Vector& a, const Vector& b) {
    const Vector along = minus(b, a);
    const double square = dot(along, along);
    if (square == 0) return a;
    const double t = dot(minus(point, a), along) / square;
    if (t <= 0) return a;
    if (t >= 1) return b;
    return plus(a, t, along);
}

// Returns the point at `length` along the line, whose length is not 0; exactly a point of the line if that point has
// this length.
Coordinate place_at(std::span<const Coordinate> line, const std::vector<double>& along, double length, Space space) {
    const auto after = static_cast<std::size_t>(std::ranges::lower_bound(along, length) - along.begin());
    if (after == along.size()) return line.back();
    if (along[after] == length || after == 0) return line[after];
    const double share = (length - along[after - 1]) / (along[after] - along[after - 1]);
    const Vector a = to_vector(line[after - 1], space);
    const Vector b = to_vector(line[after], space);
    Vector between;
    for (std::size_t i = 0; i < between.size(); ++i) between[i] = a[i] + share * (b[i] - a[i]);
    return to_coordinate(between, space);
}

}  // namespace

Vector to_vector(Coordinate at, Space space) {
    if (space == Space::plane) return {at.x, at.y, 0};
    const double longitude = at.x * std::numbers::pi / 180;
    const double latitude = at.y * std::numbers::pi / 180;
    return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
}

Coordinate to_coordinate(const Vector& at, Space space) {
    if (space == Space::plane) return {at[0], at[1]};
    return {std::atan2(at[1], at[0]) * 180 / std::numbers::pi,
            std::atan2(at[2], std::hypot(at[0], at[1])) * 180 / std::numbers::pi};
}

double chord(const Vector& a, const Vector& b) {
    const Vector between = minus(a, b);
    return std::sqrt(dot(between, between));
}

double length_of_chord(double chord, Space space) {
    return space == Space::plane ? chord : 2 * mean_earth_radius_m * std::asin(std::min(chord / 2, 1.0));
}

double metres_between(Coordinate from, Coordinate to) {
    return length_of_chord(chord(to_vector(from, Space::sphere), to_vector(to, Space::sphere)), Space::sphere);
}

Vector nearest_on_segment(const Vector& point, const Vector& a, const Vector& b, Space space) {
    return space == Space::plane ? nearest_on_line(point, a, b) : nearest_on_great_circle(point, a, b);
}

double bulge(const Vector& a, const Vector& b, Space space) {
    if (space == Space::plane) return 0;
    const double half = chord(a, b) / 2;
    return 1 - std::sqrt(std::max(0.0, 1 - half * half));
}

std::vector<double> lengths_along(std::span<const Coordinate> line, Space space) {
    std::vector<double> lengths(line.size(), 0.0);
    for (std::size_t i = 1; i < line.size(); ++i) {
        const double step = chord(to_vector(line[i - 1], space), to_vector(line[i], space));
        lengths[i] = lengths[i - 1] + length_of_chord(step, space);
    }
    return lengths;
}

std::vector<Coordinate> line_part(std::span<const Coordinate> line, double begin, double end, Space space) {
    if (begin <= 0 && end >= 1) return {line.begin(), line.end()};
    const std::vector<double> along = lengths_along(line, space);
    const double from = begin * along.back();
    const double to = end >= 1 ? along.back() : end * along.back();
    std::vector<Coordinate> part{place_at(line, along, from, space)};
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (along[i] > from && along[i] < to) part.push_back(line[i]);
    }
    part.push_back(place_at(line, along, to, space));
    return part;
}

}  // namespace allways::network
