// SPDX-License-Identifier: Apache-2.0
#include "network/road_line.h"

#include <algorithm>
#include <ranges>
#include <tuple>

namespace allways::network {

bool runs_upward(const RoadNetwork& network, std::size_t arc) {
    if (network.tail[arc] != network.head[arc]) return network.tail[arc] < network.head[arc];
    if (!network.shapes.has_shape(arc)) return true;
    const std::vector<Coordinate> line = network.shapes.points(arc);
    const auto [here, there] = std::ranges::mismatch(line, std::views::reverse(line));
    if (here == line.end()) return !network.shapes.is_backward(arc);
    return std::tie(here->x, here->y) < std::tie(there->x, there->y);
}

std::vector<Coordinate> road_line(const RoadNetwork& network, std::size_t arc) {
    std::vector<Coordinate> line;
    if (network.shapes.has_shape(arc)) line = network.shapes.points(arc);
    if (line.size() < 2) line = {network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]};
    if (!runs_upward(network, arc)) std::ranges::reverse(line);
    return line;
}

bool same_road(const RoadNetwork& network, std::size_t a, std::size_t b) {
    if (a == b) return true;
    const bool along = network.tail[a] == network.tail[b] && network.head[a] == network.head[b];
    const bool against = network.tail[a] == network.head[b] && network.head[a] == network.tail[b];
    if (!along && !against) return false;
    const ArcShapes& shapes = network.shapes;
    if (!shapes.has_shape(a) && !shapes.has_shape(b)) return true;
    if (shapes.has_shape(a) && shapes.has_shape(b) && shapes.shape(a) == shapes.shape(b)) return true;
    return road_line(network, a) == road_line(network, b);
}

}  // namespace allways::network
