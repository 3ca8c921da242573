// SPDX-License-Identifier: Apache-2.0
#include "allways/routes/line.h"

#include "routes/lon_lat_line.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

using namespace tools;

namespace {

void drop_repeated(std::vector<Coordinate>& line) {
    line.erase(std::unique(line.begin(), line.end()), line.end());
    if (line.size() < 2) line.clear();
}

}  // namespace

void require_coordinates(const PathSource& source) {
    if (!source.coordinates().empty()) return;
    throw InputError(source.name(), 0,
                     "it has no coordinates, so its paths have no lines; choose `format` text, csv or json");
}

std::vector<Coordinate> line_of(const PathSource& source, const PathLeg& leg) {
    std::vector<Coordinate> line;
    if (leg.arc < source.arcs().size()) line = source.arcs().shapes.points(leg.arc);
    if (!line.empty()) return line;
    for (const NodeIndex node : {leg.from, leg.to}) {
        const Coordinate point = source.coordinates()[node];
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
            throw InputError(
                source.name(), 0,
                format("node {} on the way has no coordinates, so the path has no line", source.node_text(node)));
        }
        line.push_back(point);
    }
    return line;
}

std::vector<Coordinate> line_of(const PathSource& source, const Route& route) {
    std::vector<Coordinate> line;
    for (const PathLeg& leg : route.legs) {
        const auto along = line_of(source, leg);
        line.insert(line.end(), along.begin(), along.end());
    }
    drop_repeated(line);
    return line;
}

}  // namespace allways

namespace allways::tools {

ToLonLat::ToLonLat(const PathSource& source, const LogCallback& log)
    : point_(source.crs(), {source.coordinates()}, source.name(), log) {}

std::vector<Coordinate> ToLonLat::operator()(std::vector<Coordinate> line) const {
    for (Coordinate& point : line) point = point_(point);
    drop_repeated(line);
    return line;
}

}  // namespace allways::tools
