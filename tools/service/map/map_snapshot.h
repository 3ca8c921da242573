// SPDX-License-Identifier: Apache-2.0
// Everything that answers are made of, for one set of costs: immutable, shared by the requests that use it.
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

// Finds places on the roads that were open when it was made.
struct PlaceIndex {
    std::uint32_t fingerprint;         // of the roads
    std::vector<std::uint8_t> usable;  // by arc
    Snapper snapper;
};

class MapSnapshot {
public:
    // Shares the index of `like` if that has the same roads and all that are open, and sums lengths at once if that has
    // summed them: for other costs of a service that is running. Throws InvalidArgument as
    // RoutingService does.
    MapSnapshot(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                const MapSnapshot* like = nullptr);

    const RoadRouter& router() const { return router_; }
    const Snapper& snapper() const { return index_->snapper; }
    bool has_closed_roads() const { return has_closed_roads_; }  // which the snapper finds all the same
    const PathSource& source() const { return source_; }
    const RoadFacts& facts() const { return facts_; }
    const Headings& headings() const { return headings_; }
    const Directions& directions() const { return directions_; }
    const TableArcs& arcs() const { return router_.factor().arcs; }

    double seconds(double raw) const { return raw * seconds_per_raw_; }
    // A table with sums of lengths, and otherwise as the options say. The first one takes about as long as making the
    // factor, unless that keeps sums.
    RoadTable length_table(std::span<const RoadPlace> origins, std::span<const RoadPlace> destinations,
                           RoadTableOptions options) const;
    const std::string& length_field() const { return facts_.length()->column->name; }
    double metres(double length) const { return length * metres_per_length_; }
    double arc_metres(ArcIndex arc) const;  // NaN if the network does not state it
    // Hints of other maps are told apart by this.
    std::uint32_t fingerprint() const { return index_->fingerprint; }

    // The arc's line in its direction of travel.
    std::vector<Coordinate> line(ArcIndex arc) const;
    // Made when it is first asked for.
    const RoadMap& roads() const;

private:
    RoadRouter router_;
    std::shared_ptr<const PlaceIndex> index_;
    bool has_closed_roads_;
    PathSource source_;
    RoadFacts facts_;
    Headings headings_;
    Directions directions_;
    double seconds_per_raw_;
    double metres_per_length_;
    mutable std::atomic<bool> has_lengths_{false};
    mutable std::once_flag has_roads_;
    mutable std::unique_ptr<const RoadMap> roads_;
};

}  // namespace allways::tools
