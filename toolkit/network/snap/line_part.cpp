// SPDX-License-Identifier: Apache-2.0
#include "network/snap/line_part.h"

#include <algorithm>

namespace allways::network {

namespace {

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
