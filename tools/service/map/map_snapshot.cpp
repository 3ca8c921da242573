// SPDX-License-Identifier: Apache-2.0
#include "service/map/map_snapshot.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/closed_roads.h"
#include "allways/result/network_factor.h"
#include "base/checksum.h"
#include "libraries/reference_system.h"
#include "network/edit/inner_nodes.h"
#include "network/snap/segment.h"
#include "routes/road_classes.h"
#include "service/http/protocol.h"

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
    options.space = SnapOptions::Space::sphere;
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
std::shared_ptr<const RoadIndex> index_of(const NetworkFactor& factor, const ServiceOptions& options,
                                          std::shared_ptr<const RoadIndex> like) {
    const std::uint32_t fingerprint = fingerprint_of(factor);
    std::vector<std::uint8_t> usable = usable_arcs(factor);
    if (like && like->fingerprint == fingerprint && like->usable.size() == usable.size() &&
        std::ranges::equal(usable, like->usable, std::ranges::less_equal())) {
        return like;
    }
    Snapper snapper = snapper_of(factor, usable, options);
    return std::make_shared<const RoadIndex>(RoadIndex{fingerprint, std::move(usable), std::move(snapper)});
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

// ---- stretches of arcs

ArcStretches stretches_of(const MapSnapshot& map, ArcIndex arc) {
    const NodeIndex tail = map.router().tail(arc);
    const NodeIndex head = map.arcs().head[arc];
    const IdTable& ids = map.source().node_ids();
    if (!ids.is_numeric()) return {{tail, head}, {0, 1}};
    const ArcStretches whole{{ids.numbers()[tail], ids.numbers()[head]}, {0, 1}};
    const TextColumn* texts = map.arcs().text(network::inner_nodes_text);
    if (texts == nullptr || texts->text(arc).empty()) return whole;
    const std::vector<Coordinate> line = map.line(arc);
    const bool is_reversed = !map.arcs().reversed.empty() && map.arcs().reversed[arc] != 0;
    ArcStretches pieces;
    pieces.nodes =
        network::nodes_between(whole.nodes.front(), whole.nodes.back(), texts->text(arc), is_reversed, line.size());
    pieces.shares = network::lengths_along(line, network::Space::sphere);
    const double length = pieces.shares.back();
    if (pieces.nodes.empty() || !(length > 0)) return whole;
    for (double& share : pieces.shares) share /= length;
    return pieces;
}

bool keeps_inner_nodes(const MapSnapshot& map) {
    return map.arcs().text(network::inner_nodes_text) != nullptr;
}

void write_node(JsonWriter& json, const MapSnapshot& map, std::int64_t node) {
    const IdTable& ids = map.source().node_ids();
    if (ids.is_numeric())
        json.integer(node);
    else
        json.string(ids.text(static_cast<NodeIndex>(node)));
}

// ---- the maps of a service

namespace {

using network::RoadGroups;
std::string list_of(const RoadGroups::Names& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

void require_classes(const RoadGroups::Names& known, const std::vector<std::vector<std::string>>& asked) {
    if (!asked.empty() && known.empty()) throw InvalidArgument("`excludable`: the network has no classes of roads");
    for (const auto& combination : asked) {
        for (const std::string& name : combination) {
            if (known.contains(name) || road_class(name) != RoadClass::other) continue;
            throw InvalidArgument(
                format("`excludable`: no road has the class '{}'; the classes are {}", name, list_of(known)));
        }
    }
}

}  // namespace

ServiceMaps::ServiceMaps(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                         const MapSnapshot* like)
    : options_(options), factor_(std::move(factor)) {
    maps_.try_emplace({}, factor_, options, like);
    if (options.excludable.empty() && !options.exclude_polygons) return;
    refactorizer_ = std::make_unique<const Refactorizer>(factor_);
    costs_ = *extract_network(*factor_).column(factor_->scale.name);
    if (!options.excludable.empty()) {
        const RoadGroups roads(factor_->arcs.text("facility_type"), factor_->arcs.text("toll"));
        require_classes(roads.all(costs_.values.size()), options.excludable);
    }
    for (const auto& combination : options.excludable) {
        const Classes classes(combination.begin(), combination.end());
        if (maps_.contains(classes)) continue;
        auto left = refactorizer_->with_costs(costs_without(classes), options.log);
        maps_.try_emplace(classes, std::make_shared<const NetworkFactor>(std::move(left)), options, &whole());
    }
    if (options.exclude_polygons) return;
    refactorizer_.reset();  // requests make no further maps
    costs_ = {};
}

ArcColumn ServiceMaps::costs_without(const Classes& classes) const {
    ArcColumn left = costs_;
    if (classes.empty()) return left;
    const RoadGroups roads(factor_->arcs.text("facility_type"), factor_->arcs.text("toll"));
    for (std::size_t arc = 0; arc < left.values.size(); ++arc) {
        if (roads.is_in(arc, classes)) left.values[arc] = Decimal::missing();
    }
    return left;
}

const MapSnapshot& ServiceMaps::excluding(const std::vector<std::string>& classes) const {
    const auto found = maps_.find(Classes(classes.begin(), classes.end()));
    if (found != maps_.end()) return found->second;
    throw ServiceError("InvalidValue", "Exclude flag combination is not supported.");
}

std::shared_ptr<const MapSnapshot> ServiceMaps::without(const std::vector<std::string>& classes,
                                                        const Rings& rings) const {
    const MapSnapshot& map = excluding(classes);
    if (!options_.exclude_polygons) {
        throw ServiceError("107",
                           "`exclude_polygons` is not supported: the service was started without `exclude_polygons`");
    }
    const std::pair key(Classes(classes.begin(), classes.end()), rings);
    const std::scoped_lock lock(mutex_);
    if (last_ && key == last_key_) return last_;
    last_.reset();
    const auto line_of = [&](ArcIndex arc) { return map.line(arc); };
    const std::vector<std::uint8_t> closed = arcs_in_rings(costs_.values.size(), line_of, rings);
    ArcColumn left = costs_without(key.first);
    for (std::size_t arc = 0; arc < closed.size(); ++arc) {
        if (closed[arc] != 0) left.values[arc] = Decimal::missing();
    }
    if (std::ranges::all_of(left.values, &Decimal::is_missing))
        throw ServiceError("171", "No suitable edges near location: `exclude_polygons` closes every road");
    auto factor = std::make_shared<const NetworkFactor>(refactorizer_->with_costs(std::move(left)));
    last_ = std::make_shared<const MapSnapshot>(std::move(factor), options_, &map);
    last_key_ = key;
    return last_;
}

}  // namespace allways::tools
