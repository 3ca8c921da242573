// SPDX-License-Identifier: Apache-2.0
// The maps that a service uses: one with all roads, and one without the excluded roads for each allowed `exclude`.
#pragma once

#include <map>
#include <string>
#include <vector>

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

private:
    std::map<network::RoadGroups::Names, MapSnapshot> maps_;
};

}  // namespace allways::tools
