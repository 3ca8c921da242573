// SPDX-License-Identifier: Apache-2.0
// Everything that answers need, for one set of costs: immutable, shared by the requests that use it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "allways/network/snap.h"
#include "allways/query/path_source.h"
#include "allways/query/road_router.h"
#include "allways/routes/road_facts.h"
#include "allways/service/routing_service.h"
#include "routes/directions.h"
#include "routes/headings.h"
#include "service/map/road_map.h"

namespace allways::tools {

// A spatial index of the roads that were open when it was made.
struct PlaceIndex {
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
    std::shared_ptr<const PlaceIndex> index_;
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

}  // namespace allways::tools
