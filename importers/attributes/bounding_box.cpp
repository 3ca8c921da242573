// SPDX-License-Identifier: Apache-2.0
#include "allways/importers/bounding_box.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/subnetwork.h"
#include "base/counted.h"
#include "libraries/reference_system.h"

namespace allways {

using namespace importers;

namespace {

// The network's coordinates in the reference system of the box.
class Places {
public:
    explicit Places(const RoadNetwork& network) : network_(network) {
        const std::string& crs = network.provenance.crs;
        if (!crs.empty() && crs != "EPSG:4326" && crs != "OGC:CRS84") system_.emplace(crs);
    }
    // Returns nothing if the reference system does not cover the point.
    std::optional<Coordinate> operator[](NodeIndex node) const {
        const Coordinate& point = network_.coordinates[node];
        if (!system_) return point;
        try {
            return system_->to_lon_lat(point);
        } catch (const InvalidArgument&) {
            return std::nullopt;
        }
    }

private:
    const RoadNetwork& network_;
    std::optional<ReferenceSystem> system_;
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr ReadOptions::Box nowhere{infinity, infinity, -infinity, -infinity};

// The box around places; across the antimeridian, with west above east, if that is narrower.
class Extent {
public:
    void add(const Coordinate& point) {
        widen(own_, point);
        widen(turned_, {point.x < 0 ? point.x + 360 : point.x, point.y});
    }
    bool is_empty() const { return own_.west > own_.east; }
    ReadOptions::Box box(bool in_degrees) const {
        const bool turns = in_degrees && turned_.east > 180 && turned_.east - turned_.west < own_.east - own_.west;
        return turns ? ReadOptions::Box{turned_.west, own_.south, turned_.east - 360, own_.north} : own_;
    }

private:
    static void widen(ReadOptions::Box& box, const Coordinate& point) {
        box = {std::min(box.west, point.x), std::min(box.south, point.y), std::max(box.east, point.x),
               std::max(box.north, point.y)};
    }
    ReadOptions::Box own_ = nowhere;
    ReadOptions::Box turned_ = nowhere;
};

}  // namespace

std::optional<ReadOptions::Box> extent_of(const RoadNetwork& network) {
    if (network.coordinates.empty()) return std::nullopt;
    const Places places(network);
    Extent extent;
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (const auto place = places[node]) extent.add(*place);
    }
    return extent.is_empty() ? std::nullopt : std::optional(extent.box(!network.provenance.crs.empty()));
}

std::string text_of(const ReadOptions::Box& box) {
    constexpr double fine = 1e7;
    const auto down = [](double value) { return Decimal::from_double(std::floor(value * fine) / fine).to_string(); };
    const auto up = [](double value) { return Decimal::from_double(std::ceil(value * fine) / fine).to_string(); };
    return format("{},{},{},{}", down(box.west), down(box.south), up(box.east), up(box.north));
}

RoadNetwork within_box(RoadNetwork network, const ReadOptions::Box& box, const std::string& path,
                       const LogCallback& log_to) {
    if (network.coordinates.empty()) {
        throw InputError(path, 0, "`bbox` needs coordinates, but the network has none");
    }
    const bool in_degrees = !network.provenance.crs.empty();
    const bool across = box.west > box.east;
    if (across && !in_degrees) {
        throw InvalidArgument(
            format("`bbox` {}: west is above east, but the reference system of {} is not stated, and "
                   "only longitudes can cross the antimeridian",
                   text_of(box), path));
    }
    const Places places(network);
    Extent extent;
    std::vector<std::uint8_t> inside(network.node_count(), 0);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        const auto place = places[node];
        if (!place) continue;
        extent.add(*place);
        const bool east_of_west = place->x >= box.west;
        const bool west_of_east = place->x <= box.east;
        inside[node] = (across ? east_of_west || west_of_east : east_of_west && west_of_east) &&
                       place->y >= box.south && place->y <= box.north;
    }
    if (std::ranges::count(inside, 1) == 0) {
        throw InputError(
            path, 0,
            format("nothing lies in the box {}; the network covers {}", text_of(box), text_of(extent.box(in_degrees))));
    }
    RoadNetwork part = induced_subnetwork(network, inside);
    log(log_to, LogLevel::info,
        format("{}: {} of {} and {} of {} lie in the box{}", path, count_text(part.node_count()),
               counted(network.node_count(), "node"), count_text(part.arc_count()), counted(network.arc_count(), "arc"),
               !in_degrees ? "; its limits are read in the coordinates of the file" : ""));
    return part;
}

}  // namespace allways
