// SPDX-License-Identifier: Apache-2.0
// Everything that answers need, for one set of costs: immutable, shared by the requests that use it. A service has
// several such maps: one with all roads, one without the excluded roads for each allowed `exclude`, and one without the
// roads in the polygons of a request.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/engine/factorize.h"
#include "allways/network/coordinate.h"
#include "allways/network/snap.h"
#include "allways/query/path_source.h"
#include "allways/query/road_router.h"
#include "allways/routes/road_facts.h"
#include "allways/service/routing_service.h"
#include "export/json.h"
#include "network/road_groups.h"
#include "routes/directions.h"
#include "routes/headings.h"
#include "service/map/road_map.h"

namespace allways::tools {

// A spatial index of the roads that were open when it was made.
struct RoadIndex {
    std::uint32_t fingerprint;         // a hash of the roads
    std::vector<std::uint8_t> usable;  // 1 for arcs in the index
    Snapper snapper;
};

class MapSnapshot {
public:
    // For new costs of a running service, `like` is the present snapshot: its index is shared if it has the same roads
    // and includes all open ones, and if it has summed lengths, so does this one at once. Throws InvalidArgument as
    // RoutingService does.
    MapSnapshot(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                const MapSnapshot* like = nullptr);

    const RoadRouter& router() const { return router_; }
    const Snapper& snapper() const { return index_->snapper; }
    bool has_closed_roads() const { return has_closed_roads_; }  // the snapper finds them nevertheless
    const PathSource& source() const { return source_; }
    const RoadFacts& facts() const { return facts_; }
    const Headings& headings() const { return directions_.headings(); }
    const Directions& directions() const { return directions_; }
    const TableArcs& arcs() const { return router_.factor().arcs; }

    double seconds(double raw) const { return raw * seconds_per_raw_; }
    // A table with sums of lengths, and otherwise as the options say. The first call takes about as long as making the
    // factor, unless the factor keeps sums.
    RoadTable length_table(std::span<const RoadPlace> origins, std::span<const RoadPlace> destinations,
                           RoadTableOptions options) const;
    // Call it before summing lengths without length_table(), so that snapshots with new costs sum them early, too.
    void expect_lengths() const { has_lengths_ = true; }
    const std::string& length_field() const { return facts_.length()->column->name; }
    double length_unit_metres() const { return metres_per_length_; }
    double metres(double length) const { return length * metres_per_length_; }
    double arc_metres(ArcIndex arc) const;  // NaN if the network lacks it
    // Distinguishes this map's hints from those of other maps.
    std::uint32_t fingerprint() const { return index_->fingerprint; }

    // The arc's line in its direction of travel.
    std::vector<Coordinate> line(ArcIndex arc) const;
    // Made by the first call.
    const RoadMap& roads() const;

private:
    RoadRouter router_;
    std::shared_ptr<const RoadIndex> index_;
    bool has_closed_roads_;
    PathSource source_;
    RoadFacts facts_;
    Directions directions_;
    double seconds_per_raw_;
    double metres_per_length_;
    mutable std::atomic<bool> has_lengths_{false};
    mutable std::once_flag has_roads_;
    mutable std::unique_ptr<const RoadMap> roads_;
};

// The pieces of an arc between neighbouring nodes of OpenStreetMap, as annotations name them.
// If the network does not keep an arc's inner nodes, the arc is one piece.
struct ArcStretches {
    std::vector<std::int64_t> nodes;  // from tail to head: ids, or node indexes if ids are texts
    std::vector<double> shares;       // for each node the share of the arc's length before it, 0 … 1
};

ArcStretches stretches_of(const MapSnapshot& map, ArcIndex arc);

// Returns true if the network keeps the nodes inside its arcs.
bool keeps_inner_nodes(const MapSnapshot& map);

// Writes a node of ArcStretches.
void write_node(JsonWriter& json, const MapSnapshot& map, std::int64_t node);

// Immutable, shared by the requests that use it. Each combination of classes has its own factor, with the same
// elimination order, in which their roads have no cost.
class ServiceMaps {
public:
    // Throws InvalidArgument as RoutingService does, and for a class that neither the roads nor OpenStreetMap have.
    // `like`: a map of the same roads whose spatial index may be shared, or null (see MapSnapshot).
    ServiceMaps(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                const MapSnapshot* like = nullptr);

    const MapSnapshot& whole() const { return maps_.at({}); }
    // The map without these classes, which may be in any order and repeat. Throws ServiceError for a combination that
    // is not allowed.
    const MapSnapshot& excluding(const std::vector<std::string>& classes) const;

    using Rings = std::vector<std::vector<Coordinate>>;
    // The map without these classes, as excluding(), and without the roads that touch these rings or begin inside them,
    // longitudes and latitudes. Makes one such map at a time, and keeps the last. Throws ServiceError if the service
    // does not close roads for single requests, or if it closes them all.
    std::shared_ptr<const MapSnapshot> without(const std::vector<std::string>& classes, const Rings& rings) const;

private:
    using Classes = network::RoadGroups::Names;
    // The costs of the whole map, but missing for roads of these classes.
    ArcColumn costs_without(const Classes& classes) const;

    const ServiceOptions options_;
    std::shared_ptr<const NetworkFactor> factor_;
    // Makes factors of the whole map; kept for polygons.
    std::unique_ptr<const Refactorizer> refactorizer_;
    ArcColumn costs_;
    std::map<Classes, MapSnapshot> maps_;
    mutable std::mutex mutex_;  // of the last map without polygons
    mutable std::pair<Classes, Rings> last_key_;
    mutable std::shared_ptr<const MapSnapshot> last_;
};

}  // namespace allways::tools
