// SPDX-License-Identifier: Apache-2.0
#include "service/map/map_snapshot.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/extract_network.h"
#include "base/checksum.h"
#include "libraries/reference_system.h"

namespace allways::tools {

namespace {

std::vector<std::uint8_t> usable_arcs(const NetworkFactor& factor) {
    std::vector<std::uint8_t> usable(factor.arcs.size());
    std::visit(
        [&](const auto& costs) {
            for (std::size_t arc = 0; arc < usable.size(); ++arc) usable[arc] = is_reachable(costs[arc]);
        },
        factor.arcs.cost);
    return usable;
}

Snapper snapper_of(const NetworkFactor& factor, const std::vector<std::uint8_t>& usable,
                   const ServiceOptions& service) {
    const bool in_degrees = !factor.crs.empty() && importers::ReferenceSystem(factor.crs).is_geographic();
    if (factor.coordinates.empty() || !in_degrees) {
        throw InvalidArgument("the service needs a network with coordinates in degrees (EPSG:4326)");
    }
    SnapOptions options;
    options.space = NearestNode::Space::sphere;
    options.radius = service.limits.radius_m;
    if (options.radius == 0) options.radius = std::numeric_limits<double>::infinity();
    options.component = service.snap_component;
    return Snapper(extract_network(factor), usable, options);
}

double seconds_per_raw(const CostScale& scale) {
    const Unit* unit = find_unit(scale.unit, Unit::Kind::time);
    if (unit == nullptr) {
        throw InvalidArgument(
            format("the service answers in seconds, but the cost '{}' has the unit '{}'; choose a `cost` that is a "
                   "time",
                   scale.name, scale.unit));
    }
    return natural_value(1, scale) * static_cast<double>(unit->size) / 1000;
}

double metres_per_length(const RoadFacts& facts) {
    if (!facts.length() || facts.length()->unit != "m") {
        throw InvalidArgument("the service needs a column 'length' of the network's arcs, in a known unit");
    }
    return facts.length()->factor.to_double();
}

std::uint32_t fingerprint_of(const NetworkFactor& factor) {
    const std::span<const NodeIndex> heads(factor.arcs.head.data(), factor.arcs.head.size());
    return static_cast<std::uint32_t>(checksum(heads.data(), heads.size_bytes()) >> 32);
}

// Returns `like` if it has the same roads and includes all open ones, else a new index. `like` may be null.
std::shared_ptr<const PlaceIndex> index_of(const NetworkFactor& factor, const ServiceOptions& options,
                                           std::shared_ptr<const PlaceIndex> like) {
    const std::uint32_t fingerprint = fingerprint_of(factor);
    std::vector<std::uint8_t> usable = usable_arcs(factor);
    if (like && like->fingerprint == fingerprint && like->usable.size() == usable.size() &&
        std::ranges::equal(usable, like->usable, std::ranges::less_equal())) {
        return like;
    }
    Snapper snapper = snapper_of(factor, usable, options);
    return std::make_shared<const PlaceIndex>(PlaceIndex{fingerprint, std::move(usable), std::move(snapper)});
}

}  // namespace

MapSnapshot::MapSnapshot(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                         const MapSnapshot* like)
    : router_(factor, like == nullptr ? nullptr : &like->router_),
      index_(index_of(*factor, options, like == nullptr ? nullptr : like->index_)),
      has_closed_roads_(usable_arcs(*factor) != index_->usable),
      source_(factor, {.name = "the network"}),
      facts_(source_.arcs(), source_.scale()),
      directions_(source_, facts_),
      seconds_per_raw_(seconds_per_raw(factor->scale)),
      metres_per_length_(metres_per_length(facts_)) {
    if (like != nullptr && like->has_lengths_) {
        const RoadPlace node{.node = 0, .fraction = 0, .arcs = {}};
        length_table({&node, 1}, {&node, 1}, {.sums = {}, .threads = 1});
    }
    log(options.log, LogLevel::debug, format("{} nodes and {} arcs", factor->node_count(), factor->arcs.size()));
}

RoadTable MapSnapshot::length_table(std::span<const RoadPlace> origins, std::span<const RoadPlace> destinations,
                                    RoadTableOptions options) const {
    options.sums = {length_field()};
    RoadTable table = router_.table(origins, destinations, options);
    has_lengths_ = true;
    return table;
}

double MapSnapshot::arc_metres(ArcIndex arc) const {
    const Decimal length = facts_.length()->column->values[arc];
    return length.is_missing() ? std::numeric_limits<double>::quiet_NaN() : metres(length.to_double());
}

std::vector<Coordinate> MapSnapshot::line(ArcIndex arc) const {
    std::vector<Coordinate> line;
    if (arcs().shapes.has_shape(arc)) line = arcs().shapes.points(arc);
    if (line.size() >= 2) return line;
    const auto& coordinates = router_.factor().coordinates;
    return {coordinates[router_.tail(arc)], coordinates[arcs().head[arc]]};
}

const RoadMap& MapSnapshot::roads() const {
    std::call_once(has_roads_, [this] { roads_ = std::make_unique<const RoadMap>(*this); });
    return *roads_;
}

}  // namespace allways::tools
