#include "bounding_box.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/subnetwork.h"
#include "reference_system.h"

namespace allways {

namespace {

// The network's places in the system of the box.
class Places {
public:
    explicit Places(const RoadNetwork& network) : network_(network) {
        const std::string& crs = network.provenance.crs;
        if (!crs.empty() && crs != "EPSG:4326" && crs != "OGC:CRS84") system_.emplace(crs);
    }
    // Nothing where the system does not cover the point.
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

std::string text(const ReadOptions::Box& box) {
    return format("{:.7g},{:.7g},{:.7g},{:.7g}", box.west, box.south, box.east, box.north);
}

}  // namespace

RoadNetwork within_box(RoadNetwork network, const ReadOptions::Box& box, const std::string& path,
                       const LogCallback& log_to) {
    if (network.coordinates.empty()) {
        throw InputError(path, 0, "a box was asked for, and the network has no coordinates");
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    ReadOptions::Box extent{infinity, infinity, -infinity, -infinity};
    const Places places(network);
    std::vector<std::uint8_t> inside(network.node_count(), 0);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        const auto place = places[node];
        if (!place) continue;
        extent = {std::min(extent.west, place->x), std::min(extent.south, place->y), std::max(extent.east, place->x),
                  std::max(extent.north, place->y)};
        inside[node] = place->x >= box.west && place->x <= box.east && place->y >= box.south && place->y <= box.north;
    }
    if (std::ranges::count(inside, 1) == 0) {
        throw InputError(path, 0, format("nothing lies in the box {}; the network covers {}", text(box), text(extent)));
    }
    RoadNetwork part = induced_subnetwork(network, inside);
    log(log_to, LogLevel::info,
        format("{}: {} of {} nodes and {} of {} arcs lie in the box{}", path, part.node_count(), network.node_count(),
               part.arc_count(), network.arc_count(),
               network.provenance.crs.empty() ? ", whose numbers are taken as the file's own" : ""));
    return part;
}

}  // namespace allways
