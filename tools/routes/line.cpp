#include "routes/line.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace {

void drop_repeated(std::vector<Coordinate>& line) {
    line.erase(std::unique(line.begin(), line.end()), line.end());
    if (line.size() < 2) line.clear();
}

double rounded(double degrees) {
    constexpr double parts = 1e7;
    return std::round(degrees * parts) / parts;
}

}  // namespace

void require_coordinates(const RouteSource& source) {
    if (!source.coordinates().empty()) return;
    throw InputError(source.file(), 0,
                     "it has no coordinates, so its paths have no lines; choose -f text, csv or json");
}

std::vector<Coordinate> line_of(const RouteSource& source, const PathLeg& leg) {
    std::vector<Coordinate> line;
    if (leg.arc < source.arcs().size()) line = source.arcs().shapes.points(leg.arc);
    if (!line.empty()) return line;
    for (const NodeIndex node : {leg.from, leg.to}) {
        const Coordinate point = source.coordinates()[node];
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
            throw InputError(
                source.file(), 0,
                format("node {} on the way has no coordinates, so the path has no line", source.node_text(node)));
        }
        line.push_back(point);
    }
    return line;
}

std::vector<Coordinate> line_of(const RouteSource& source, const Route& route) {
    std::vector<Coordinate> line;
    for (const PathLeg& leg : route.legs) {
        const auto along = line_of(source, leg);
        line.insert(line.end(), along.begin(), along.end());
    }
    drop_repeated(line);
    return line;
}

ToLonLat::ToLonLat(const RouteSource& source, const LogCallback& log) {
    const std::string& crs = source.crs();
    if (crs.empty()) {
        const bool degrees = std::ranges::all_of(
            source.coordinates(), [](Coordinate at) { return std::abs(at.x) <= 180 && std::abs(at.y) <= 90; });
        allways::log(log, degrees ? LogLevel::info : LogLevel::warning,
                     format("the reference system of {} is not stated: lines have its coordinates as they are{}",
                            source.file(), degrees ? "" : ", which are no longitudes and latitudes"));
    } else if (crs != "EPSG:4326" && crs != "OGC:CRS84") {
        system_.emplace(crs);
    }
}

std::vector<Coordinate> ToLonLat::operator()(std::vector<Coordinate> line) const {
    for (Coordinate& point : line) {
        if (system_) point = system_->to_lon_lat(point);
        point = {rounded(point.x), rounded(point.y)};
    }
    drop_repeated(line);
    return line;
}

}  // namespace allways::tools
