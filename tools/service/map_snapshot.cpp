#include "service/map_snapshot.h"

#include <limits>

#include "allways/base/checked_array.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/extract_network.h"
#include "libraries/reference_system.h"

namespace allways::tools {

namespace {

std::shared_ptr<const Snapper> snapper_of(const NetworkFactor& factor) {
    const bool in_degrees = !factor.crs.empty() && importers::ReferenceSystem(factor.crs).is_geographic();
    if (factor.coordinates.empty() || !in_degrees) {
        throw InvalidArgument("the service needs a network with coordinates in degrees (EPSG:4326)");
    }
    const RoadNetwork network = extract_network(factor);
    const std::vector<Decimal>& costs = network.column(factor.scale.name)->values;
    std::vector<std::uint8_t> usable(network.arc_count());
    for (std::size_t arc = 0; arc < usable.size(); ++arc) usable[arc] = !costs[arc].is_missing();
    SnapOptions options;
    options.space = NearestNode::Space::sphere;
    options.radius = std::numeric_limits<double>::infinity();
    return std::make_shared<const Snapper>(network, usable, options);
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
    return BlockChecks::sum_of(heads.data(), heads.size_bytes());
}

}  // namespace

MapSnapshot::MapSnapshot(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options)
    : MapSnapshot(factor, snapper_of(*factor), false, options) {}

MapSnapshot::MapSnapshot(std::shared_ptr<const NetworkFactor> factor, const MapSnapshot& whole,
                         const ServiceOptions& options)
    : MapSnapshot(std::move(factor), whole.snapper_, true, options) {}

MapSnapshot::MapSnapshot(std::shared_ptr<const NetworkFactor> factor, std::shared_ptr<const Snapper> snapper,
                         bool has_closed_roads, const ServiceOptions& options)
    : router_(factor),
      snapper_(std::move(snapper)),
      has_closed_roads_(has_closed_roads),
      source_(factor, {.name = "the network"}),
      facts_(source_.arcs()),
      headings_(source_),
      directions_(source_, facts_),
      seconds_per_raw_(seconds_per_raw(factor->scale)),
      metres_per_length_(metres_per_length(facts_)),
      fingerprint_(fingerprint_of(*factor)) {
    log(options.log, LogLevel::debug, format("{} nodes and {} arcs", factor->node_count(), factor->arcs.size()));
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
