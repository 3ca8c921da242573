// SPDX-License-Identifier: Apache-2.0
// The maps that a service uses: one with all roads, one without the excluded roads for each allowed `exclude`, and one
// without the roads in the polygons of a request.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "allways/engine/refactorize.h"
#include "allways/network/coordinate.h"
#include "network/road_groups.h"
#include "service/map/map_snapshot.h"

namespace allways::tools {

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
    // Of the whole map, kept for polygons.
    std::unique_ptr<const Refactorizer> refactorizer_;
    ArcColumn costs_;
    std::map<Classes, MapSnapshot> maps_;
    mutable std::mutex mutex_;  // of the last map without polygons
    mutable std::pair<Classes, Rings> last_key_;
    mutable std::shared_ptr<const MapSnapshot> last_;
};

}  // namespace allways::tools
